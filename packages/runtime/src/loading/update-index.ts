import { isSettled } from "../discovery/freshness.ts";
import type { IndexedFile } from "../ports.ts";
import type { RootReading } from "./read-summaries.ts";

/** Reading one file in a hundred again costs less than writing the whole index. */
const WORTH_WRITING = 0.01;

/**
 * What to store about a root, or undefined if it is nearly what is stored already. A file that could not be read is
 * tried again every time, so it is no reason to write.
 */
export function updateIndex(
  remembered: ReadonlyMap<string, IndexedFile>,
  { files, read }: RootReading,
  readAt: number,
): ReadonlyMap<string, IndexedFile> | undefined {
  const changes = Math.max(read.size, Math.abs(files.length - remembered.size));
  if (remembered.size > 0 && changes <= files.length * WORTH_WRITING) return undefined;
  const index = new Map<string, IndexedFile>();
  let hasChanges = false;
  for (const { real } of files) {
    const fresh = read.get(real);
    const entry = fresh ?? remembered.get(real);
    if (entry === undefined || (fresh !== undefined && !isWorthStoring(fresh, readAt))) continue;
    index.set(real, entry);
    hasChanges ||= fresh !== undefined;
  }
  return hasChanges || index.size !== remembered.size ? index : undefined;
}

/** Only entries that were actually read, and whose file had not just changed. */
function isWorthStoring(entry: IndexedFile, readAt: number): boolean {
  return entry.summary.version !== "" && isSettled(entry, readAt);
}
