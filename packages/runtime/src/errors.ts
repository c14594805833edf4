import type { ErrorCode } from "./codes.ts";

/** A wrong call or a broken environment, with a stable code and a hint what to do next. */
export class KnowhowError extends Error {
  override readonly name = "KnowhowError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }
}

/** Recognizes our error by its name, because two copies of a module do not share a prototype. */
export function isKnowhowError(error: unknown): error is KnowhowError {
  return error instanceof Error && error.name === "KnowhowError" && "code" in error;
}
