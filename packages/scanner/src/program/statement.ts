import type { Token } from "./token.ts";

/** A call inside a statement. */
export interface ProgramCall {
  /** Dotted name: `requests.post`, `child_process.exec`; parts that are strings are included: `window["fetch"]`. */
  readonly callee: string;
  /** Tokens between the parentheses. */
  readonly args: readonly Token[];
  readonly offset: number;
}

/** A statement: what it assigns, what it uses, and what it calls. A block inside it is a list of statements of its own. */
export interface Statement {
  readonly tokens: readonly Token[];
  readonly targets: readonly string[];
  /** The name that gets the value; undefined if it is not assigned. */
  readonly assigned: string | undefined;
  readonly calls: readonly ProgramCall[];
  readonly offset: number;
}

/** Brackets inside brackets that no program needs. */
const MAX_DEPTH = 200;

/** Tokens are read once for each call that they are an argument of. More of them on average take more than linear time. */
const MEAN_CALLS = 20;
const FEW_READS = 10_000;

/** True if brackets are nested so deeply that a program is not read. */
export function isTooDeep(tokens: readonly Token[]): boolean {
  let depth = 0;
  let calls = 0;
  let reads = 0;
  for (const { kind, text } of tokens) {
    reads += calls;
    if (kind !== "sign") continue;
    if (text === "(") calls += 1;
    else if (text === ")") calls = Math.max(0, calls - 1);
    if (text === "(" || text === "[" || text === "{") depth += 1;
    else if (text === ")" || text === "]" || text === "}") depth = Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) return true;
  }
  return reads > FEW_READS + MEAN_CALLS * tokens.length;
}

/** Splits tokens into statements. Works for Python and JavaScript alike, because only order and brackets matter. */
export function statementsOf(tokens: readonly Token[]): readonly Statement[] {
  const done: Statement[] = [];
  const open: Token[][] = [[]];
  const closers: boolean[] = [];
  const flush = () => {
    const current = open.at(-1) ?? [];
    if (current.length > 0) done.push(statementOf(current));
    open[open.length - 1] = [];
  };
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "line") {
      if (!isContinued(open.at(-1) ?? [], tokens[index + 1])) flush();
    } else if (token.text === "{" && token.kind === "sign") {
      const isBlock = startsBlock(tokens, index);
      closers.push(isBlock);
      if (isBlock) open.push([]);
      else open.at(-1)?.push(token);
    } else if (token.text === "}" && token.kind === "sign") {
      const isBlock = closers.pop() ?? false;
      if (isBlock && open.length > 1) {
        flush();
        open.pop();
      } else open.at(-1)?.push(token);
    } else open.at(-1)?.push(token);
  }
  while (open.length > 0) {
    flush();
    open.pop();
  }
  return done;
}

/** `) {`, `=> {` and `else {` start a block; `= {`, `( {` and `, {` start an object. */
function startsBlock(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (before === undefined || before.kind === "line") return true;
  return (
    before.text === ")" ||
    before.text === "=>" ||
    before.text === "}" ||
    (before.kind === "name" && before.text !== "return")
  );
}

/** A line that ends or starts with an operator or a dot continues. */
function isContinued(current: readonly Token[], next: Token | undefined): boolean {
  const last = current.at(-1);
  if (last === undefined || next === undefined) return false;
  return (
    (last.kind === "sign" && /^[+.,=(&|?:]$|^=>$/.test(last.text) && last.text !== ":") ||
    (next.kind === "sign" && /^[.+?]$|^\?\.$|^&&$|^\|\|$/.test(next.text))
  );
}

function statementOf(tokens: readonly Token[]): Statement {
  const { all: targets, assigned } = targetsOf(tokens);
  return { tokens, targets, assigned, calls: callsOf(tokens), offset: tokens[0]?.offset ?? 0 };
}

/** Names on the left of `=`, after `as` and `for`, and parameters of functions that are passed on. */
function targetsOf(tokens: readonly Token[]): {
  readonly all: readonly string[];
  readonly assigned: string | undefined;
} {
  const targets: string[] = [];
  const equals = tokens.findIndex(
    (token, at) =>
      token.kind === "sign" &&
      /^(?:=|\+=)$/.test(token.text) &&
      tokens[at + 1]?.text !== "=" &&
      !/^[=!<>]$/.test(tokens[at - 1]?.text ?? ""),
  );
  if (equals > 0)
    for (const { kind, text } of tokens.slice(0, equals)) {
      // What follows a colon is a type.
      if (kind === "sign" && (text === "(" || text === ":")) break;
      if (kind === "name" && !KEYWORDS.has(text)) targets.push(text);
    }
  const assigned = targets.at(-1);
  for (const [at, { kind, text }] of tokens.entries()) {
    const next = tokens[at + 1];
    if (kind === "name" && (text === "as" || text === "for") && next?.kind === "name")
      targets.push(next.text);
    if (text === "=>" || text === "function" || text === "lambda" || text === "of" || text === "in")
      for (const near of tokens.slice(Math.max(0, at - 8), at))
        if (near.kind === "name" && !KEYWORDS.has(near.text) && text !== "function") targets.push(near.text);
  }
  return { all: targets, assigned };
}

const KEYWORDS: ReadonlySet<string> = new Set([
  "const",
  "let",
  "var",
  "async",
  "await",
  "self",
  "this",
  "return",
  "export",
  "for",
  "with",
  "if",
  "in",
  "of",
]);

function callsOf(tokens: readonly Token[]): readonly ProgramCall[] {
  const calls: ProgramCall[] = [];
  const pairs = pairBrackets(tokens);
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "sign" || token.text !== "(") continue;
    const callee = calleeBefore(tokens, at, pairs);
    if (callee === "") continue;
    calls.push({
      callee,
      // Most are never asked for, and those of calls inside of calls repeat each other.
      get args() {
        return tokens.slice(at + 1, pairs.get(at));
      },
      offset: token.offset,
    });
  }
  return calls;
}

/** The most calls of a chain that are part of a name: `a().b().c()`. */
const MAX_LINKS = 12;

function calleeBefore(
  tokens: readonly Token[],
  open: number,
  pairs: ReadonlyMap<number, number>,
  links = MAX_LINKS,
): string {
  const parts: string[] = [];
  for (let at = open - 1; at >= 0 && parts.length < 12; at -= 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === "name" || token.kind === "text") {
      if (parts.length > 0 && !/^[.[+]/.test(parts[0] ?? "") && parts[0] !== "]") break;
      parts.unshift(token.text);
    } else if (
      token.text === "." ||
      token.text === "?." ||
      token.text === "[" ||
      token.text === "]" ||
      token.text === "+"
    )
      parts.unshift(token.text === "?." ? "." : token.text);
    else if (token.text === ")" && parts.length === 0) {
      // `getattr(module, "name")(…)` calls what it names.
      const from = pairs.get(at);
      if (from === undefined || tokens[from - 1]?.text !== "getattr") break;
      const given = tokens.slice(from + 1, at);
      const last = given.findLastIndex(({ text }) => text === ",");
      const named = given.slice(last + 1).filter(({ kind }) => kind === "text");
      return named.map(({ text }) => text).join("");
    } else if (token.text === ")" && parts[0] === ".") {
      // `require("x").exec(…)`: what was called is part of the name.
      const from = pairs.get(at);
      if (from === undefined || links === 0) break;
      const inner = tokens
        .slice(from + 1, at)
        .filter(({ kind }) => kind === "text")
        .map(({ text }) => text);
      parts.unshift(`${calleeBefore(tokens, from, pairs, links - 1)}(${inner.join("")})`);
      break;
    } else break;
  }
  return parts
    .join("")
    .replace(/\["?|"?\]/g, ".")
    .replace(/\+/g, "")
    .replace(/\.+/g, ".")
    .replace(/\.$/, "");
}

/** The other bracket of each bracket that has one, by position. */
function pairBrackets(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== "sign") continue;
    if (text === "(" || text === "[" || text === "{") open.push(at);
    else if (text === ")" || text === "]" || text === "}") {
      const from = open.pop();
      if (from === undefined) continue;
      pairs.set(from, at);
      pairs.set(at, from);
    }
  }
  return pairs;
}
