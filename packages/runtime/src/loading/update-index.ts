import { isSettled } from "../discovery/freshness.ts";
import type { IndexedFile } from "../ports.ts";
import type { RootReading } from "./read-summaries.ts";

/** Reading one file in a hundred anew costs less than writing about all of them. */
const WORTH_WRITING = 0.01;

/**
 * What to remember of a root from now on, or undefined when that is nearly what is remembered already.
 * A file that could not be read is tried again every time, so it is no reason to write anything.
 */
export function updateIndex(
  remembered: ReadonlyMap<string, IndexedFile>,
  { files, read }: RootReading,
  readAt: number,
): ReadonlyMap<string, IndexedFile> | undefined {
  const changes = Math.max(read.size, Math.abs(files.length - remembered.size));
  if (remembered.size > 0 && changes <= files.length * WORTH_WRITING) return undefined;
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
