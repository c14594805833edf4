import type { FileStat, FileSystem } from "@knowhow/runtime";
import { digestOf } from "../../shared/digest.ts";

/** What is published about a file. */
export interface FileDigest {
  readonly digest: string;
  readonly size: number;
}

/** Digests of files, each made once until the file changes. */
export interface FileDigests {
  /** The digest of a regular file, or undefined when there is none any more or it is larger than `maxBytes`. */
  of(real: string, maxBytes: number): Promise<FileDigest | undefined>;
  /** How many files were hashed so far. */
  readonly hashed: number;
}

/** A file that changes twice within a clock tick looks unchanged afterwards; FAT keeps times of two seconds. */
const SETTLE_MS = 2_500;

/** Remembers a value per file for as long as its size, times and number stay the same. */
export interface FileMemo<Value> {
  get(real: string, stat: FileStat): Value | undefined;
  set(real: string, stat: FileStat, value: Value): void;
}

/** A memo of at most `limit` files; the oldest go first. */
export function fileMemo<Value>(limit = 200_000, now: () => number = Date.now): FileMemo<Value> {
  const rows = new Map<
    string,
    { readonly stat: FileStat; readonly settled: boolean; readonly value: Value }
  >();
  return {
    get: (real, stat) => {
      const row = rows.get(real);
      return row?.settled === true && isSame(row.stat, stat) ? row.value : undefined;
    },
    set: (real, stat, value) => {
      rows.delete(real);
      const settled = now() - Math.max(stat.mtimeMs, stat.ctimeMs) >= SETTLE_MS;
      rows.set(real, { stat, settled, value });
      const oldest = rows.size > limit ? rows.keys().next().value : undefined;
      if (oldest !== undefined) rows.delete(oldest);
    },
  };
}

/** Digests over a file system. A file is read only where no link leads to it. */
export function fileDigests(files: FileSystem, now?: () => number): FileDigests {
  const memo = fileMemo<FileDigest>(undefined, now);
  let hashed = 0;
  return {
    get hashed() {
      return hashed;
    },
    of: async (real, maxBytes) => {
      const stat = await files.stat(real);
      if (stat?.kind !== "file" || stat.size > maxBytes) return undefined;
      const known = memo.get(real, stat);
      if (known !== undefined) return known;
      const read = (await files.realpath(real)) === real ? await files.readBytes(real, maxBytes) : undefined;
      if (read?.bytes === undefined) return undefined;
      hashed += 1;
      const value = { digest: digestOf(read.bytes), size: read.bytes.length };
      memo.set(real, read.stat, value);
      return value;
    },
  };
}

function isSame(a: FileStat, b: FileStat): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}
