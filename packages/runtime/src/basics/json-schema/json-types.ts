import { JSON_TYPES, type JsonType } from "./schema-keywords.ts";

/** The types that a schema allows; empty if it allows all. */
export function typesOf(schema: Readonly<Record<string, unknown>>): readonly JsonType[] {
  const given = Array.isArray(schema.type) ? schema.type : [schema.type];
  const types = JSON_TYPES.filter((type) => given.includes(type));
  return types.length > 0 && schema.nullable === true && !types.includes("null") ? [...types, "null"] : types;
}

/** True if a value is of a type. A whole number is a `number` and an `integer`. */
export function hasType(value: unknown, type: JsonType): boolean {
  if (type === "integer") return typeof value === "number" && Number.isInteger(value);
  const own = typeOf(value);
  return own === type;
}

/** The type of a value. */
export function typeOf(value: unknown): JsonType {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "string" ? "string" : "object";
}
