import { ConfigFault } from "../config-fault.ts";
import { readKey } from "./read-key.ts";
import { readString } from "./read-string.ts";

/** A parsed value and its end. A number or a date is given as written. */
export interface ReadValue {
  readonly value: unknown;
  readonly end: number;
}

/** Maximum nesting. */
const MAX_DEPTH = 128;

/** Maximum length of a number or a date. */
const MAX_SCALAR = 100;

const INTEGER = String.raw`0x[\da-fA-F]+(?:_[\da-fA-F]+)*|0o[0-7]+(?:_[0-7]+)*|0b[01]+(?:_[01]+)*`;
const DECIMAL = String.raw`(?:0|[1-9]\d*(?:_\d+)*)(?:\.\d+(?:_\d+)*)?(?:[eE][+-]?\d+(?:_\d+)*)?`;
const TIME = String.raw`\d\d:\d\d(?::\d\d(?:\.\d+)?)?`;
const DATE = String.raw`\d{4}-\d\d-\d\d(?:[Tt ]${TIME}(?:[Zz]|[+-]\d\d:\d\d)?)?`;
const SCALAR = new RegExp(`^(?:true|false|${DATE}|${TIME}|[+-]?(?:${INTEGER}|inf|nan|${DECIMAL}))$`);
const TOKEN = /[\w+.:-]+(?: \d\d:[\w+.:-]+)?(?=[ \t\r\n,\]}#]|$)/y;
const SPACE = /[ \t]*/y;
const BLANK = /[ \t\r\n]+/y;
const COMMENT = /#[^\r\n]*/y;

/** Parses a value of any kind at an index. */
export function readValue(text: string, at: number, depth = 0): ReadValue {
  if (depth > MAX_DEPTH) throw new ConfigFault("the text is nested too deeply", at);
  const first = text[at];
  if (first === '"' || first === "'") return readString(text, at);
  if (first === "[") return readArray(text, at, depth);
  if (first === "{") return readInlineTable(text, at, depth);
  const end = skip(TOKEN, text, at);
  const written = text.slice(at, end);
  if (written.length > MAX_SCALAR || !SCALAR.test(written))
    throw new ConfigFault("a value should stand here", at);
  return { value: written === "true" ? true : written === "false" ? false : { written }, end };
}

function readArray(text: string, start: number, depth: number): ReadValue {
  const items: unknown[] = [];
  let at = skipTrivia(text, start + 1);
  while (text[at] !== "]") {
    const { value, end } = readValue(text, at, depth + 1);
    items.push(value);
    at = behindComma(text, end, "]", start);
  }
  return { value: items, end: at + 1 };
}

/** Newer TOML allows an inline table on several lines; whether a client does is its own matter. */
function readInlineTable(text: string, start: number, depth: number): ReadValue {
  const members: [string, unknown][] = [];
  let at = skipTrivia(text, start + 1);
  while (text[at] !== "}") {
    const { keys, end } = readKey(text, at);
    const equals = skip(SPACE, text, end);
    if (text[equals] !== "=") throw new ConfigFault("an = should stand here", equals);
    const { value, end: valueEnd } = readValue(text, skip(SPACE, text, equals + 1), depth + 1);
    members.push([keys.join("."), value]);
    at = behindComma(text, valueEnd, "}", start);
  }
  return { value: Object.fromEntries(members), end: at + 1 };
}

function behindComma(text: string, end: number, close: string, start: number): number {
  const at = skipTrivia(text, end);
  if (text[at] === close) return at;
  if (text[at] === ",") return skipTrivia(text, at + 1);
  if (at >= text.length) throw new ConfigFault(`no ${close} closes what is opened here`, start);
  throw new ConfigFault(`a comma or ${close} should stand here`, at);
}

/** Index of the first character at or after `at` that is neither white space nor in a comment. */
export function skipTrivia(text: string, at: number): number {
  let next = at;
  for (;;) {
    const before = next;
    next = skip(COMMENT, text, skip(BLANK, text, next));
    if (next === before) return next;
  }
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
