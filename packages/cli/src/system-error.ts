/** An error that the operating system gave. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

/** `EACCES: permission denied, open '/x'` → `permission denied: /x`. */
export function systemMessage(error: NodeJS.ErrnoException): string {
  const reason = /^[A-Z0-9_]+: ([^,]*)/.exec(error.message)?.[1] ?? error.message;
  return error.path === undefined ? reason : `${reason}: ${error.path}`;
}
