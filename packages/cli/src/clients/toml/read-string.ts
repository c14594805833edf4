import { ConfigFault } from "../config-fault.ts";

/** A parsed string and its end. */
export interface ReadString {
  readonly value: string;
  readonly end: number;
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  t: "\t",
  n: "\n",
  f: "\f",
  r: "\r",
  e: "\u001b",
  '"': '"',
  "\\": "\\",
};

const LITERAL_STOP = /['\u0000-\u0008\u000a-\u001f\u007f]/g;
const BASIC_STOP = /["\\\u0000-\u0008\u000a-\u001f\u007f]/g;
const LONG_LITERAL_STOP = /'''/g;
const LONG_BASIC_STOP = /"""|\\/g;
const FOLD = /\\[ \t]*\r?\n[ \t\r\n]*/y;

/** Parses one of TOML's four kinds of strings; `at` is its first quote. */
export function readString(text: string, at: number): ReadString {
  const quote = text[at] === "'" ? "'" : '"';
  const isLong = text.startsWith(quote.repeat(3), at);
  return isLong ? readLong(text, at, quote) : readShort(text, at, quote);
}

function readShort(text: string, start: number, quote: string): ReadString {
  const parts: string[] = [];
  for (let at = start + 1; ; ) {
    const stop = find(quote === "'" ? LITERAL_STOP : BASIC_STOP, text, at);
    parts.push(text.slice(at, stop));
    if (text[stop] === quote) return { value: parts.join(""), end: stop + 1 };
    if (text[stop] !== "\\") throw new ConfigFault("the text in quotes is not closed in its line", start);
    const escaped = readEscape(text, stop);
    parts.push(escaped.value);
    at = escaped.end;
  }
}

function readLong(text: string, start: number, quote: string): ReadString {
  const parts: string[] = [];
  let at = start + 3;
  at += /^\r?\n/.exec(text.slice(at, at + 2))?.[0].length ?? 0;
  for (;;) {
    const stop = find(quote === "'" ? LONG_LITERAL_STOP : LONG_BASIC_STOP, text, at);
    parts.push(text.slice(at, stop));
    if (stop >= text.length) throw new ConfigFault("the text in three quotes is never closed", start);
    if (text[stop] === quote) {
      // Up to two quotes may directly precede the closing three.
      const extra = [1, 2].findLast((more) => text.startsWith(quote.repeat(more), stop + 3)) ?? 0;
      return { value: parts.join("") + quote.repeat(extra), end: stop + 3 + extra };
    }
    const escaped = foldAt(text, stop) ?? readEscape(text, stop);
    parts.push(escaped.value);
    at = escaped.end;
  }
}

/** A backslash at the end of a line removes all white space up to the next word. */
function foldAt(text: string, at: number): ReadString | undefined {
  FOLD.lastIndex = at;
  return FOLD.test(text) ? { value: "", end: FOLD.lastIndex } : undefined;
}

function find(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.index ?? text.length;
}

function readEscape(text: string, at: number): ReadString {
  const letter = text[at + 1] ?? "";
  const plain = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
  if (plain !== undefined) return { value: plain, end: at + 2 };
  const digits = { x: 2, u: 4, U: 8 }[letter] ?? 0;
  const written = text.slice(at + 2, at + 2 + digits);
  const code =
    /^[0-9a-fA-F]+$/.test(written) && written.length === digits ? Number.parseInt(written, 16) : Number.NaN;
  if (Number.isNaN(code) || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
    throw new ConfigFault("there is no such escape sequence", at);
  return { value: String.fromCodePoint(code), end: at + 2 + digits };
}
