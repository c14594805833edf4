/** A scalar as written: its decoded text, and whether quotes or a block marker make it a string. */
export interface YamlScalar {
  readonly kind: "scalar";
  readonly text: string;
  readonly quoted: boolean;
  /** Offset in the YAML text. */
  readonly at: number;
}

export interface YamlList {
  readonly kind: "list";
  readonly items: readonly YamlNode[];
  readonly flow: boolean;
  readonly at: number;
}

export interface YamlEntry {
  readonly key: string;
  readonly keyAt: number;
  readonly value: YamlNode;
}

export interface YamlMap {
  readonly kind: "map";
  readonly entries: readonly YamlEntry[];
  readonly flow: boolean;
  readonly at: number;
}

export type YamlNode = YamlScalar | YamlList | YamlMap;

/** The value under a key, or undefined. */
export function entryOf(map: YamlMap, key: string): YamlEntry | undefined {
  for (const entry of map.entries) if (entry.key === key) return entry;
  return undefined;
}

/** True for `key:` without a value, and for a plain `null` or `~`. */
export function isNull(node: YamlNode): boolean {
  return node.kind === "scalar" && !node.quoted && isNullText(node.text);
}

/** The value of a scalar under the YAML 1.2 core schema. Dates, infinities and NaN stay strings. */
export function resolveScalar(scalar: YamlScalar): string | number | boolean | null {
  const { text } = scalar;
  if (scalar.quoted) return text;
  const first = text.charCodeAt(0);
  if ((first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46)
    return resolveNumber(text);
  if (text.length > LONGEST_WORD) return text;
  if (isNullText(text)) return null;
  if (text === "true" || text === "True" || text === "TRUE") return true;
  if (text === "false" || text === "False" || text === "FALSE") return false;
  return text;
}

/** The longest word with a special meaning is `false`. */
const LONGEST_WORD = 5;

function isNullText(text: string): boolean {
  return text === "" || text === "null" || text === "~" || text === "Null" || text === "NULL";
}

function resolveNumber(text: string): string | number {
  if (/^0o[0-7]+$/.test(text)) return finite(Number.parseInt(text.slice(2), 8), text);
  if (/^0x[0-9a-fA-F]+$/.test(text)) return finite(Number.parseInt(text.slice(2), 16), text);
  const isDecimal = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(text);
  return isDecimal ? finite(Number.parseFloat(text), text) : text;
}

/** JSON has no infinity, so a number that is too large stays a string. */
function finite(number: number, text: string): string | number {
  return Number.isFinite(number) ? number : text;
}

/** A node as plain JSON. The parser drops keys that could set a prototype. */
export function toJson(node: YamlNode): unknown {
  if (node.kind === "scalar") return resolveScalar(node);
  if (node.kind === "list") return node.items.map(toJson);
  return Object.fromEntries(node.entries.map((entry) => [entry.key, toJson(entry.value)]));
}
