import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isAbsolutePath, joinPath, pathBelow } from "../paths.ts";
import type { IndexedFile, IndexStore } from "../ports.ts";
import type { SkillSummary } from "../skill.ts";
import { statOf } from "./file-stat.ts";
import { nodeFiles } from "./node-files.ts";
import { nodeHash } from "./node-hash.ts";
import { VERSION } from "./version.ts";

/** What another version wrote is ignored: it may have understood the same files differently. */
const FORMAT = `knowhow-index-3 ${VERSION}`;

/** Several times what a library of 100,000 skills needs; anything above is not ours. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The name of a file that is being written, and how long that may take at most. */
const TEMPORARY = /^[0-9a-f]{64}\.json\.\d+\.[0-9a-f]{12}\.tmp$/;
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;

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
    readAs?: string,
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
        removeOrphans(directory);
      } catch {
        // A cache that cannot be written costs time, nothing else.
      }
    },
  };
}

/**
 * The first line proves that the rest is, byte for byte, what this version wrote, so its shape is not looked at again.
 * Should an entry be unusable all the same, the loader notices and reads the root anew.
 */
function parseIndex(text: string, root: string): ReadonlyMap<string, IndexedFile> {
  const indexed = new Map<string, IndexedFile>();
  const end = text.indexOf("\n");
  const content = text.slice(end + 1);
  if (end < 0 || text.slice(0, end) !== sealOf(content)) return indexed;
  const stored: StoredIndex = JSON.parse(content);
  if (stored.root !== root) return indexed;
  for (const [path, size, mtimeMs, ctimeMs, ino, summary, readAs] of stored.files) {
    const facts = { size, mtimeMs, ctimeMs, ino, summary };
    const whole = isAbsolutePath(path) ? path : joinPath(root, path);
    indexed.set(whole, readAs === undefined ? facts : { ...facts, readAs });
  }
  return indexed;
}

function formatIndex(root: string, indexed: ReadonlyMap<string, IndexedFile>): string {
  const files = [...indexed].map(([path, { size, mtimeMs, ctimeMs, ino, summary, readAs }]) => {
    const facts = [pathBelow(path, root), size, mtimeMs, ctimeMs, ino, summary] as const;
    return readAs === undefined ? facts : ([...facts, readAs] as const);
  });
  const stored: StoredIndex = { root, files };
  const content = JSON.stringify(stored);
  return `${sealOf(content)}\n${content}`;
}

function sealOf(content: string): string {
  return `${FORMAT} ${nodeHash.sha256(content)}`;
}

/** What a writer left that was killed between writing and renaming. */
function removeOrphans(directory: string): void {
  const oldest = Date.now() - ORPHAN_AGE_MS;
  for (const name of readdirSync(directory)) {
    if (!TEMPORARY.test(name)) continue;
    const path = joinPath(directory, name);
    if ((statOf(path)?.mtimeMs ?? oldest) < oldest) rmSync(path, { force: true });
  }
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
