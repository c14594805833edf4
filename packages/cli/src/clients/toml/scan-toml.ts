import { ConfigFault } from "../config-fault.ts";
import { readKey } from "./read-key.ts";
import { readValue, skipTrivia } from "./read-value.ts";

/** One statement of a file, without a comment after it on the same line. */
export type Statement = Header | Pair;

/** `[a.b]` or `[[a.b]]`. */
export interface Header {
  readonly kind: "table" | "array";
  readonly path: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** `a.b = value`, below some table. */
export interface Pair {
  readonly kind: "pair";
  /** The table's path and the key's own parts together. */
  readonly path: readonly string[];
  /** Number of parts of the path that are the table's. */
  readonly depth: number;
  readonly value: unknown;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

/** Maximum length of a TOML file. */
const MAX_LENGTH = 1024 * 1024;

const SPACE = /[ \t]*/y;
const LINE_END = /[ \t]*(?:#[^\r\n]*)?(?=\r?\n|$)/y;

/** Every statement of a TOML text in order. Throws a `ConfigFault` if the text is not TOML. */
export function scanToml(text: string): readonly Statement[] {
  if (text.length > MAX_LENGTH) throw new ConfigFault("the file is larger than 1 MiB", 0);
  const statements: Statement[] = [];
  const seen: Seen = { ids: new Set(), items: new Map() };
  let table: readonly string[] = [];
  for (let at = skipTrivia(text, text.startsWith("\ufeff") ? 1 : 0); at < text.length; ) {
    const statement = text[at] === "[" ? readHeader(text, at) : readPair(text, at, table);
    if (statement.kind !== "pair") table = statement.path;
    refuseSecond(statement, seen);
    statements.push(statement);
    const lineEnd = skip(LINE_END, text, statement.end);
    if (!/^(?:\r?\n|$)/.test(text.slice(lineEnd, lineEnd + 2)))
      throw new ConfigFault("nothing more can stand in this line", skip(SPACE, text, statement.end));
    at = skipTrivia(text, lineEnd);
  }
  return statements;
}

/** The keys and tables seen so far, and the number of items of each list. */
interface Seen {
  readonly ids: Set<string>;
  readonly items: Map<string, number>;
}

/** A duplicate key or table makes clients reject the whole file. Each `[[list]]` item has its own keys. */
function refuseSecond({ kind, path, start }: Statement, { ids, items }: Seen): void {
  if (kind === "array") {
    const list = JSON.stringify(path);
    items.set(list, (items.get(list) ?? 0) + 1);
    return;
  }
  const within =
    items.size === 0 ? [] : path.map((_, index) => items.get(JSON.stringify(path.slice(0, index + 1))) ?? 0);
  const id = JSON.stringify([path, within]);
  if (ids.has(id)) throw new ConfigFault(`${path.join(".")} stands twice`, start);
  ids.add(id);
}

function readHeader(text: string, start: number): Header {
  const isArray = text[start + 1] === "[";
  const open = isArray ? 2 : 1;
  const { keys, end } = readKey(text, skip(SPACE, text, start + open));
  const close = skip(SPACE, text, end);
  if (!text.startsWith("]".repeat(open), close))
    throw new ConfigFault("the header of a table is not closed", start);
  return { kind: isArray ? "array" : "table", path: keys, start, end: close + open };
}

function readPair(text: string, start: number, table: readonly string[]): Pair {
  const { keys, end: keyEnd } = readKey(text, start);
  const equals = skip(SPACE, text, keyEnd);
  if (text[equals] !== "=") throw new ConfigFault("an = should stand here", equals);
  const valueStart = skip(SPACE, text, equals + 1);
  const { value, end } = readValue(text, valueStart);
  return { kind: "pair", path: [...table, ...keys], depth: table.length, value, start, valueStart, end };
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
