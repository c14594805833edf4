import { KnowhowError } from "../errors.ts";
import type { LibrarySnapshot } from "../library.ts";
import type { Hash } from "../ports.ts";

/** JSON with sorted keys: the same value gives the same text on every machine. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  let text = "";
  if (Array.isArray(value)) {
    for (const item of value) text += text === "" ? canonicalJson(item) : `,${canonicalJson(item)}`;
    return `[${text}]`;
  }
  for (const key of Object.keys(value).sort()) {
    const inner: unknown = Reflect.get(value, key);
    if (inner !== undefined) text += `${text === "" ? "" : ","}${quotedKey(key)}:${canonicalJson(inner)}`;
  }
  return `{${text}}`;
}

/** The same few keys come again and again. */
const quotedKeys = new Map<string, string>();
const MAX_KEYS = 1_000;

function quotedKey(key: string): string {
  const known = quotedKeys.get(key);
  if (known !== undefined) return known;
  const quoted = JSON.stringify(key);
  if (quotedKeys.size < MAX_KEYS) quotedKeys.set(key, quoted);
  return quoted;
}

/** Checks a snapshot against its own id and gives a copy of its parts. */
export function readSnapshot(
  snapshot: unknown,
  hash: Pick<Hash, "sha256">,
): Omit<LibrarySnapshot, "format" | "id"> {
  if (!isSnapshot(snapshot)) {
    throw new KnowhowError("resolution.snapshot-invalid", "this is not a library snapshot", {
      hint: "give the value that toSnapshot() returned, or its JSON.parse",
    });
  }
  const { id, ...content } = snapshot;
  const text = canonicalJson(content);
  if (hash.sha256(text) !== id) {
    throw new KnowhowError("resolution.snapshot-mismatch", "the snapshot's content does not match its id", {
      hint: "it was changed after it was made; make a new one",
    });
  }
  // A copy of exactly what was hashed: nobody else holds it, so nobody can change it later.
  const { format: _format, ...parts }: Omit<LibrarySnapshot, "id"> = JSON.parse(text);
  return parts;
}

function isSnapshot(value: unknown): value is LibrarySnapshot {
  if (typeof value !== "object" || value === null) return false;
  const lists = ["entries", "rejections", "roots", "diagnostics"].every((key) =>
    Array.isArray(Reflect.get(value, key)),
  );
  return (
    lists &&
    Reflect.get(value, "format") === "knowhow-library-1" &&
    typeof Reflect.get(value, "id") === "string"
  );
}
