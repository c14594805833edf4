import { ConfigFault } from "../config-fault.ts";

/** A value and where it stands in the text: `[start, end)`. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;

export interface JsonObject {
  readonly kind: "object";
  readonly start: number;
  readonly end: number;
  readonly members: readonly JsonMember[];
}

export interface JsonArray {
  readonly kind: "array";
  readonly start: number;
  readonly end: number;
  readonly items: readonly JsonNode[];
}

export interface JsonScalar {
  readonly kind: "scalar";
  readonly start: number;
  readonly end: number;
  readonly value: string | number | boolean | null;
}

export interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly value: JsonNode;
  /** Where the comma behind it stands; undefined when there is none. */
  readonly comma: number | undefined;
}

/** Deeper than this no configuration is. */
const MAX_DEPTH = 256;

const SPACE = /[ \t\r\n]+/y;
const LINE_COMMENT = /\/\/[^\r\n]*/y;
const STOP = /["\\\u0000-\u001f]/g;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** Parses JSON with comments and trailing commas; undefined for a text without any value. Throws a `ConfigFault`. */
export function parseJsonc(text: string): JsonNode | undefined {
  const start = skipTrivia(text, text.startsWith("\ufeff") ? 1 : 0);
  if (start >= text.length) return undefined;
  const node = parseValue(text, start, 0);
  const rest = skipTrivia(text, node.end);
  if (rest < text.length) throw new ConfigFault("the text goes on behind the end of the value", rest);
  return node;
}

/** The first character at or behind `at` that is neither white space nor in a comment. */
export function skipTrivia(text: string, at: number): number {
  let next = at;
  for (;;) {
    const before = next;
    next = match(SPACE, text, next) ?? next;
    next = skipComment(text, next);
    if (next === before) return next;
  }
}

/** The end of a comment that begins exactly here, or the place itself. */
export function skipComment(text: string, at: number): number {
  if (text[at] !== "/") return at;
  if (text[at + 1] === "*") {
    const end = text.indexOf("*/", at + 2);
    if (end < 0) throw new ConfigFault("a comment is never closed", at);
    return end + 2;
  }
  return match(LINE_COMMENT, text, at) ?? at;
}

/** The end of a string that begins exactly here; undefined when there is none. One pattern would run out of stack. */
export function stringEnd(text: string, at: number): number | undefined {
  if (text[at] !== '"') return undefined;
  for (let next = at + 1; ; ) {
    STOP.lastIndex = next;
    const stop = STOP.exec(text);
    if (stop?.[0] === '"') return stop.index + 1;
    const end = stop?.[0] === "\\" ? match(ESCAPE, text, stop.index) : undefined;
    if (end === undefined) return undefined;
    next = end;
  }
}

function parseValue(text: string, at: number, depth: number): JsonNode {
  if (depth > MAX_DEPTH) throw new ConfigFault("the text is nested too deeply", at);
  if (text[at] === "{") return parseObject(text, at, depth);
  if (text[at] === "[") return parseArray(text, at, depth);
  return parseScalar(text, at);
}

function parseScalar(text: string, at: number): JsonScalar {
  const end = stringEnd(text, at) ?? match(SCALAR, text, at);
  if (end === undefined) throw new ConfigFault(complaint(text, at, "a value"), at);
  return { kind: "scalar", start: at, end, value: JSON.parse(text.slice(at, end)) };
}

function parseObject(text: string, start: number, depth: number): JsonObject {
  const members: JsonMember[] = [];
  let at = skipTrivia(text, start + 1);
  while (text[at] !== "}") {
    const keyEnd = stringEnd(text, at);
    if (keyEnd === undefined) throw new ConfigFault(complaint(text, at, "a key in double quotes"), at);
    const colon = skipTrivia(text, keyEnd);
    if (text[colon] !== ":") throw new ConfigFault(complaint(text, colon, "a colon"), colon);
    const value = parseValue(text, skipTrivia(text, colon + 1), depth + 1);
    const next = skipTrivia(text, value.end);
    const comma = text[next] === "," ? next : undefined;
    if (comma === undefined && text[next] !== "}")
      throw new ConfigFault(complaint(text, next, "a comma or }"), next);
    members.push({ key: String(JSON.parse(text.slice(at, keyEnd))), start: at, value, comma });
    at = comma === undefined ? next : skipTrivia(text, comma + 1);
  }
  return { kind: "object", start, end: at + 1, members };
}

function parseArray(text: string, start: number, depth: number): JsonArray {
  const items: JsonNode[] = [];
  let at = skipTrivia(text, start + 1);
  while (text[at] !== "]") {
    const value = parseValue(text, at, depth + 1);
    const next = skipTrivia(text, value.end);
    if (text[next] !== "," && text[next] !== "]")
      throw new ConfigFault(complaint(text, next, "a comma or ]"), next);
    items.push(value);
    at = text[next] === "," ? skipTrivia(text, next + 1) : next;
  }
  return { kind: "array", start, end: at + 1, items };
}

function complaint(text: string, at: number, expected: string): string {
  return at >= text.length ? `the text ends where ${expected} should stand` : `${expected} should stand here`;
}

function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
