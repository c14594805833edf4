/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Deeper values are written as text; strict frontmatter parsers stop at 32. */
const MAX_DEPTH = 16;

/**
 * A value as JSON, or undefined if it has no representation. What JSON cannot represent becomes text, and prototype
 * keys are dropped.
 */
export function toJsonValue(value: unknown, depth = 0): Json | undefined {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return wellFormed(value);
  if (typeof value === "number") return Number.isFinite(value) ? (value === 0 ? 0 : value) : String(value);
  if (typeof value !== "object") return undefined;
  if (depth >= MAX_DEPTH) return safeText(value);
  if (Array.isArray(value)) return value.map((item) => toJsonValue(item, depth + 1) ?? null);
  const entries = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    const json = key === "__proto__" ? undefined : toJsonValue(item, depth + 1);
    return json === undefined ? [] : [[wellFormed(key), json]];
  });
  return Object.fromEntries(entries);
}

/** A value as a string: itself if it is one, otherwise its JSON. */
export function toText(value: unknown): string {
  return typeof value === "string" ? wellFormed(value) : safeText(value);
}

/** Replaces lone surrogates, which cannot be encoded as UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}

/** Cyclic or too deeply nested values have no text. */
function safeText(value: unknown): string {
  try {
    return wellFormed(JSON.stringify(value) ?? "");
  } catch {
    return "…";
  }
}
