import type { ConfigEditor, Entry, EntryValue, FoundEntry, Target } from "../config-editor.ts";
import { ConfigFault } from "../config-fault.ts";
import { maskToml } from "./mask-toml.ts";
import { type Header, type Pair, type Statement, scanToml } from "./scan-toml.ts";
import { writeKey, writeTomlValue } from "./write-toml.ts";

/** Edits TOML. An entry is a table with its own header; other notations are rejected. */
export const tomlEditor: ConfigEditor = {
  find: (text, target) => found(text, locate(text, target)),
  add: addTable,
  overwrite: (text, target, entry) => replaceBlocks(text, target, blockText(target, entry, newlineOf(text))),
  update: (text, target, { set, drop }) => {
    const dropped = drop.reduce((result, key) => dropKey(result, target, key), text);
    return Object.entries(set).reduce((result, [key, value]) => setKey(result, target, key, value), dropped);
  },
  replace: replaceBlocks,
  remove: (text, target) => cutBlocks(text, locate(text, target)?.blocks ?? []),
  mask: (text, target, shown) => {
    const pairs = locate(text, target)?.pairs ?? [];
    return maskToml(
      text,
      pairs.filter(({ path }) => shown.includes(path.at(-1) ?? "")),
    );
  },
  print: (target, entry) => blockText(target, entry, "\n"),
};

/** A range of whole lines, without the end of the last one. */
export interface Block {
  readonly start: number;
  readonly end: number;
}

interface Located {
  readonly header: Header;
  readonly pairs: readonly Pair[];
  /** The table itself, then its subtables. */
  readonly blocks: readonly Block[];
}

/** The entry's table; undefined if there is none. Throws if it, or what contains it, uses another notation. */
function locate(text: string, target: Target): Located | undefined {
  const path = [...target.container, target.name];
  const statements = scanToml(text);
  const headers = statements.flatMap((item, index) =>
    startsWith(item.path, path) && item.kind !== "pair" ? [index] : [],
  );
  refuseOtherForms(statements, target);
  const own = headers.filter((index) => statements[index]?.path.length === path.length);
  const [first = -1] = own;
  const header = statements[first];
  if (header === undefined || header.kind === "pair") {
    const below = statements[headers[0] ?? -1];
    if (below === undefined) return undefined;
    throw new ConfigFault(`[${written(below.path)}] has no [${written(path)}] beside it`, below.start);
  }
  const blocks = [first, ...headers.filter((index) => index !== first)].map((index) =>
    blockAt(text, statements, index),
  );
  return { header, pairs: pairsBelow(statements, first), blocks };
}

/**
 * `mcp_servers = { … }`, `mcp_servers.x.command = …`, `[[mcp_servers]]`: an edit in place could change their meaning.
 */
function refuseOtherForms(statements: readonly Statement[], { container, name }: Target): void {
  const path = [...container, name];
  for (const item of statements) {
    if (item.kind === "array" && startsWith(path, item.path))
      throw new ConfigFault(`[[${written(item.path)}]] is a list, where a table should be`, item.start);
    if (item.kind !== "pair") continue;
    const isHolder =
      startsWith(path, item.path) || (item.depth < container.length && startsWith(item.path, container));
    const isInside = item.depth < path.length && startsWith(item.path, path);
    if (isHolder || isInside)
      throw new ConfigFault(
        `${written(item.path)} is not written as a table with a header of its own, such as [${written(path)}]`,
        item.start,
      );
  }
}

function found(text: string, located: Located | undefined): FoundEntry | undefined {
  if (located === undefined) return undefined;
  const { header, pairs, blocks } = located;
  const members = new Map(pairs.map((pair) => [pair.path.slice(header.path.length).join("."), pair.value]));
  const raw = blocks.map(({ start, end }) => text.slice(start, end)).join(newlineOf(text).repeat(2));
  return { members, raw };
}

function addTable(text: string, target: Target, entry: Entry): { text: string; created: readonly string[] } {
  if (locate(text, target) !== undefined) return { text, created: [] };
  const newline = newlineOf(text);
  const isBlank = /^\ufeff?\s*$/.test(text);
  const ends = /(?:^\ufeff?|\n)$/.test(text);
  const gap = isBlank ? (ends ? "" : newline) : newline.repeat(ends ? (/\n\r?\n$/.test(text) ? 0 : 1) : 2);
  return { text: `${text}${gap}${blockText(target, entry, newline)}${newline}`, created: [] };
}

function replaceBlocks(text: string, target: Target, raw: string): string {
  const [own, ...below] = locate(text, target)?.blocks ?? [];
  if (own === undefined) return text;
  const cut = cutBlocks(
    text,
    below.filter((block) => block.start > own.start),
  );
  const earlier = below.filter((block) => block.start < own.start);
  const replaced = cut.slice(0, own.start) + raw + cut.slice(own.end);
  return cutBlocks(replaced, earlier);
}

/** Removes ranges with their line ends, and the blank lines before one if nothing follows it. */
function cutBlocks(text: string, blocks: readonly Block[]): string {
  return [...blocks]
    .sort((a, b) => b.start - a.start)
    .reduce((result, { start, end }) => {
      const behind = end + (/^\r?\n/.exec(result.slice(end, end + 2))?.[0].length ?? 0);
      const blank = /(?:^|\n)(\r?\n)$/.exec(result.slice(0, start))?.[1] ?? "";
      const closes = behind >= result.length || /^\r?\n/.test(result.slice(behind, behind + 2));
      return result.slice(0, start - (closes ? blank.length : 0)) + result.slice(behind);
    }, text);
}

function setKey(text: string, target: Target, key: string, value: EntryValue): string {
  const located = locate(text, target);
  if (located === undefined) return text;
  const { header, pairs } = located;
  const pair = pairs.find((item) => item.path.length === header.path.length + 1 && item.path.at(-1) === key);
  const written = writeTomlValue(value);
  if (pair !== undefined) {
    if (JSON.stringify(pair.value) === JSON.stringify(value)) return text;
    return text.slice(0, pair.valueStart) + written + text.slice(pair.end);
  }
  const end = lineEnd(text, (pairs.at(-1) ?? header).end);
  return `${text.slice(0, end)}${newlineOf(text)}${writeKey(key)} = ${written}${text.slice(end)}`;
}

function dropKey(text: string, target: Target, key: string): string {
  const located = locate(text, target);
  const pairs = located?.pairs.filter((item) => item.path[located.header.path.length] === key) ?? [];
  return [...pairs].reverse().reduce((result, { start, end }) => {
    const from = result.lastIndexOf("\n", start - 1) + 1;
    const to = lineEnd(result, end);
    return (
      result.slice(0, from) + result.slice(to + (/^\r?\n/.exec(result.slice(to, to + 2))?.[0].length ?? 0))
    );
  }, text);
}

function blockText({ container, name }: Target, entry: Entry, newline: string): string {
  const lines = Object.entries(entry).map(([key, value]) => `${writeKey(key)} = ${writeTomlValue(value)}`);
  return [`[${written([...container, name])}]`, ...lines].join(newline);
}

/** From the line of a header to the line of the last pair below it; comments after that belong to what follows. */
function blockAt(text: string, statements: readonly Statement[], index: number): Block {
  const header = statements[index];
  const last = pairsBelow(statements, index).at(-1) ?? header;
  if (header === undefined || last === undefined) return { start: 0, end: 0 };
  return {
    start: Math.max(text.lastIndexOf("\n", header.start - 1) + 1, text.startsWith("\ufeff") ? 1 : 0),
    end: lineEnd(text, last.end),
  };
}

function pairsBelow(statements: readonly Statement[], index: number): readonly Pair[] {
  const rest = statements.slice(index + 1);
  const next = rest.findIndex((item) => item.kind !== "pair");
  return rest.slice(0, next < 0 ? rest.length : next).filter((item) => item.kind === "pair");
}

function lineEnd(text: string, at: number): number {
  return at + (/^[^\r\n]*/.exec(text.slice(at))?.[0].length ?? 0);
}

function newlineOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

function startsWith(path: readonly string[], beginning: readonly string[]): boolean {
  return beginning.length <= path.length && beginning.every((part, index) => path[index] === part);
}

function written(path: readonly string[]): string {
  return path.map(writeKey).join(".");
}
