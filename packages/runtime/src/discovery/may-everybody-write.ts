import type { Environment, FileStat } from "../ports.ts";

/** True for a directory into which every user of this machine may put files; Windows has no such bit. */
export function mayEverybodyWrite(directory: FileStat | undefined, { platform }: Environment): boolean {
  return platform !== "win32" && directory !== undefined && (directory.mode & 0o002) !== 0;
}
