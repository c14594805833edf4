import { dirname, resolve } from "node:path";
import { isInside } from "../../basics/paths.ts";
import { knowhowDirectories } from "../../config/directories.ts";
import { KnowhowError } from "../../errors.ts";
import { codeOf } from "../files/file-stat.ts";
import { toEnginePath } from "../files/node-files.ts";
import { nodeEnvironment } from "../node-environment.ts";

const FULL: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
};

const NOT_WRITABLE: Readonly<Record<string, string>> = {
  EROFS: "the file system is read-only",
  EACCES: "permission denied",
  EPERM: "operation not permitted",
};

/** Writes a file of the state; a full disk and a folder that is not writable become errors that say what to do. */
export async function explainWrites<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw writeError(error, path);
  }
}

/** The error of a write, with what to do about it; any other than that of a full or read-only disk is returned unchanged. */
export function writeError(error: unknown, path: string): unknown {
  const code = codeOf(error);
  const reason = FULL[code] ?? NOT_WRITABLE[code];
  if (reason === undefined) return error;
  const isFull = FULL[code] !== undefined;
  const folder = dirname(resolve(path));
  const known = knownFolder(folder);
  const first = isFull ? "free some space there" : `make ${known?.path ?? folder} writable for your user`;
  const other =
    known === undefined
      ? "choose another folder"
      : `set ${known.variable} to a folder ${isFull ? "on another disk" : "that is"}`;
  return new KnowhowError(
    isFull ? "state.disk-full" : "state.not-writable",
    `cannot write to ${folder}: ${reason} (${code})`,
    { hint: `${first}, or ${other}`, cause: error },
  );
}

/** The directory of knowhow that contains a folder, and the variable that chooses another one. */
function knownFolder(folder: string): { readonly path: string; readonly variable: string } | undefined {
  const { state, cache } = knowhowDirectories(nodeEnvironment({ cwd: "/" }));
  const path = toEnginePath(folder);
  if (isInside(path, state)) return { path: state, variable: "KNOWHOW_STATE_DIR" };
  return isInside(path, cache) ? { path: cache, variable: "KNOWHOW_CACHE_DIR" } : undefined;
}
