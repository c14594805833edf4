import type { Json } from "../json-value.ts";

const PLAIN_KEY = /^[A-Za-z][A-Za-z0-9_-]*$/;

/**
 * Formats frontmatter in the subset of YAML that all parsers agree on: one key per line, values as JSON with everything
 * unusual escaped.
 */
export function writeFrontmatter(fields: Readonly<Record<string, Json>>): string {
  const lines = Object.entries(fields).map(([key, value]) => `${writeKey(key)}: ${writeJson(value)}`);
  return `---\n${lines.join("\n")}\n---\n`;
}

function writeKey(key: string): string {
  return PLAIN_KEY.test(key) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(key) ? key : quote(key);
}

function writeJson(value: Json): string {
  if (typeof value === "string") return quote(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${quote(key)}: ${writeJson(item)}`)
    .join(", ")}}`;
}

/** Escapes characters that JSON leaves unchanged but YAML requires to be escaped. */
function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
