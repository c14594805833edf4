import { SourceProblem } from "./source-problem.ts";
import type { Token } from "./token.ts";

const OPERATORS: ReadonlySet<string> = new Set([
  ...["**", "//", "==", "!=", "<=", ">="],
  ...["+", "-", "*", "/", "%", "~", "<", ">", "=", "(", ")", "[", "]", "{", "}", ".", ",", ":", "|"],
]);

/** Tokens from `start` up to `close` (`}}` or `%}`), or to the end of the source if `close` is undefined. */
export function scanTokens(
  source: string,
  start: number,
  close: string | undefined,
): { readonly tokens: readonly Token[]; readonly end: number } {
  const tokens: Token[] = [];
  let at = start;
  let braces = 0;
  for (;;) {
    at = skipSpace(source, at);
    if (at >= source.length) {
      if (close !== undefined)
        throw new SourceProblem(
          Math.max(0, start - 2),
          `"${source.slice(start - 2, start)}" is never closed`,
          `close it with "${close}"`,
        );
      tokens.push({ kind: "end", text: "", number: 0, at });
      return { tokens, end: at };
    }
    if (close !== undefined && braces === 0) {
      const sign = source.charCodeAt(at) === MINUS || source.charCodeAt(at) === PLUS ? 1 : 0;
      if (source.startsWith(close, at + sign)) {
        tokens.push({ kind: "end", text: source.slice(at, at + sign + 2), number: 0, at });
        return { tokens, end: at + sign + 2 };
      }
    }
    const token = scanToken(source, at);
    if (token.kind === "operator") {
      if (token.text === "{") braces += 1;
      else if (token.text === "}") braces -= 1;
    }
    tokens.push(token);
    at = token.end;
  }
}

interface ScannedToken extends Token {
  readonly end: number;
}

function scanToken(source: string, at: number): ScannedToken {
  const code = source.charCodeAt(at);
  if (isNameStart(code)) return scanName(source, at);
  if (isDigit(code)) return scanNumber(source, at);
  if (code === QUOTE || code === APOSTROPHE) return scanString(source, at);
  const two = source.slice(at, at + 2);
  const text = OPERATORS.has(two) ? two : two.slice(0, 1);
  if (!OPERATORS.has(text)) throw new SourceProblem(at, "unexpected character");
  return { kind: "operator", text, number: 0, at, end: at + text.length };
}

function scanName(source: string, at: number): ScannedToken {
  let end = at + 1;
  while (end < source.length && isNamePart(source.charCodeAt(end))) end += 1;
  return { kind: "name", text: source.slice(at, end), number: 0, at, end };
}

function scanNumber(source: string, at: number): ScannedToken {
  let end = skipDigits(source, at);
  if (source.charCodeAt(end) === DOT && isDigit(source.charCodeAt(end + 1)))
    end = skipDigits(source, end + 1);
  const mark = source.charCodeAt(end) | 0x20;
  if (mark === LETTER_E) {
    const sign = source.charCodeAt(end + 1);
    const digits = sign === PLUS || sign === MINUS ? end + 2 : end + 1;
    if (isDigit(source.charCodeAt(digits))) end = skipDigits(source, digits);
  }
  if (end < source.length && isNamePart(source.charCodeAt(end)))
    throw new SourceProblem(
      at,
      "a name cannot start with a digit",
      'use ["…"] to read a member of this name',
    );
  const number = Number(source.slice(at, end).replaceAll("_", ""));
  if (!Number.isFinite(number)) throw new SourceProblem(at, "the number is too large");
  return { kind: "number", text: source.slice(at, end), number, at, end };
}

function scanString(source: string, at: number): ScannedToken {
  const quote = source.charCodeAt(at);
  let text = "";
  let from = at + 1;
  for (let end = from; end < source.length; end += 1) {
    const code = source.charCodeAt(end);
    if (code === quote)
      return { kind: "string", text: text + source.slice(from, end), number: 0, at, end: end + 1 };
    if (code !== BACKSLASH) continue;
    const escaped = readEscape(source, end);
    text += source.slice(from, end) + escaped.text;
    from = escaped.end;
    end = escaped.end - 1;
  }
  throw new SourceProblem(at, "the string is never closed", `close it with ${source.slice(at, at + 1)}`);
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
]);

/** The character that an escape stands for. An unknown escape stands for itself, as in Python. */
function readEscape(source: string, at: number): { readonly text: string; readonly end: number } {
  const letter = source.slice(at + 1, at + 2);
  const simple = ESCAPES.get(letter);
  if (simple !== undefined) return { text: simple, end: at + 2 };
  const length = letter === "u" ? 4 : letter === "x" ? 2 : 0;
  const digits = source.slice(at + 2, at + 2 + length);
  if (length === 0) return { text: `\\${letter}`, end: at + 1 + letter.length };
  if (digits.length < length || !isHex(digits))
    throw new SourceProblem(at, `"\\${letter}" needs ${length} hexadecimal digits`);
  return { text: String.fromCharCode(Number.parseInt(digits, 16)), end: at + 2 + length };
}

const [QUOTE, APOSTROPHE, PLUS, MINUS, DOT, BACKSLASH, LETTER_E] = [34, 39, 43, 45, 46, 92, 101];

/** The first offset from `at` on that is not white space. */
export function skipSpace(source: string, at: number): number {
  let end = at;
  while (end < source.length && isSpace(source.charCodeAt(end))) end += 1;
  return end;
}

/** White space as Python's `\s` has it within the Basic Latin block, and the no-break space. */
export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 160;
}

function skipDigits(source: string, at: number): number {
  let end = at;
  for (;;) {
    if (isDigit(source.charCodeAt(end))) end += 1;
    else if (source.charCodeAt(end) === 95 && isDigit(source.charCodeAt(end + 1))) end += 2;
    else return end;
  }
}

function isHex(text: string): boolean {
  return /^[\da-f]+$/i.test(text);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isNameStart(code: number): boolean {
  const letter = code | 0x20;
  return (letter >= 97 && letter <= 122) || code === 95 || code > 160;
}

function isNamePart(code: number): boolean {
  return isNameStart(code) || isDigit(code);
}
