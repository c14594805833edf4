/** A token of an expression or tag. `end` closes the expression; its text is what closed it. */
export interface Token {
  readonly kind: "name" | "string" | "number" | "operator" | "end";
  readonly text: string;
  /** The value of a number; otherwise 0. */
  readonly number: number;
  readonly at: number;
}

/** A source, cut into text, expressions and tags. */
export type SourcePiece =
  | { readonly kind: "text"; readonly text: string; readonly at: number }
  | { readonly kind: "output" | "tag"; readonly tokens: readonly Token[]; readonly at: number };
