/** The first error in a JSON text, with its index. */
export class JsonFault extends Error {
  override readonly name = "JsonFault";
  /** Index of the first wrong character; the length of the text if it ends too early. */
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Called for each part of a text, in order. Positions are indexes; an end is the index after the last character. */
export interface JsonVisitor {
  /** An opening bracket. */
  open?(bracket: "{" | "[", at: number): void;
  close?(at: number): void;
  key?(start: number, end: number): void;
  /** A string, a number, true, false or null. */
  scalar?(start: number, end: number): void;
  comma?(at: number): void;
  comment?(start: number, end: number): void;
}

/** How strictly a text is parsed. */
export interface JsonScanOptions {
  /** Accept comments, trailing commas, a byte order mark and a text without a value. Default false. */
  readonly lenient?: boolean;
  /** Maximum nesting. Default no limit. */
  readonly maxDepth?: number;
}

type Expected = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end" | "nothing";

const SPACE = /[ \t\r\n]+/y;
const LINE_COMMENT = /\/\/[^\r\n]*/y;
const STOP = /["\\\u0000-\u001f]/g;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** Scans a JSON text from start to end. Throws a `JsonFault` at the first error. */
export function scanJson(text: string, visitor: JsonVisitor, options: JsonScanOptions = {}): void {
  const { lenient = false, maxDepth = Number.POSITIVE_INFINITY } = options;
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  let at = skipTrivia(text, lenient && text.startsWith("\ufeff") ? 1 : 0);
  if (lenient && at >= text.length) return;
  while (expected !== "nothing") {
    const inside = open.at(-1);
    const character = text[at];
    let end = at + 1;
    if (expected.endsWith("or end") && character === (inside === "{" ? "}" : "]")) {
      open.pop();
      visitor.close?.(at);
      expected = open.length === 0 ? "nothing" : "comma or end";
    } else if (expected.startsWith("value")) {
      if (open.length > maxDepth) throw new JsonFault("the text is nested too deeply", at);
      if (character === "{" || character === "[") {
        open.push(character);
        visitor.open?.(character, at);
        expected = character === "{" ? "key or end" : "value or end";
      } else {
        end = stringEnd(text, at) ?? match(SCALAR, text, at) ?? missing(text, at, "a value");
        visitor.scalar?.(at, end);
        expected = open.length === 0 ? "nothing" : "comma or end";
      }
    } else if (expected.startsWith("key")) {
      end = stringEnd(text, at) ?? missing(text, at, "a key in double quotes");
      visitor.key?.(at, end);
      expected = "colon";
    } else if (expected === "colon") {
      if (character !== ":") missing(text, at, "a colon");
      expected = "value";
    } else {
      if (character !== ",") missing(text, at, inside === "{" ? "a comma or }" : "a comma or ]");
      visitor.comma?.(at);
      if (inside === "{") expected = lenient ? "key or end" : "key";
      else expected = lenient ? "value or end" : "value";
    }
    at = skipTrivia(text, end);
  }
  if (at < text.length) throw new JsonFault("unexpected text after the end of the value", at);

  /** Index of the first character at or after a position that is neither white space nor in a comment. */
  function skipTrivia(within: string, from: number): number {
    let next = match(SPACE, within, from) ?? from;
    while (lenient && within[next] === "/") {
      const commentEnd = endOfComment(within, next);
      if (commentEnd === undefined) return next;
      visitor.comment?.(next, commentEnd);
      next = match(SPACE, within, commentEnd) ?? commentEnd;
    }
    return next;
  }
}

/** End of the comment that starts at this index; undefined if there is none. */
function endOfComment(text: string, at: number): number | undefined {
  if (text[at + 1] !== "*") return match(LINE_COMMENT, text, at);
  const end = text.indexOf("*/", at + 2);
  if (end < 0) throw new JsonFault("a comment is not closed", at);
  return end + 2;
}

/**
 * End of the string that starts at this index; undefined if there is none. A single pattern would overflow the stack.
 */
function stringEnd(text: string, at: number): number | undefined {
  if (text[at] !== '"') return undefined;
  for (let next = at + 1; ; ) {
    STOP.lastIndex = next;
    const stop = STOP.exec(text);
    if (stop?.[0] === '"') return stop.index + 1;
    const end = stop?.[0] === "\\" ? match(ESCAPE, text, stop.index) : undefined;
    if (end === undefined) return undefined;
    next = end;
  }
}

function missing(text: string, at: number, what: string): never {
  const place = at >= text.length ? `expected ${what}, but the text ends` : `expected ${what}`;
  throw new JsonFault(place, at);
}

function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
