/** An error that the operating system gave. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

/** `EACCES: permission denied, open '/x'` → `permission denied: /x`. */
export function systemMessage(error: NodeJS.ErrnoException): string {
  return error.path === undefined ? systemReason(error) : `${systemReason(error)}: ${error.path}`;
}

/** `EACCES: permission denied, open '/x'` → `permission denied`. */
export function systemReason(error: NodeJS.ErrnoException): string {
  return /^[A-Z0-9_]+: ([^,]*)/.exec(error.message)?.[1] ?? error.message;
}
