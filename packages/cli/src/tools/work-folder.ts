import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { mayContainSecrets } from "@knowhow/runtime/toolkit";
import { enginePath, isInside } from "../io/paths.ts";
import { isSystemError } from "../io/system-error.ts";
import { ToolError } from "./tool-error.ts";

/** A path below the directory of a run. */
export interface FoundPath {
  /** With all links resolved. */
  readonly real: string;
  /** Relative to the directory, with "/" as separator; "." for the directory itself. */
  readonly shown: string;
}

/** Hooks in it are programs, and addresses in it may contain passwords. */
const GIT = /(?:^|\/)\.git(?:\/|$)/i;

/**
 * Finds a path below a directory. Throws `ToolError` for absolute paths, for paths and links that lead outside, and for files
 * that may contain credentials. The last part of the path need not exist.
 */
export function findBelow(directory: string, path: string): FoundPath {
  if (path.includes("\0")) throw new ToolError("invalid_input", "the path contains a null character");
  const windows = /^[a-zA-Z]:|^[\\/]/.test(path);
  if (isAbsolute(path) || windows)
    throw new ToolError("denied", `${path} is not relative to the directory of the run`);
  const base = realpathSync.native(directory);
  const whole = resolve(base, path);
  const outside = new ToolError("denied", `${path} is outside of the directory of the run`);
  if (!isInside(whole, base)) throw outside;
  const real = realPath(whole);
  if (!isInside(real, base)) throw outside;
  const shown = enginePath(relative(base, whole)) || ".";
  for (const each of [shown, enginePath(relative(base, real))]) {
    const reason = offLimits(each);
    if (reason !== undefined) throw new ToolError("denied", `${path} ${reason}`);
  }
  return { real, shown };
}

/** Why tools never touch a path below the directory of a run; undefined if they may. */
export function offLimits(path: string): string | undefined {
  if (mayContainSecrets(path) || mayContainSecrets(`${path}/`)) return "may contain credentials";
  return GIT.test(path) ? "belongs to Git" : undefined;
}

/** The real path of the part that exists, and the rest as it is. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const isMissing = isSystemError(error) && error.code === "ENOENT" && dirname(path) !== path;
    if (!isMissing) throw error;
    return join(realPath(dirname(path)), path.slice(dirname(path).length));
  }
}
