import { MAX_KEYS, UNSAFE_KEYS } from "./limits.ts";
import type { YamlEntry, YamlMap, YamlNode } from "./nodes.ts";
import { PlainLines } from "./plain-lines.ts";
import { isPlainText, readInline } from "./plain-scalars.ts";

/** Anything but line ends, printable ASCII and characters without a meaning in YAML; a tab counts as special. */
const SPECIAL =
  /[^\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]|\r(?!\n)/u;
const KEY = /^([A-Za-z_][A-Za-z0-9_./-]*):(?: +|$)/;
const BLOCK_HEADER = /^[|>]-?$/;
const MAX_NESTING = 4;

const EMPTY = { kind: "scalar", text: "", quoted: false, at: 0 } as const;

/**
 * Parses the plain subset of most frontmatter: `key: value` lines, nested mappings and lists, block texts. Returns
 * undefined for anything else, including errors; its result equals that of `parseYaml`.
 */
export function parsePlainYaml(source: string): YamlMap | undefined {
  if (SPECIAL.test(source)) return undefined;
  const lines = new PlainLines(source);
  if (lines.indent > 0) return undefined;
  const at = lines.text === undefined ? 0 : lines.at;
  const entries = readEntries(lines, 0);
  if (entries === undefined || lines.text !== undefined || countKeys(entries) > MAX_KEYS) return undefined;
  return { kind: "map", entries, flow: false, at };
}

function readEntries(lines: PlainLines, nesting: number): readonly YamlEntry[] | undefined {
  const indent = lines.indent;
  const entries: YamlEntry[] = [];
  const seen = new Set<string>();
  while (lines.text !== undefined && lines.indent === indent) {
    const match = KEY.exec(lines.text);
    const key = match?.[1];
    if (match === null || key === undefined || seen.has(key) || UNSAFE_KEYS.has(key)) return undefined;
    seen.add(key);
    const keyAt = lines.at;
    lines.enter(match[0].length);
    const value = readValue(lines, indent, nesting);
    if (value === undefined) return undefined;
    entries.push({ key, keyAt, value });
  }
  return lines.text === undefined || lines.indent < indent ? entries : undefined;
}

/** Parses the value after a key or a dash; `indent` is the column of the key or the dash. */
function readValue(lines: PlainLines, indent: number, nesting: number): YamlNode | undefined {
  const { text = "", at } = lines;
  if (text === "") {
    lines.advance();
    return readNested(lines, indent, nesting);
  }
  lines.indent = indent;
  if (BLOCK_HEADER.test(text)) return readBlock(lines, text);
  const value = readInline(text, at);
  lines.advance();
  if (value === undefined || lines.text === undefined || lines.indent <= indent) return value;
  if (value.kind !== "scalar" || value.quoted) return undefined;
  const more = readContinuation(lines, indent);
  return more === undefined ? undefined : { ...value, text: value.text + more };
}

/** The continuation lines of a plain text, joined by spaces. Blank lines between them are left to the full parser. */
function readContinuation(lines: PlainLines, indent: number): string | undefined {
  let more = "";
  while (lines.text !== undefined && lines.indent > indent) {
    if (!lines.adjacent || !isPlainText(lines.text)) return undefined;
    more += ` ${lines.text}`;
    lines.advance();
  }
  return more;
}

function readNested(lines: PlainLines, indent: number, nesting: number): YamlNode | undefined {
  if (lines.text === undefined || lines.indent < indent) return EMPTY;
  if (nesting === MAX_NESTING) return undefined;
  if (lines.text.startsWith("- ")) return readList(lines, nesting + 1);
  if (lines.indent === indent) return EMPTY;
  const { at } = lines;
  const entries = readEntries(lines, nesting + 1);
  return entries === undefined ? undefined : { kind: "map", entries, flow: false, at };
}

function readList(lines: PlainLines, nesting: number): YamlNode | undefined {
  const { at, indent } = lines;
  const items: YamlNode[] = [];
  while (lines.text?.startsWith("- ") && lines.indent === indent) {
    lines.enter(/^- +/.exec(lines.text)?.[0].length ?? 0);
    const item = KEY.test(lines.text) ? readItemMap(lines, nesting) : readItem(lines, indent, nesting);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return lines.text === undefined || lines.indent <= indent
    ? { kind: "list", items, flow: false, at }
    : undefined;
}

function readItemMap(lines: PlainLines, nesting: number): YamlMap | undefined {
  if (nesting === MAX_NESTING) return undefined;
  const { at } = lines;
  const entries = readEntries(lines, nesting + 1);
  return entries === undefined ? undefined : { kind: "map", entries, flow: false, at };
}

/** A block text as a list item is left to the full parser. */
function readItem(lines: PlainLines, indent: number, nesting: number): YamlNode | undefined {
  return BLOCK_HEADER.test(lines.text ?? "") ? undefined : readValue(lines, indent, nesting);
}

function readBlock(lines: PlainLines, header: string): YamlNode | undefined {
  const block = lines.takeBlock();
  if (block === undefined) return undefined;
  const text = header.startsWith("|") ? block.lines.join("\n") : fold(block.lines);
  const end = header.endsWith("-") ? "" : "\n";
  return { kind: "scalar", text: withoutBlankEnd(text) + end, quoted: true, at: block.at };
}

/** A line break between two texts becomes a space; blank lines and more indented lines keep theirs. */
function fold(lines: readonly string[]): string {
  let text = "";
  let blanks = 0;
  let wasIndented = false;
  for (const line of lines) {
    if (line === "") {
      blanks += 1;
      continue;
    }
    const isIndented = line.startsWith(" ");
    if (text === "") text += "\n".repeat(blanks);
    else if (isIndented || wasIndented) text += "\n".repeat(blanks + 1);
    else text += blanks === 0 ? " " : "\n".repeat(blanks);
    text += line;
    blanks = 0;
    wasIndented = isIndented;
  }
  return text;
}

function withoutBlankEnd(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 10) end -= 1;
  return text.slice(0, end);
}

function countKeys(entries: readonly YamlEntry[]): number {
  return entries.reduce((count, entry) => count + 1 + countIn(entry.value), 0);
}

function countIn(node: YamlNode): number {
  if (node.kind === "map") return countKeys(node.entries);
  return node.kind === "list" ? node.items.reduce((count, item) => count + countIn(item), 0) : 0;
}
