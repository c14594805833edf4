import { checkArgument } from "../../basics/check-options.ts";
import { filledText } from "../../basics/kinds.ts";
import { joinPath } from "../../basics/paths.ts";
import type { IndexedFile, IndexStore } from "../../ports.ts";
import { nodeFiles } from "../files/node-files.ts";
import { nodeHash } from "../node-hash.ts";
import { cacheFolder, ownershipProblem } from "../state/ownership.ts";
import { VERSION } from "../version.ts";
import { fromColumns, type IndexColumns, toColumns } from "./index-columns.ts";

/** Files of another version are ignored, because it may have parsed the same skills differently. */
const FORMAT = `knowhow-index-7 ${VERSION}`;

/** Several times what a library of 100,000 skills needs; a larger file is not ours. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Caches the index of each root in a file below `<cache>/index`. A file that is damaged, or that another user could
 * have written, counts as missing.
 */
export function fileIndexStore(cache: string): IndexStore {
  checkArgument("fileIndexStore", "cache", cache, filledText);
  const directory = joinPath(cache, "index");
  const files = nodeFiles();
  const isOwn = cacheFolder(directory, cache);
  const fileOf = (root: string) => joinPath(directory, `${nodeHash.sha256(root)}.json`);
  return {
    load: async (root) => {
      try {
        const read = isOwn() ? await files.readText(fileOf(root), MAX_BYTES) : undefined;
        if (read?.text === undefined || ownershipProblem(read.stat) !== undefined) return new Map();
        return parseIndex(read.text, root);
      } catch {
        return new Map();
      }
    },
    save: async (root, indexed) => {
      try {
        // Imported on demand, because most starts have nothing to save.
        const { writeFileAtomic } = await import("../state/write-file.ts");
        await writeFileAtomic(fileOf(root), formatIndex(root, indexed), { private: true });
      } catch {
        // A cache that cannot be written only costs time.
      }
    },
  };
}

/**
 * The first line proves that the rest is, byte for byte, what this version wrote, so its shape is not validated again.
 * If an entry is unusable nevertheless, the loader notices and reads the root again.
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
