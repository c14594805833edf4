import { KnowhowError } from "../../errors.ts";

/** The codes of errors that rendering throws. */
export type TemplateErrorCode =
  | "execution.template-undefined"
  | "execution.template-type"
  | "execution.template-filter"
  | "execution.template-limit";

/** Rendering failed. The message names the place in the template and never contains a value of the scope. */
export class TemplateError extends KnowhowError {
  declare readonly code: TemplateErrorCode;
  /** One-based. */
  readonly line: number;
  /** One-based. */
  readonly column: number;

  constructor(
    code: TemplateErrorCode,
    message: string,
    options: { line: number; column: number; hint?: string; cause?: unknown },
  ) {
    super(code, `${message} (line ${options.line}, column ${options.column})`, options);
    this.line = options.line;
    this.column = options.column;
  }
}
