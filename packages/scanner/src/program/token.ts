/** A token of JavaScript, TypeScript or Python. */
export interface Token {
  readonly kind: "name" | "text" | "sign" | "line" | "number";
  /** The name, the value of a string without its quotes, or the sign. */
  readonly text: string;
  readonly offset: number;
}
