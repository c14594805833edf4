import { nearestWord } from "../../../basics/words.ts";
import { parseExpression, parseOr } from "./parse-expression.ts";
import { meant, SourceProblem } from "./source-problem.ts";
import type { Branch, Expression, Statement, Statements } from "./syntax.ts";
import type { SourcePiece, Token } from "./token.ts";
import { isWord, peek, type TokenReader, take, takeOperator, takeWord, unexpected } from "./token-reader.ts";

interface TemplateReader {
  readonly pieces: readonly SourcePiece[];
  readonly maxDepth: number;
  next: number;
  depth: number;
  loops: number;
}

type TagPiece = Extract<SourcePiece, { kind: "output" | "tag" }>;

/** Statements of a template that was cut into pieces. */
export function parseTemplate(pieces: readonly SourcePiece[], maxDepth: number): Statements {
  return parseBlock({ pieces, maxDepth, next: 0, depth: 0, loops: 0 }, undefined).body;
}

const TAGS = ["if", "for", "set", "raw", "elif", "else", "endif", "endfor", "endset"];

interface EndedBlock {
  readonly body: Statements;
  /** The tag that ended the block, read past its name; undefined at the end of the source. */
  readonly tag: { readonly name: string; readonly reader: TokenReader } | undefined;
}

/** Statements up to one of the tags in `ends`, which close the tag `open`. */
function parseBlock(
  reader: TemplateReader,
  open: { name: string; at: number; ends: readonly string[] } | undefined,
): EndedBlock {
  reader.depth += 1;
  if (reader.depth > reader.maxDepth)
    throw new SourceProblem(open?.at ?? 0, `nested more than ${reader.maxDepth} levels deep`);
  const body: Statement[] = [];
  for (;;) {
    const piece = reader.pieces[reader.next];
    reader.next += 1;
    if (piece === undefined) {
      if (open !== undefined)
        throw new SourceProblem(
          open.at,
          `"${open.name}" is never closed`,
          `close it with "{% end${open.name} %}"`,
        );
      return { body, tag: undefined };
    }
    if (piece.kind === "text") {
      body.push({ kind: "text", text: piece.text });
      continue;
    }
    const tokens = openTokens(reader, piece);
    if (piece.kind === "output") {
      body.push({ kind: "output", value: parseAll(tokens), at: piece.at });
      continue;
    }
    const tag = take(tokens);
    if (tag.kind !== "name") throw unexpected(tag, "the name of a tag");
    if (open?.ends.includes(tag.text) === true) {
      reader.depth -= 1;
      return { body, tag: { name: tag.text, reader: tokens } };
    }
    body.push(parseTag(reader, tag, tokens));
  }
}

function openTokens(reader: TemplateReader, piece: TagPiece): TokenReader {
  const { tokens } = piece;
  return { tokens, next: 0, depth: reader.depth, maxDepth: reader.maxDepth, inLoop: reader.loops > 0 };
}

function parseTag(reader: TemplateReader, tag: Token, tokens: TokenReader): Statement {
  if (tag.text === "if") return parseIf(reader, tag, tokens);
  if (tag.text === "for") return parseFor(reader, tag, tokens);
  if (tag.text === "set") return parseSet(reader, tag, tokens);
  if (TAGS.includes(tag.text))
    throw new SourceProblem(tag.at, `"${tag.text}" does not belong to an open tag`);
  throw new SourceProblem(
    tag.at,
    `unknown tag "${tag.text}"${meant(nearestWord(tag.text, TAGS))}`,
    "tags: if, for, set, raw",
  );
}

function parseIf(reader: TemplateReader, tag: Token, condition: TokenReader): Statement {
  const branches: Branch[] = [];
  const open = { name: "if", at: tag.at, ends: ["elif", "else", "endif"] };
  let tokens = condition;
  for (;;) {
    const parsed = parseAll(tokens);
    const ended = parseBlock(reader, open);
    branches.push({ condition: parsed, body: ended.body });
    if (ended.tag === undefined || ended.tag.name === "endif") {
      if (ended.tag !== undefined) expectEnd(ended.tag.reader);
      return { kind: "if", branches, otherwise: [], at: tag.at };
    }
    tokens = ended.tag.reader;
    if (ended.tag.name === "elif") continue;
    expectEnd(tokens);
    return { kind: "if", branches, otherwise: parseLast(reader, { ...open, ends: ["endif"] }), at: tag.at };
  }
}

function parseFor(reader: TemplateReader, tag: Token, tokens: TokenReader): Statement {
  const targets = [readTarget(tokens)];
  while (takeOperator(tokens, ",")) targets.push(readTarget(tokens));
  if (new Set(targets).size < targets.length)
    throw new SourceProblem(tag.at, "a variable of the loop is named twice");
  if (!takeWord(tokens, "in")) throw unexpected(peek(tokens), '"in"');
  const items = parseOr(tokens);
  const condition = takeWord(tokens, "if") ? parseExpression(tokens) : undefined;
  expectEnd(tokens);
  const open = { name: "for", at: tag.at, ends: ["else", "endfor"] };
  reader.loops += 1;
  const { body, tag: end } = parseBlock(reader, open);
  reader.loops -= 1;
  if (end !== undefined) expectEnd(end.reader);
  const otherwise = end?.name === "else" ? parseLast(reader, { ...open, ends: ["endfor"] }) : [];
  return { kind: "for", targets, items, condition, body, otherwise, at: tag.at };
}

function parseSet(reader: TemplateReader, tag: Token, tokens: TokenReader): Statement {
  const name = readTarget(tokens);
  if (takeOperator(tokens, "=")) return { kind: "set", name, value: parseAll(tokens), at: tag.at };
  expectEnd(tokens);
  return {
    kind: "capture",
    name,
    body: parseLast(reader, { name: "set", at: tag.at, ends: ["endset"] }),
    at: tag.at,
  };
}

/** The statements up to the tag that closes `open`. */
function parseLast(
  reader: TemplateReader,
  open: { name: string; at: number; ends: readonly string[] },
): Statements {
  const { body, tag } = parseBlock(reader, open);
  if (tag !== undefined) expectEnd(tag.reader);
  return body;
}

const NO_TARGETS: ReadonlySet<string> = new Set([
  ...["loop", "true", "True", "false", "False", "none", "None", "null"],
  ...["and", "or", "not", "in", "is", "if", "elif", "else"],
]);

function readTarget(tokens: TokenReader): string {
  const token = take(tokens);
  if (token.kind !== "name") throw unexpected(token, "the name of a variable");
  if (NO_TARGETS.has(token.text))
    throw new SourceProblem(token.at, `"${token.text}" cannot be the name of a variable`);
  return token.text;
}

/** An expression that takes all tokens. */
export function parseAll(tokens: TokenReader): Expression {
  const expression = parseExpression(tokens);
  expectEnd(tokens);
  return expression;
}

function expectEnd(tokens: TokenReader): void {
  const token = peek(tokens);
  if (token.kind === "end") return;
  const hint = isWord(token, "if") ? undefined : 'combine values with "~", and conditions with "and" or "or"';
  throw new SourceProblem(token.at, unexpected(token, "the end").message, hint);
}
