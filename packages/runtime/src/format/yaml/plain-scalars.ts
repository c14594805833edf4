import type { YamlList, YamlScalar } from "./nodes.ts";

const DOUBLE_QUOTED = /^"((?:[^"\\]|\\["\\/nt])*)"$/;
const SINGLE_QUOTED = /^'((?:[^']|'')*)'$/;
const PLAIN_START = /^(?:[^\s"'[\]{},#&*!|>%@`?:-]|-[^\s])/;
const FLOW_ITEM = /("(?:[^"\\]|\\["\\/nt])*" *|'(?:[^']|'')*' *|[^\s"'[\]{},#&*!|>%@`?:-][^[\]{},]*)([,\]])/y;

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t" };

/** Parses a value on one line: a plain or quoted scalar, or a list such as `[a, b]`; undefined for anything else. */
export function readInline(text: string, at: number): YamlScalar | YamlList | undefined {
  return text.startsWith("[") ? readFlowList(text, at) : readScalar(text, at);
}

/** True if neither `: ` nor ` #` ends the plain text before its line does. */
export function isPlainText(text: string): boolean {
  return !text.includes(": ") && !text.includes(" #") && !text.endsWith(":");
}

function readScalar(text: string, at: number): YamlScalar | undefined {
  if (text.startsWith('"')) {
    const inner = DOUBLE_QUOTED.exec(text)?.[1];
    return inner === undefined ? undefined : quoted(decodeEscapes(inner), at);
  }
  if (text.startsWith("'")) {
    const inner = SINGLE_QUOTED.exec(text)?.[1];
    return inner === undefined ? undefined : quoted(inner.replaceAll("''", "'"), at);
  }
  return PLAIN_START.test(text) && isPlainText(text)
    ? { kind: "scalar", text, quoted: false, at }
    : undefined;
}

/** The position of a quoted scalar is that of its first character, after the quote. */
function quoted(text: string, at: number): YamlScalar {
  return { kind: "scalar", text, quoted: true, at: at + 1 };
}

function decodeEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(.)/g, (_, character: string) => ESCAPES[character] ?? character);
}

/** A list of scalars without nesting and without a trailing comma. */
function readFlowList(text: string, at: number): YamlList | undefined {
  const items: YamlScalar[] = [];
  let position = skipSpaces(text, 1);
  if (position === text.length - 1 && text.endsWith("]")) return { kind: "list", items, flow: true, at };
  for (;;) {
    FLOW_ITEM.lastIndex = position;
    const match = FLOW_ITEM.exec(text);
    const item = match === null ? undefined : readScalar(trimSpaces(match[1] ?? ""), at + position);
    if (match === null || item === undefined) return undefined;
    items.push(item);
    const end = position + match[0].length;
    if (match[2] === "]") return end === text.length ? { kind: "list", items, flow: true, at } : undefined;
    position = skipSpaces(text, end);
  }
}

function skipSpaces(text: string, from: number): number {
  let position = from;
  while (text.charCodeAt(position) === 32) position += 1;
  return position;
}

/** `trimEnd` would also remove Unicode spaces, which belong to the value. */
function trimSpaces(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 32) end -= 1;
  return text.slice(0, end);
}
