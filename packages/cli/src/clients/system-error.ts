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
  const isFull = error.code === "ENOSPC" || error.code === "EDQUOT";
  return new KnowhowError("mcp.install-failed", `${path} cannot be ${what}: ${reason}`, {
    hint: hint ?? (isFull ? "make room, then try again" : "check the permissions of this path"),
    cause: error,
  });
}
