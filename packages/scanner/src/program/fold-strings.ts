import type { Token } from "./token.ts";

/** Looks up the constant text of a variable. */
export type Constants = (name: string) => string | undefined;

/** The constant strings of an expression: parts that are added or joined are one string. */
export function foldStrings(tokens: readonly Token[], constants: Constants): readonly string[] {
  const strings: string[] = [];
  let held: string | undefined;
  let isOpen = false;
  const flush = () => {
    if (held !== undefined) strings.push(held);
    held = undefined;
    isOpen = false;
  };
  for (const [at, token] of tokens.entries()) {
    const value = tokenValue(tokens, at, constants);
    if (value !== undefined) {
      // Two strings side by side are one in Python; a plus sign joins them in both languages.
      if (held !== undefined && (isOpen || (token.kind === "text" && tokens[at - 1]?.kind === "text")))
        held += value;
      else {
        flush();
        held = value;
      }
      isOpen = false;
    } else if (token.kind === "sign" && token.text === "+" && held !== undefined) isOpen = true;
    else if (token.kind === "sign" && /^[()]$/.test(token.text)) continue;
    else if (
      token.kind === "name" &&
      /^(?:chr|String|fromCharCode|str|bytes|encode|decode)$/.test(token.text)
    )
      continue;
    else if (token.kind === "sign" && token.text === ".") continue;
    else if (token.kind === "number") continue;
    else flush();
  }
  flush();
  const codes = characterCodes(tokens);
  if (codes !== undefined) strings.push(codes);
  if (isJoin(tokens))
    strings.push(
      tokens
        .filter(({ kind }) => kind === "text")
        .map(({ text }) => text)
        .join(""),
    );
  if (isReversed(tokens)) strings.push(...strings.map((text) => [...text].reverse().join("")));
  return strings;
}

function tokenValue(tokens: readonly Token[], at: number, constants: Constants): string | undefined {
  const token = tokens[at];
  if (token?.kind === "text") return token.text;
  if (token?.kind === "name" && tokens[at - 1]?.text !== ".") {
    if (token.text === "chr" && tokens[at + 1]?.text === "(" && tokens[at + 2]?.kind === "number") {
      const code = Number(tokens[at + 2]?.text);
      return code > 0 && code < 0x10ffff ? String.fromCodePoint(code) : undefined;
    }
    return constants(token.text);
  }
  return undefined;
}

/** `String.fromCharCode(99, 117, …)` and `bytes([99, 117, …])`. */
function characterCodes(tokens: readonly Token[]): string | undefined {
  if (!tokens.some(({ text }) => /^(?:fromCharCode|fromCodePoint|bytes|bytearray|chr|map)$/.test(text)))
    return undefined;
  const numbers = tokens.filter(({ kind }) => kind === "number").map(({ text }) => Number(text));
  if (numbers.length < 6 || !numbers.every((code) => code >= 9 && code < 256)) return undefined;
  return String.fromCharCode(...numbers.slice(0, 20_000));
}

/** `["cu", "rl"].join("")` and `"".join(["cu", "rl"])`. */
function isJoin(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ text, kind }, at) => kind === "name" && text === "join" && tokens[at + 1]?.text === "(",
  );
}

/** `"lruc"[::-1]` and `.split("").reverse()`. */
function isReversed(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ text }, at) =>
      text === "reverse" ||
      text === "reversed" ||
      (text === ":" && tokens[at + 1]?.text === ":" && tokens[at + 2]?.text === "-"),
  );
}
