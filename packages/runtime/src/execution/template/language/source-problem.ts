/** Stops parsing inside the compiler, which catches it and returns a problem. */
export class SourceProblem extends Error {
  readonly at: number;
  readonly hint: string | undefined;

  constructor(at: number, message: string, hint?: string) {
    super(message);
    this.at = at;
    this.hint = hint;
  }
}

/** `; did you mean "x"?`, or nothing. */
export function meant(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean "${near}"?`;
}
