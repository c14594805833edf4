import type { FileStat } from "../ports.ts";

/** What a file's bytes are known to be. */
export interface FileFacts {
  /** SHA-256 of the bytes, in lower-case hex. */
  readonly digest: string;
  readonly size: number;
}

/** Remembers the facts of each file for as long as its size, times and inode stay the same. */
export interface FileMemo {
  get(real: string, stat: FileStat): FileFacts | undefined;
  set(real: string, stat: FileStat, facts: FileFacts): void;
}

/** A file that changes twice within a clock tick looks unchanged afterwards; FAT keeps times of two seconds. */
const SETTLE_MS = 2_500;
/** Files that are remembered; the oldest go first. */
const LIMIT = 200_000;

/** A memo that holds only what it can rely on: files with times that are old enough to show the next change. */
export function fileMemo(now: () => number): FileMemo {
  const rows = new Map<string, { readonly stat: FileStat; readonly facts: FileFacts }>();
  return {
    get: (real, stat) => {
      const row = rows.get(real);
      return row !== undefined && isSame(row.stat, stat) ? row.facts : undefined;
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

function isSame(a: FileStat, b: FileStat): boolean {
  return (
    a.size === b.size &&
    a.mtimeMs === b.mtimeMs &&
    a.ctimeMs === b.ctimeMs &&
    a.ino === b.ino &&
    a.dev === b.dev
  );
}
