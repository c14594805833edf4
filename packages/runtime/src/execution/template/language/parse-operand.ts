import { nearestWord } from "../../../basics/words.ts";
import { LOOP_MEMBERS } from "./loop-members.ts";
import { meant, SourceProblem } from "./source-problem.ts";
import type { Expression, Given, MappingEntry, NamedArgument, SliceBounds } from "./syntax.ts";
import {
  expectOperator,
  isOperator,
  isWord,
  peek,
  type TokenReader,
  take,
  takeOperator,
  takeWord,
  unexpected,
} from "./token-reader.ts";

/** Parses a whole expression. It is passed in, because operands contain expressions and expressions contain operands. */
export type ParseWhole = (reader: TokenReader) => Expression;

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ...["true", "True"].map((word) => [word, true] as const),
  ...["false", "False"].map((word) => [word, false] as const),
  ...["none", "None", "null"].map((word) => [word, null] as const),
]);

const RESERVED: ReadonlySet<string> = new Set(["and", "or", "not", "in", "is", "if", "elif", "else"]);

/** A literal, a name, a call of a function, a list, a mapping, or an expression in parentheses. */
export function parseOperand(reader: TokenReader, parse: ParseWhole): Expression {
  const token = take(reader);
  const { at } = token;
  if (token.kind === "number") return { kind: "literal", value: token.number, at };
  if (token.kind === "string") return { kind: "literal", value: readStrings(reader, token.text), at };
  if (token.kind === "name") return parseName(reader, token.text, { at, parse });
  if (isOperator(token, "(")) return parseParentheses(reader, at, parse);
  if (isOperator(token, "[")) return { kind: "list", items: parseItems(reader, "]", parse), at };
  if (isOperator(token, "{")) return { kind: "mapping", entries: parseEntries(reader, parse), at };
  throw unexpected(token, "an expression");
}

/** Strings that follow each other are one string, as in Python. */
function readStrings(reader: TokenReader, first: string): string {
  let text = first;
  while (peek(reader).kind === "string") text += take(reader).text;
  return text;
}

function parseName(
  reader: TokenReader,
  name: string,
  { at, parse }: { at: number; parse: ParseWhole },
): Expression {
  const constant = CONSTANTS.get(name);
  if (constant !== undefined) return { kind: "literal", value: constant, at };
  if (RESERVED.has(name)) throw new SourceProblem(at, `expected an expression, found "${name}"`);
  if (isOperator(peek(reader), "(")) return { kind: "function", name, given: parseGiven(reader, parse), at };
  if (name === "loop" && reader.inLoop) return parseLoop(reader, at, parse);
  return { kind: "name", name, at };
}

/** `loop.index` and the like. The loop itself is not a value. */
function parseLoop(reader: TokenReader, at: number, parse: ParseWhole): Expression {
  const hint = `members: ${[...LOOP_MEMBERS, "cycle()"].join(", ")}`;
  if (!takeOperator(reader, ".")) throw new SourceProblem(at, '"loop" can only be used with a member', hint);
  const member = take(reader);
  if (isWord(member, "cycle") && isOperator(peek(reader), "(")) {
    const { positional, named } = parseGiven(reader, parse);
    if (positional.length === 0 || named.length > 0)
      throw new SourceProblem(at, "loop.cycle needs values to choose from");
    return { kind: "cycle", items: positional, at };
  }
  if (!LOOP_MEMBERS.has(member.text))
    throw new SourceProblem(
      member.at,
      `"loop" has no such member${meant(nearestWord(member.text, LOOP_MEMBERS))}`,
      hint,
    );
  return { kind: "loop", member: member.text, at };
}

/** `(a)` is `a`; `(a, b)`, `(a,)` and `()` are lists. */
function parseParentheses(reader: TokenReader, at: number, parse: ParseWhole): Expression {
  if (takeOperator(reader, ")")) return { kind: "list", items: [], at };
  const first = parse(reader);
  if (takeOperator(reader, ")")) return first;
  expectOperator(reader, ",");
  return { kind: "list", items: [first, ...parseItems(reader, ")", parse)], at };
}

function parseItems(reader: TokenReader, close: string, parse: ParseWhole): readonly Expression[] {
  const items: Expression[] = [];
  while (!takeOperator(reader, close)) {
    items.push(parse(reader));
    if (!isOperator(peek(reader), close)) expectOperator(reader, ",");
  }
  return items;
}

function parseEntries(reader: TokenReader, parse: ParseWhole): readonly MappingEntry[] {
  const entries: MappingEntry[] = [];
  while (!takeOperator(reader, "}")) {
    const key = parse(reader);
    expectOperator(reader, ":");
    entries.push({ key, value: parse(reader) });
    if (!isOperator(peek(reader), "}")) expectOperator(reader, ",");
  }
  return entries;
}

/** Members, slices and methods after an operand; with `filters`, also filters and tests. */
export function parseSuffixes(
  reader: TokenReader,
  operand: Expression,
  { parse, filters }: { parse: ParseWhole; filters: boolean },
): Expression {
  let result = operand;
  for (;;) {
    const token = peek(reader);
    if (isOperator(token, ".")) result = parseDot(reader, result, parse);
    else if (isOperator(token, "[")) result = parseBrackets(reader, result, parse);
    else if (isOperator(token, "("))
      throw new SourceProblem(
        token.at,
        "a value cannot be called",
        "only range(), now() and the listed methods can be called",
      );
    else if (filters && isOperator(token, "|")) result = parseFilter(reader, result, parse);
    else if (filters && isWord(token, "is")) result = parseTest(reader, result, parse);
    else return result;
  }
}

function parseDot(reader: TokenReader, of: Expression, parse: ParseWhole): Expression {
  take(reader);
  const token = take(reader);
  if (token.kind === "number" && Number.isSafeInteger(token.number) && !token.text.includes("."))
    return { kind: "member", of, key: { kind: "literal", value: token.number, at: token.at }, at: token.at };
  if (token.kind !== "name") throw unexpected(token, "a member name");
  if (isOperator(peek(reader), "("))
    return { kind: "method", name: token.text, of, given: parseGiven(reader, parse), at: token.at };
  return { kind: "member", of, key: { kind: "literal", value: token.text, at: token.at }, at: token.at };
}

function parseBrackets(reader: TokenReader, of: Expression, parse: ParseWhole): Expression {
  const { at } = take(reader);
  const start = isOperator(peek(reader), ":") ? undefined : parse(reader);
  if (start !== undefined && takeOperator(reader, "]")) return { kind: "member", of, key: start, at };
  expectOperator(reader, ":");
  const bounds: SliceBounds = {
    start,
    stop: atBoundEnd(reader) ? undefined : parse(reader),
    step: takeOperator(reader, ":") && !atBoundEnd(reader) ? parse(reader) : undefined,
  };
  expectOperator(reader, "]");
  return { kind: "slice", of, bounds, at };
}

function atBoundEnd(reader: TokenReader): boolean {
  return isOperator(peek(reader), ":") || isOperator(peek(reader), "]");
}

function parseFilter(reader: TokenReader, of: Expression, parse: ParseWhole): Expression {
  take(reader);
  const token = take(reader);
  if (token.kind !== "name") throw unexpected(token, "the name of a filter");
  const given = isOperator(peek(reader), "(") ? parseGiven(reader, parse) : NONE;
  return { kind: "filter", name: token.text, of, given, at: token.at };
}

const NONE: Given = { positional: [], named: [] };

function parseTest(reader: TokenReader, of: Expression, parse: ParseWhole): Expression {
  take(reader);
  const negated = takeWord(reader, "not");
  const token = take(reader);
  if (token.kind !== "name") throw unexpected(token, "the name of a test");
  return { kind: "test", name: token.text, of, given: parseTestGiven(reader, parse), negated, at: token.at };
}

/** The argument of a test may stand without parentheses: `x is divisibleby 3`. */
function parseTestGiven(reader: TokenReader, parse: ParseWhole): Given {
  const token = peek(reader);
  if (isOperator(token, "(")) return parseGiven(reader, parse);
  const isOperand =
    token.kind === "string" ||
    token.kind === "number" ||
    (token.kind === "name" && !RESERVED.has(token.text)) ||
    isOperator(token, "[") ||
    isOperator(token, "{");
  if (!isOperand) return NONE;
  const argument = parseSuffixes(reader, parseOperand(reader, parse), { parse, filters: false });
  return { positional: [argument], named: [] };
}

/** The arguments in parentheses; those with a name come last. */
function parseGiven(reader: TokenReader, parse: ParseWhole): Given {
  expectOperator(reader, "(");
  const positional: Expression[] = [];
  const named = new Map<string, NamedArgument>();
  while (!takeOperator(reader, ")")) {
    const token = peek(reader);
    const after = reader.tokens[reader.next + 1];
    if (token.kind === "name" && after !== undefined && isOperator(after, "=")) {
      reader.next += 2;
      if (named.has(token.text)) throw new SourceProblem(token.at, `"${token.text}" is given twice`);
      named.set(token.text, { name: token.text, value: parse(reader), at: token.at });
    } else if (named.size > 0)
      throw new SourceProblem(token.at, "an argument without a name cannot follow one with a name");
    else positional.push(parse(reader));
    if (!isOperator(peek(reader), ")")) expectOperator(reader, ",");
  }
  return { positional, named: [...named.values()] };
}
