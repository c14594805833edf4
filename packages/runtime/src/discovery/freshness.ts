import type { FileStat, IndexedFile } from "../ports.ts";
import type { Found } from "./walk-scope.ts";

/**
 * A file that changes twice within a clock tick looks unchanged afterwards, so wait until that is no longer possible.
 */
const SETTLE_MS = 100;
/** FAT and some network file systems have a resolution of one or two seconds. */
const COARSE_SETTLE_MS = 2_500;

/**
 * The names of directory and file under which a SKILL.md is parsed, if a link gives it names other than its real ones.
 */
export function readAs({ path, real }: Pick<Found, "path" | "real">): string | undefined {
  if (path === real) return undefined;
  const names = lastNames(path);
  return names === lastNames(real) ? undefined : names;
}

function lastNames(path: string): string {
  return path.slice(path.lastIndexOf("/", path.lastIndexOf("/") - 1) + 1);
}

/** True if a file is unchanged since it was indexed, under the same names. */
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
 * True if a file read after `readAt` had not changed immediately before, so that its times are reliable later. A file
 * system without times reports 0 and is never relied on.
 */
export function isSettled(stat: Pick<FileStat, "mtimeMs" | "ctimeMs">, readAt: number): boolean {
  if (stat.mtimeMs === 0 && stat.ctimeMs === 0) return false;
  const wait = stat.mtimeMs % 1_000 === 0 ? COARSE_SETTLE_MS : SETTLE_MS;
  return readAt - Math.max(stat.mtimeMs, stat.ctimeMs) >= wait;
}
