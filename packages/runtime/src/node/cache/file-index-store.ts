import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { joinPath } from "../../basics/paths.ts";
import type { IndexedFile, IndexStore } from "../../ports.ts";
import { statOf } from "../files/file-stat.ts";
import { nodeFiles } from "../files/node-files.ts";
import { nodeHash } from "../node-hash.ts";
import { replaceFile } from "../replace-file.ts";
import { VERSION } from "../version.ts";
import { fromColumns, type IndexColumns, toColumns } from "./index-columns.ts";

/** What another version wrote is ignored: it may have understood the same files differently. */
const FORMAT = `knowhow-index-4 ${VERSION}`;

/** Several times what a library of 100,000 skills needs; anything above is not ours. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The name of a file that is being written, and how long that may take at most. */
const TEMPORARY = /^[0-9a-f]{64}\.json\.\d+\.[0-9a-f]{12}\.tmp$/;
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;

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
  const end = text.indexOf("\n");
  const content = text.slice(end + 1);
  if (end < 0 || text.slice(0, end) !== sealOf(content)) return new Map();
  const columns: IndexColumns = JSON.parse(content);
  return columns.root === root ? fromColumns(columns) : new Map();
}

function formatIndex(root: string, indexed: ReadonlyMap<string, IndexedFile>): string {
  const content = JSON.stringify(toColumns(root, indexed));
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
