import type { Hash } from "../ports.ts";

/** One file of a skill's directory. `path` is relative to the directory and uses `/`. */
export interface DigestedFile {
  readonly path: string;
  /** Permission bits; only the owner's execute bit counts. Windows has none: no file is executable there. */
  readonly mode: number;
  readonly bytes: Uint8Array;
}

/** Prefix of the hashed data, so that no other hash can be mistaken for a directory's digest. */
const DOMAIN = "knowhow-directory-v1\n";

/** Names the algorithm, so that it can be replaced later. */
const PREFIX = "sha256-v1:";

/**
 * The digest of a whole directory: `sha256-v1:` and the SHA-256 of one record per file, sorted by the UTF-8 bytes of
 * the paths. A record is `<path bytes> <path><x or -> <content bytes> <SHA-256 of content>`.
 */
export async function directoryDigest(
  files: AsyncIterable<DigestedFile> | Iterable<DigestedFile>,
  hash: Hash,
  onFile: (path: string, sha256: string) => void = () => undefined,
): Promise<string> {
  const encoder = new TextEncoder();
  const records: { readonly path: Uint8Array; readonly content: string }[] = [];
  for await (const { path, mode, bytes } of files) {
    const kind = (mode & 0o100) === 0 ? "-" : "x";
    const sha256 = hash.sha256(bytes);
    onFile(path, sha256);
    records.push({ path: encoder.encode(path), content: `${kind} ${bytes.length} ${sha256}\n` });
  }
  records.sort((a, b) => compareBytes(a.path, b.path) || (a.content < b.content ? -1 : 1));
  const running = hash.running();
  running.update(DOMAIN);
  for (const { path, content } of records) {
    running.update(`${path.length} `);
    running.update(path);
    running.update(content);
  }
  return PREFIX + running.hex();
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
