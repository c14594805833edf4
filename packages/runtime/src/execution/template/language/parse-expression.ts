import { parseOperand, parseSuffixes } from "./parse-operand.ts";
import type { Expression, Operation } from "./syntax.ts";
import type { Token } from "./token.ts";
import {
  isOperator,
  isWord,
  nested,
  peek,
  type TokenReader,
  take,
  takeOperator,
  takeWord,
} from "./token-reader.ts";

/** An expression with the precedence of Jinja: if/else, or, and, not, comparisons, + -, ~, * / // %, **, signs, filters. */
export function parseExpression(reader: TokenReader): Expression {
  return nested(reader, peek(reader).at, parseChoice);
}

function parseChoice(reader: TokenReader): Expression {
  let result = parseOr(reader);
  while (isWord(peek(reader), "if")) {
    const { at } = take(reader);
    const condition = parseOr(reader);
    const no = takeWord(reader, "else") ? parseExpression(reader) : undefined;
    result = { kind: "choose", condition, yes: result, no, at };
  }
  return result;
}

/** An expression without `if`/`else`: in `for x in xs if condition`, the `if` belongs to the loop. */
export function parseOr(reader: TokenReader): Expression {
  return parseJoined(reader, "or", parseAnd);
}

function parseAnd(reader: TokenReader): Expression {
  return parseJoined(reader, "and", parseNot);
}

function parseJoined(
  reader: TokenReader,
  word: "and" | "or",
  parsePart: (reader: TokenReader) => Expression,
): Expression {
  const first = parsePart(reader);
  if (!isWord(peek(reader), word)) return first;
  const parts = [first];
  while (takeWord(reader, word)) parts.push(parsePart(reader));
  return { kind: word, parts, at: first.at };
}

function parseNot(reader: TokenReader): Expression {
  const token = peek(reader);
  if (!takeWord(reader, "not")) return parseComparison(reader);
  return { kind: "not", of: nested(reader, token.at, parseNot), at: token.at };
}

const COMPARISONS: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">="]);

function parseComparison(reader: TokenReader): Expression {
  const first = parseSum(reader);
  const rest: Operation[] = [];
  for (;;) {
    const token = peek(reader);
    const operator = comparisonAt(reader, token);
    if (operator === undefined) break;
    reader.next += operator === "not in" ? 2 : 1;
    rest.push({ operator, right: parseSum(reader), at: token.at });
  }
  return rest.length === 0 ? first : { kind: "compare", first, rest, at: first.at };
}

function comparisonAt(reader: TokenReader, token: Token): string | undefined {
  if (token.kind === "operator") return COMPARISONS.has(token.text) ? token.text : undefined;
  if (isWord(token, "in")) return "in";
  const after = reader.tokens[reader.next + 1];
  return isWord(token, "not") && after !== undefined && isWord(after, "in") ? "not in" : undefined;
}

const SUM: ReadonlySet<string> = new Set(["+", "-"]);
const PRODUCT: ReadonlySet<string> = new Set(["*", "/", "//", "%"]);
const POWER: ReadonlySet<string> = new Set(["**"]);

function parseSum(reader: TokenReader): Expression {
  return parseArithmetic(reader, SUM, parseConcat);
}

function parseConcat(reader: TokenReader): Expression {
  const first = parseProduct(reader);
  const token = peek(reader);
  if (!isOperator(token, "~")) return first;
  const parts = [first];
  while (takeOperator(reader, "~")) parts.push(parseProduct(reader));
  return { kind: "concat", parts, at: token.at };
}

function parseProduct(reader: TokenReader): Expression {
  return parseArithmetic(reader, PRODUCT, parsePower);
}

/** From left to right like the others, as in Jinja: `2 ** 3 ** 2` is 64. */
function parsePower(reader: TokenReader): Expression {
  return parseArithmetic(reader, POWER, parseUnary);
}

function parseArithmetic(
  reader: TokenReader,
  operators: ReadonlySet<string>,
  parsePart: (reader: TokenReader) => Expression,
): Expression {
  const first = parsePart(reader);
  const rest: Operation[] = [];
  for (
    let token = peek(reader);
    token.kind === "operator" && operators.has(token.text);
    token = peek(reader)
  ) {
    take(reader);
    rest.push({ operator: token.text, right: parsePart(reader), at: token.at });
  }
  return rest.length === 0 ? first : { kind: "arithmetic", first, rest, at: first.at };
}

function parseUnary(reader: TokenReader): Expression {
  return parseSuffixes(reader, parseSigned(reader), { parse: parseExpression, filters: true });
}

function parseSigned(reader: TokenReader): Expression {
  const token = peek(reader);
  if (token.kind !== "operator" || !SUM.has(token.text)) return parseOperand(reader, parseExpression);
  take(reader);
  const of = nested(reader, token.at, (inner) =>
    parseSuffixes(inner, parseSigned(inner), { parse: parseExpression, filters: false }),
  );
  return { kind: "sign", negative: token.text === "-", of, at: token.at };
}
