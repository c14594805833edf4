/** Where a text stops being JSON, and what to do about it. */
export interface JsonError {
  /** One-based. */
  readonly line: number;
  readonly hint: string;
}

type Expected = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end" | "nothing";

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Finds the first mistake in a text that `JSON.parse` refused: its messages have no line for most mistakes. */
export function findJsonError(text: string): JsonError {
  const at = firstMistake(text);
  return { line: text.slice(0, at).split("\n").length, hint: hintFor(text, at) };
}

function firstMistake(text: string): number {
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  let at = skip(SPACE, text, 0) ?? 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    const inside = open.at(-1);
    let next: number | undefined = at + 1;
    if ((expected === "value" || expected === "value or end") && (character === "{" || character === "[")) {
      open.push(character);
      expected = character === "{" ? "key or end" : "value or end";
    } else if (
      character === (inside === "{" ? "}" : "]") &&
      expected.endsWith("or end") &&
      inside !== undefined
    ) {
      open.pop();
      expected = open.length === 0 ? "nothing" : "comma or end";
    } else if (expected.startsWith("value")) {
      next = skip(STRING, text, at) ?? skip(SCALAR, text, at);
      expected = open.length === 0 ? "nothing" : "comma or end";
    } else if (expected.startsWith("key")) {
      next = skip(STRING, text, at);
      expected = "colon";
    } else if (expected === "colon" && character === ":") {
      expected = "value";
    } else if (expected === "comma or end" && character === ",") {
      expected = inside === "{" ? "key" : "value";
    } else {
      return at;
    }
    if (next === undefined) return at;
    at = skip(SPACE, text, next) ?? next;
  }
  return at;
}

function skip(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function hintFor(text: string, at: number): string {
  const character = text[at];
  if (character === undefined) return "the text ends too early: a bracket or a quote is not closed";
  if (character === "/" || character === "#") return "JSON has no comments; remove it";
  if (character === "'") return 'JSON uses double quotes ("), not single ones';
  if ((character === "}" || character === "]") && /,\s*$/.test(text.slice(0, at)))
    return "remove the comma before the bracket";
  return "check the commas and quotes in this line and the one before";
}
