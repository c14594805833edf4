/** True for an error of the operating system, such as ENOENT. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

/** The message of anything that was thrown; `EACCES: permission denied, open '/x'` → `permission denied: /x`. */
export function errorText(error: unknown): string {
  if (!isSystemError(error)) return error instanceof Error ? error.message : String(error);
  return error.path === undefined ? systemReason(error) : `${systemReason(error)}: ${error.path}`;
}

/** `EACCES: permission denied, open '/x'` → `permission denied`. */
export function systemReason(error: NodeJS.ErrnoException): string {
  return /^[A-Z0-9_]+: ([^,]*)/.exec(error.message)?.[1] ?? error.message;
}
