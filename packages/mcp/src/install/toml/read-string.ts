import { ConfigFault } from "../config-fault.ts";

/** A text in quotes: what it says and where it ends. */
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

/** A backslash at the end of a line: all white space up to the next word goes. */
const FOLD = /^\\[ \t]*\r?\n[ \t\r\n]*/;

/** Reads one of TOML's four kinds of strings; `at` is its first quote. */
export function readString(text: string, at: number): ReadString {
  const quote = text[at] === "'" ? "'" : '"';
  const isLong = text.startsWith(quote.repeat(3), at);
  return isLong ? readLong(text, at, quote) : readShort(text, at, quote);
}

function readShort(text: string, start: number, quote: string): ReadString {
  let value = "";
  for (let at = start + 1; ; ) {
    const character = text[at];
    if (character === quote) return { value, end: at + 1 };
    if (character === undefined || /[\u0000-\u0008\u000a-\u001f\u007f]/.test(character))
      throw new ConfigFault("the text in quotes is not closed in its line", start);
    if (character === "\\" && quote === '"') {
      const escaped = readEscape(text, at);
      value += escaped.value;
      at = escaped.end;
    } else {
      value += character;
      at += 1;
    }
  }
}

function readLong(text: string, start: number, quote: string): ReadString {
  const close = quote.repeat(3);
  let value = "";
  let at = start + 3;
  at += /^\r?\n/.exec(text.slice(at, at + 2))?.[0].length ?? 0;
  for (;;) {
    if (text.startsWith(close, at)) {
      // Up to two quotes may stand directly before the closing three.
      const extra = [1, 2].findLast((more) => text.startsWith(quote.repeat(more), at + 3)) ?? 0;
      return { value: value + quote.repeat(extra), end: at + 3 + extra };
    }
    const character = text[at];
    if (character === undefined) throw new ConfigFault("the text in three quotes is never closed", start);
    const fold =
      quote === '"' && character === "\\" ? FOLD.exec(text.slice(at, at + 10_000))?.[0] : undefined;
    if (fold !== undefined) at += fold.length;
    else if (character === "\\" && quote === '"') {
      const escaped = readEscape(text, at);
      value += escaped.value;
      at = escaped.end;
    } else {
      value += character;
      at += 1;
    }
  }
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
