import { SourceProblem } from "./source-problem.ts";
import type { Token } from "./token.ts";

/** The tokens of one expression or tag, read from left to right, and how deep the parser is nested. */
export interface TokenReader {
  readonly tokens: readonly Token[];
  next: number;
  depth: number;
  readonly maxDepth: number;
  /** Whether `loop` has a meaning here. */
  readonly inLoop: boolean;
}

const NOTHING: Token = { kind: "end", text: "", number: 0, at: 0 };

/** The token that comes next. The last one is always `end`. */
export function peek(reader: TokenReader): Token {
  return reader.tokens[reader.next] ?? NOTHING;
}

/** Takes the next token. */
export function take(reader: TokenReader): Token {
  const token = peek(reader);
  reader.next += 1;
  return token;
}

export function isOperator(token: Token, text: string): boolean {
  return token.kind === "operator" && token.text === text;
}

export function isWord(token: Token, text: string): boolean {
  return token.kind === "name" && token.text === text;
}

/** Takes the next token if it is this operator. */
export function takeOperator(reader: TokenReader, text: string): boolean {
  if (!isOperator(peek(reader), text)) return false;
  reader.next += 1;
  return true;
}

/** Takes the next token if it is this word. */
export function takeWord(reader: TokenReader, text: string): boolean {
  if (!isWord(peek(reader), text)) return false;
  reader.next += 1;
  return true;
}

export function expectOperator(reader: TokenReader, text: string): void {
  if (!takeOperator(reader, text)) throw unexpected(peek(reader), `"${text}"`);
}

/** The problem of a token that cannot stand here. */
export function unexpected(token: Token, expected: string): SourceProblem {
  const found =
    token.kind === "end"
      ? "the end"
      : token.kind === "string"
        ? "a string"
        : token.kind === "number"
          ? "a number"
          : `"${token.text}"`;
  return new SourceProblem(token.at, `expected ${expected}, found ${found}`);
}

/** Counts one level of nesting while `parse` runs. */
export function nested<T>(reader: TokenReader, at: number, parse: (reader: TokenReader) => T): T {
  reader.depth += 1;
  if (reader.depth > reader.maxDepth)
    throw new SourceProblem(at, `nested more than ${reader.maxDepth} levels deep`);
  const parsed = parse(reader);
  reader.depth -= 1;
  return parsed;
}
