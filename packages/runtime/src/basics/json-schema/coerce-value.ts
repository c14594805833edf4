import { type CopiedJson, copyJson, type JsonValue } from "../copy-json.ts";
import { hasType } from "./json-types.ts";
import type { JsonType } from "./schema-keywords.ts";

/**
 * A string from a command line as the first of the types that it can be read as; a string if the schema allows one, and
 * unchanged if no type fits.
 */
export function coerceValue(value: JsonValue, types: readonly JsonType[]): JsonValue {
  if (typeof value !== "string" || types.length === 0 || types.includes("string")) return value;
  const text = value.trim();
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  const wantsNumber = types.includes("number") || types.includes("integer");
  if (wantsNumber && /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(text)) {
    const number = Number(text);
    if (Number.isFinite(number)) return number;
  }
  if (types.includes("null") && (text === "" || text === "null")) return null;
  const parsed = parseJson(text);
  return parsed.ok && types.some((type) => hasType(parsed.value, type)) ? parsed.value : value;
}

function parseJson(text: string): CopiedJson {
  try {
    return copyJson(JSON.parse(text));
  } catch {
    return { ok: false, problem: "is not JSON" };
  }
}
