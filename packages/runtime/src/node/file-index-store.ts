import { randomBytes } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isAbsolutePath, joinPath, pathBelow } from "../paths.ts";
import type { IndexedFile, IndexStore } from "../ports.ts";
import type { SkillSummary } from "../skill.ts";
import { nodeFiles } from "./node-files.ts";
import { nodeHash } from "./node-hash.ts";

/** Bump it when a summary has another shape or meaning than before: older files are then ignored. */
const FORMAT = "knowhow-index-2";

/** Several times what a library of 100,000 skills needs; anything above is not ours. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The content of an index file; arrays are shorter and quicker to parse than objects with keys. */
interface StoredIndex {
  readonly root: string;
  readonly files: readonly (readonly [
    path: string,
    size: number,
    mtimeMs: number,
    ctimeMs: number,
    ino: number,
    summary: SkillSummary,
  ])[];
}

/** Remembers files in one file per root below `<cache>/index`. Whatever is wrong with it, the answer is "nothing". */
export function fileIndexStore(cache: string): IndexStore {
  const directory = joinPath(cache, "index");
  const files = nodeFiles();
  const fileOf = (root: string) => joinPath(directory, `${nodeHash.sha256(root)}.json`);
  return {
    load: async (root) => {
      try {
        const text = (await files.readText(fileOf(root), MAX_BYTES))?.text;
        return text === undefined ? new Map() : parseIndex(text, root);
      } catch {
        return new Map();
      }
    },
    save: (root, indexed) => {
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        replaceFile(fileOf(root), formatIndex(root, indexed));
      } catch {
        // A cache that cannot be written costs time, nothing else.
      }
    },
  };
}

/** The first line proves that the rest is, byte for byte, what this version wrote; so nobody checks its shape. */
function parseIndex(text: string, root: string): ReadonlyMap<string, IndexedFile> {
  const indexed = new Map<string, IndexedFile>();
  const end = text.indexOf("\n");
  const content = text.slice(end + 1);
  if (end < 0 || text.slice(0, end) !== sealOf(content)) return indexed;
  const stored: StoredIndex = JSON.parse(content);
  if (stored.root !== root) return indexed;
  for (const [path, size, mtimeMs, ctimeMs, ino, summary] of stored.files) {
    indexed.set(isAbsolutePath(path) ? path : joinPath(root, path), { size, mtimeMs, ctimeMs, ino, summary });
  }
  return indexed;
}

function formatIndex(root: string, indexed: ReadonlyMap<string, IndexedFile>): string {
  const files = [...indexed].map(
    ([path, { size, mtimeMs, ctimeMs, ino, summary }]) =>
      [pathBelow(path, root), size, mtimeMs, ctimeMs, ino, summary] as const,
  );
  const stored: StoredIndex = { root, files };
  const content = JSON.stringify(stored);
  return `${sealOf(content)}\n${content}`;
}

function sealOf(content: string): string {
  return `${FORMAT} ${nodeHash.sha256(content)}`;
}

/** Readers see the old file or the new one; of two writers the later wins whole. */
function replaceFile(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: "wx", mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
