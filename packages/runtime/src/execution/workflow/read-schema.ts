import { checkSchema } from "../../basics/json-schema/check-schema.ts";
import { SCHEMA_KEYWORDS } from "../../basics/json-schema/schema-keywords.ts";
import { showPath, type ValuePath } from "../../basics/kind.ts";
import { type Positioned, type PositionedMap, plainValue } from "../../positioned.ts";
import type { JsonSchema, SourcePosition } from "../../workflow.ts";
import type { Report } from "./report.ts";
import { mustBe, type ValueKind } from "./value-kinds.ts";

/** Where the JSON Schema of the file describes JSON Schemas. */
export const SCHEMA_REFERENCE = { $ref: "#/definitions/schema" };

/** A JSON Schema in the file. */
export const objectSchema: ValueKind<JsonSchema> = {
  expected: "a JSON Schema: a mapping",
  schema: SCHEMA_REFERENCE,
  read: (node, key, report) =>
    node.kind === "map" ? readSchema(node, key, report) : mustBe(objectSchema, node, key, report),
};

/** Reads a JSON Schema and reports its mistakes. */
export function readSchema(node: PositionedMap, key: string, report: Report): JsonSchema {
  const schema = Object.fromEntries(node.entries.map((entry) => [entry.key, plainValue(entry.value)]));
  for (const { path, message, hint, isError } of checkSchema(schema)) {
    const code = isError ? "workflow.invalid-value" : "workflow.schema-ignored";
    report(code, `\`${showPath([key, ...path])}\` ${message}`, placeIn(node, path), hint);
  }
  return schema;
}

/** Position of the key or the item that a path leads to. */
function placeIn(node: Positioned, path: ValuePath): SourcePosition {
  const [first, ...rest] = path;
  if (node.kind === "list" && typeof first === "number") {
    const item = node.items[first];
    return item === undefined ? node.at : placeIn(item, rest);
  }
  const entry = node.kind === "map" ? node.entries.find(({ key }) => key === first) : undefined;
  if (entry === undefined) return node.at;
  return rest.length === 0 ? entry.at : placeIn(entry.value, rest);
}

/** The JSON Schema of a JSON Schema: its keywords, and `more` that it may have. */
export function schemaOfSchemas(more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const keywords = Object.entries(SCHEMA_KEYWORDS).map(([keyword, kind]): [string, JsonSchema] => [
    keyword,
    KEYWORD_SCHEMAS[kind],
  ]);
  return {
    type: "object",
    properties: { ...Object.fromEntries(keywords), ...more },
    additionalProperties: false,
  };
}

const KEYWORD_SCHEMAS: Readonly<Record<(typeof SCHEMA_KEYWORDS)[string], JsonSchema>> = {
  type: {
    anyOf: [{ $ref: "#/definitions/type" }, { type: "array", items: { $ref: "#/definitions/type" } }],
  },
  schema: SCHEMA_REFERENCE,
  "boolean-or-schema": { anyOf: [{ type: "boolean" }, SCHEMA_REFERENCE] },
  schemas: { type: "array", items: SCHEMA_REFERENCE, minItems: 1 },
  "schema-map": { type: "object", additionalProperties: SCHEMA_REFERENCE },
  boolean: { type: "boolean" },
  number: { type: "number" },
  count: { type: "integer", minimum: 0 },
  text: { type: "string" },
  texts: { type: "array", items: { type: "string" } },
  values: { type: "array", minItems: 1 },
  any: {},
  ignored: {},
};
