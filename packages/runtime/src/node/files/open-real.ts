import { constants } from "node:fs";
import type { FileCalls } from "./file-calls.ts";

/** Opens the entry at a path that has no links. Throws like `open`; a directory that has become a link is ENOTDIR or ELOOP. */
export type OpenReal = (path: string, flags: number) => number;

/** Linux: a descriptor that only names an entry, so that a directory on the way need not be readable. */
const O_PATH = 0o10000000;

/** macOS 11: no component of the path may be a link. */
const O_NOFOLLOW_ANY = 0x20000000;

const DIRECTORY = O_PATH | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Creates the way to open a real path on this system. On Linux every directory from the root down is opened relative to
 * the one before it, and none may be a link, so that swapping a directory cannot lead elsewhere; macOS does the same in
 * one call. Other systems, and a Linux without /proc, only refuse a link as the last component.
 */
export function openReal(calls: FileCalls, platform: NodeJS.Platform = process.platform): OpenReal {
  if (platform === "darwin") return (path, flags) => calls.open(path, flags | O_NOFOLLOW_ANY);
  if (platform !== "linux" || constants.O_NOFOLLOW === undefined)
    return (path, flags) => calls.open(path, flags);
  let isOffered: boolean | undefined;
  return (path, flags) => {
    if (isOffered === false) return calls.open(path, flags);
    const root = calls.open("/", DIRECTORY);
    try {
      isOffered ??= calls.lstat(descriptorPath(root))?.isSymbolicLink() === true;
    } catch (error) {
      closeQuietly(root, calls);
      throw error;
    }
    if (isOffered) return openBelow(root, path, flags, calls);
    closeQuietly(root, calls);
    return calls.open(path, flags);
  };
}

/** Closes a file that was only read; the system frees it even if it reports an error. */
export function closeQuietly(file: number, calls: FileCalls): void {
  try {
    calls.close(file);
  } catch {
    // What was read is not affected.
  }
}

/** The path under which Linux offers an open file. */
export function descriptorPath(file: number): string {
  return `/proc/self/fd/${file}`;
}

function openBelow(root: number, path: string, flags: number, calls: FileCalls): number {
  const names = path.split("/").filter((name) => name !== "");
  const last = names.pop() ?? ".";
  let at = root;
  const step = (name: string, how: number): void => {
    const from = at;
    try {
      at = calls.open(`${descriptorPath(from)}/${name}`, how);
    } finally {
      closeQuietly(from, calls);
    }
  };
  for (const name of names) step(name, DIRECTORY);
  step(last, flags);
  return at;
}
