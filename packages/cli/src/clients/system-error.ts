import { isKnowhowError, KnowhowError } from "@knowhow/runtime";

/** True for an error of the operating system. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

/**
 * Wraps an error of the system or of the state directory with what could not be done with a path; others are returned
 * unchanged.
 */
export function pathError(error: unknown, path: string, what: string, hint?: string): unknown {
  if (isKnowhowError(error) && error.code.startsWith("state.")) {
    const help = error.hint ?? hint;
    return new KnowhowError("mcp.install-failed", error.message, {
      ...(help === undefined ? {} : { hint: help }),
      cause: error,
    });
  }
  if (!isSystemError(error)) return error;
  const reason = /^[A-Z0-9_]+: ([^,]*)/.exec(error.message)?.[1] ?? error.message;
  return new KnowhowError("mcp.install-failed", `${path} cannot be ${what}: ${reason}`, {
    hint: hint ?? hintFor(error.code),
    cause: error,
  });
}

function hintFor(code: string | undefined): string {
  if (code === "ENOSPC" || code === "EDQUOT") return "free some disk space, then try again";
  if (code === "ENOTDIR" || code === "EEXIST")
    return "a file is in the place of a directory of this path; rename or remove it";
  return "check the permissions of this path";
}
