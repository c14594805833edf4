/** A tool cannot do what a step asks for. `code` is the kind of failure that `retry.on` of a step can name. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
