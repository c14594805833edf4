/** A text that cannot be edited safely, with the reason and the index. */
export class ConfigFault extends Error {
  override readonly name = "ConfigFault";
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** The one-based line and column of a character. */
export function placeOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split(/\r\n|\n|\r/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
