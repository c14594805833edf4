import type { FileStat } from "../ports.ts";

/** What is known about the bytes of a file. */
export interface FileFacts {
  /** SHA-256 of the bytes, in lower-case hex. */
  readonly digest: string;
  readonly size: number;
}

/** Caches facts about a file as long as its size, times and inode do not change. */
export interface FileMemo {
  get(real: string, stat: FileStat): FileFacts | undefined;
  set(real: string, stat: FileStat, facts: FileFacts): void;
}

/** A file that changes twice within a clock tick looks unchanged afterwards; FAT has a resolution of two seconds. */
const SETTLE_MS = 2_500;
/** Maximum number of cached files; the oldest are dropped first. */
const LIMIT = 200_000;

/** Creates a memo. It caches only files that are old enough for the next change to be visible in their times. */
export function fileMemo(now: () => number): FileMemo {
  const rows = new Map<string, { readonly stat: FileStat; readonly facts: FileFacts }>();
  return {
    get: (real, stat) => {
      const row = rows.get(real);
      return row !== undefined && isSameFile(row.stat, stat) ? row.facts : undefined;
    },
    set: (real, stat, facts) => {
      rows.delete(real);
      const changed = Math.max(stat.mtimeMs, stat.ctimeMs);
      if (changed <= 0 || now() - changed < SETTLE_MS) return;
      rows.set(real, { stat, facts });
      const oldest = rows.size > LIMIT ? rows.keys().next().value : undefined;
      if (oldest !== undefined) rows.delete(oldest);
    },
  };
}

/** True if a stat has not changed, so that the file is still the same one with the same content. */
export function isSameFile(a: FileStat, b: FileStat): boolean {
  return (
    a.size === b.size &&
    a.mtimeMs === b.mtimeMs &&
    a.ctimeMs === b.ctimeMs &&
    a.ino === b.ino &&
    a.dev === b.dev
  );
}
