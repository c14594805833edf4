import { type Json, toJsonValue } from "../json-value.ts";

/** An input schema that every client accepts: an object at its root. */
export interface ToolInputSchema {
  readonly [key: string]: unknown;
  readonly type: "object";
  readonly properties: Record<string, { [key: string]: Json }>;
  readonly required?: string[];
  readonly additionalProperties: false;
}

type JsonObject = { [key: string]: Json };

/** Keywords that model APIs support; others are dropped, including references and unions. */
const KEYWORDS = new Set([
  "type",
  "title",
  "description",
  "enum",
  "const",
  "default",
  "format",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
]);
const TYPES = new Set(["string", "number", "integer", "boolean", "array", "object", "null"]);
const KEY = /^[A-Za-z0-9_.-]{1,64}$/;
const MAX_DEPTH = 6;
const MAX_PROPERTIES = 100;
const MAX_TEXT = 1_000;

/**
 * Converts any schema to one that every client accepts. Never throws; unsupported parts are dropped, so the result
 * accepts at least what it names. Idempotent.
 */
export function normaliseSchema(schema: unknown): ToolInputSchema {
  const root = asObject(toJsonValue(schema)) ?? {};
  const properties = propertiesOf(root, 0);
  const required = requiredOf(root, properties);
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function propertiesOf(schema: JsonObject, depth: number): Record<string, JsonObject> {
  const given = Object.entries(asObject(schema.properties) ?? {}).filter(([key]) => KEY.test(key));
  return Object.fromEntries(
    given
      .slice(0, MAX_PROPERTIES)
      .map(([key, value]) => [key, normaliseProperty(asObject(value) ?? {}, depth + 1)]),
  );
}

function normaliseProperty(schema: JsonObject, depth: number): JsonObject {
  const kept = Object.entries(schema).filter(([key, value]) => KEYWORDS.has(key) && isSensible(key, value));
  const base: Record<string, Json> = Object.fromEntries(
    kept.map(([key, value]) => [key, typeof value === "string" ? value.slice(0, MAX_TEXT) : value]),
  );
  if (depth >= MAX_DEPTH) return base;
  const items = base.type === "array" ? asObject(schema.items) : undefined;
  const properties = base.type === "object" ? propertiesOf(schema, depth) : {};
  const required = requiredOf(schema, properties);
  return {
    ...base,
    ...(items === undefined ? {} : { items: normaliseProperty(items, depth + 1) }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

function requiredOf(schema: JsonObject, properties: Readonly<Record<string, unknown>>): string[] {
  const names = Array.isArray(schema.required) ? schema.required : [];
  const known = names
    .filter((name) => typeof name === "string")
    .filter((name) => Object.hasOwn(properties, name));
  return [...new Set(known)];
}

function isSensible(key: string, value: Json): boolean {
  if (key === "type") return typeof value === "string" && TYPES.has(value);
  if (key === "enum") return Array.isArray(value) && value.length > 0;
  if (key === "title" || key === "description" || key === "format") return typeof value === "string";
  if (/^(?:min|max)/.test(key)) return typeof value === "number";
  return true;
}

function asObject(value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
