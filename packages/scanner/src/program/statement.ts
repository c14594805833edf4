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

/** Brackets inside brackets that no program needs; reading them would take quadratic time. */
const MAX_DEPTH = 200;

/** True if brackets are nested so deeply that a program is not read. */
export function isTooDeep(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (kind !== "sign") continue;
    if (text === "(" || text === "[" || text === "{") depth += 1;
    else if (text === ")" || text === "]" || text === "}") depth = Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) return true;
  }
  return false;
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
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "sign" || token.text !== "(") continue;
    const callee = calleeBefore(tokens, at);
    if (callee === "") continue;
    calls.push({ callee, args: tokens.slice(at + 1, closing(tokens, at)), offset: token.offset });
  }
  return calls;
}

function calleeBefore(tokens: readonly Token[], open: number): string {
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
      const from = opening(tokens, at);
      if (tokens[from - 1]?.text !== "getattr") break;
      const named = tokens
        .slice(from + 1, at)
        .filter(
          ({ kind }, index, all) => kind === "text" && !all.slice(index).some(({ text }) => text === ","),
        );
      return named.map(({ text }) => text).join("");
    } else if (token.text === ")" && parts[0] === ".") {
      // `require("x").exec(…)`: what was called is part of the name.
      const from = opening(tokens, at);
      const inner = tokens
        .slice(from + 1, at)
        .filter(({ kind }) => kind === "text")
        .map(({ text }) => text);
      parts.unshift(`${calleeBefore(tokens, from)}(${inner.join("")})`);
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

function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] ?? { kind: "line", text: "" };
    if (kind !== "sign") continue;
    if (text === "(" || text === "[" || text === "{") depth += 1;
    else if (text === ")" || text === "]" || text === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
}

function opening(tokens: readonly Token[], close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at -= 1) {
    const { kind, text } = tokens[at] ?? { kind: "line", text: "" };
    if (kind !== "sign") continue;
    if (text === ")" || text === "]" || text === "}") depth += 1;
    else if (text === "(" || text === "[" || text === "{") depth -= 1;
    if (depth === 0) return at;
  }
  return 0;
}
