import type { FileStat, IndexedFile } from "../ports.ts";
import type { Found } from "./walk-scope.ts";

/** A file that changes twice within a clock tick looks unchanged afterwards; wait until that cannot happen any more. */
const SETTLE_MS = 100;
/** FAT and some network file systems keep times of one or two seconds. */
const COARSE_SETTLE_MS = 2_500;

/** The names of its directory and itself by which a file is judged, where a link gives it others than its real ones. */
export function readAs({ path, real }: Pick<Found, "path" | "real">): string | undefined {
  if (path === real) return undefined;
  const names = lastNames(path);
  return names === lastNames(real) ? undefined : names;
}

function lastNames(path: string): string {
  return path.slice(path.lastIndexOf("/", path.lastIndexOf("/") - 1) + 1);
}

/** True when a file is still the one that was read into the index, under the same names. */
export function isFresh(indexed: IndexedFile, file: Pick<Found, "path" | "real" | "stat">): boolean {
  const { stat } = file;
  return (
    stat.kind === "file" &&
    stat.size === indexed.size &&
    stat.mtimeMs === indexed.mtimeMs &&
    stat.ctimeMs === indexed.ctimeMs &&
    stat.ino === indexed.ino &&
    indexed.readAs === readAs(file)
  );
}

/**
 * True when a file that was read after `readAt` had not just changed then, so that its times can be relied on later.
 * A file system that keeps no times says 0 and is never relied on.
 */
export function isSettled(stat: Pick<FileStat, "mtimeMs" | "ctimeMs">, readAt: number): boolean {
  if (stat.mtimeMs === 0 && stat.ctimeMs === 0) return false;
  const wait = stat.mtimeMs % 1_000 === 0 ? COARSE_SETTLE_MS : SETTLE_MS;
  return readAt - Math.max(stat.mtimeMs, stat.ctimeMs) >= wait;
}
