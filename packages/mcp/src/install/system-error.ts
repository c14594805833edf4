import { KnowhowError } from "@knowhow/runtime";

/** An error that the operating system gave. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

/** Says what could not be done with a path; anything that is no error of the system passes as it is. */
export function pathError(error: unknown, path: string, what: string, hint?: string): unknown {
  if (!isSystemError(error)) return error;
  const reason = /^[A-Z0-9_]+: ([^,]*)/.exec(error.message)?.[1] ?? error.message;
  const isFull = error.code === "ENOSPC" || error.code === "EDQUOT";
  return new KnowhowError("mcp.install-failed", `${path} cannot be ${what}: ${reason}`, {
    hint: hint ?? (isFull ? "make room, then try again" : "check the permissions of this path"),
    cause: error,
  });
}
