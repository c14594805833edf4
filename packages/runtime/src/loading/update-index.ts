import { isSettled } from "../discovery/freshness.ts";
import type { IndexedFile } from "../ports.ts";
import type { RootReading } from "./read-summaries.ts";

/**
 * What to remember of a root from now on, or undefined when that is what is remembered already.
 * A file that could not be read is tried again every time, so it is no reason to write anything.
 */
export function updateIndex(
  remembered: ReadonlyMap<string, IndexedFile>,
  { files, read }: RootReading,
  readAt: number,
): ReadonlyMap<string, IndexedFile> | undefined {
  if (read.size === 0 && files.length === remembered.size) return undefined;
  const index = new Map<string, IndexedFile>();
  let hasNews = false;
  for (const { real } of files) {
    const news = read.get(real);
    const entry = news ?? remembered.get(real);
    if (entry === undefined || (news !== undefined && !isWorthRemembering(news, readAt))) continue;
    index.set(real, entry);
    hasNews ||= news !== undefined;
  }
  return hasNews || index.size !== remembered.size ? index : undefined;
}

/** Only what was really read, and had not just been changed then. */
function isWorthRemembering(entry: IndexedFile, readAt: number): boolean {
  return entry.summary.version !== "" && isSettled(entry, readAt);
}
