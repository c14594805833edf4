import type { EntryValue } from "../config-editor.ts";

/** Formats a key, with quotes only if necessary. */
export function writeKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : writeString(key);
}

export function writeTomlValue(value: EntryValue): string {
  if (typeof value === "string") return writeString(value);
  if (isList(value)) return `[${value.map(writeString).join(", ")}]`;
  const members = Object.entries(value).map(([key, inner]) => `${writeKey(key)} = ${writeString(inner)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** JSON's escapes are valid in TOML; only DEL has to be escaped in addition. */
function writeString(text: string): string {
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, "\ufffd")).replaceAll("\u007f", "\\u007F");
}

function isList(value: EntryValue): value is readonly string[] {
  return Array.isArray(value);
}
