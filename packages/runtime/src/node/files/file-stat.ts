import type { Dirent, Stats } from "node:fs";
import type { FileKind, FileStat } from "../../ports.ts";
import { type FileCalls, nodeCalls } from "./file-calls.ts";

/** Windows reports different volume numbers for an open file and for its path. */
const HAS_DEVICES = process.platform !== "win32";

/** The stat of an entry itself; undefined if there is none. */
export function statOf(path: string, calls: Pick<FileCalls, "lstat"> = nodeCalls): FileStat | undefined {
  const stats = calls.lstat(path);
  return stats === undefined ? undefined : toFileStat(stats);
}

/** Converts Node's stat. */
export function toFileStat(stats: Stats): FileStat {
  const { size, mtimeMs, ctimeMs, ino, dev, uid, nlink: links } = stats;
  const mode = stats.mode & 0o7777;
  // Two literals: a spread here costs a tenth of listing 10,000 skills.
  return HAS_DEVICES
    ? { kind: kindOf(stats), size, mtimeMs, ctimeMs, ino, mode, uid, links, dev }
    : { kind: kindOf(stats), size, mtimeMs, ctimeMs, ino, mode, uid, links };
}

export function kindOf(entry: Stats | Dirent): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}

/** The `code` of a system error; an empty string if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
