/** What the value of a keyword must be. */
export type KeywordKind =
  | "type"
  | "schema"
  | "schemas"
  | "schema-map"
  | "boolean"
  | "boolean-or-schema"
  | "number"
  | "count"
  | "text"
  | "texts"
  | "values"
  | "any"
  | "ignored";

/** Keywords that are not checked. */
const IGNORED = [
  "prefixItems",
  "additionalItems",
  "unevaluatedItems",
  "contains",
  "minContains",
  "maxContains",
  "patternProperties",
  "propertyNames",
  "unevaluatedProperties",
  "dependencies",
  "dependentRequired",
  "dependentSchemas",
  "if",
  "then",
  "else",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
];

/** Every keyword of JSON Schema: those that are checked, those that only describe, and those that are ignored. */
export const SCHEMA_KEYWORDS: Readonly<Record<string, KeywordKind>> = {
  type: "type",
  nullable: "boolean",
  properties: "schema-map",
  required: "texts",
  additionalProperties: "boolean-or-schema",
  minProperties: "count",
  maxProperties: "count",
  items: "boolean-or-schema",
  minItems: "count",
  maxItems: "count",
  uniqueItems: "boolean",
  enum: "values",
  const: "any",
  minimum: "number",
  maximum: "number",
  exclusiveMinimum: "number",
  exclusiveMaximum: "number",
  multipleOf: "number",
  minLength: "count",
  maxLength: "count",
  pattern: "text",
  format: "text",
  anyOf: "schemas",
  oneOf: "schemas",
  allOf: "schemas",
  not: "schema",
  $ref: "text",
  $defs: "schema-map",
  definitions: "schema-map",
  default: "any",
  title: "text",
  description: "text",
  examples: "any",
  deprecated: "boolean",
  readOnly: "boolean",
  writeOnly: "boolean",
  $schema: "text",
  $id: "text",
  $comment: "text",
  ...Object.fromEntries(IGNORED.map((keyword) => [keyword, "ignored"] as const)),
};

/** The types of JSON. */
export const JSON_TYPES = ["string", "number", "integer", "boolean", "array", "object", "null"] as const;

export type JsonType = (typeof JSON_TYPES)[number];

/** The formats that are checked. Others only describe. */
export const CHECKED_FORMATS = ["date", "date-time", "email", "uri"] as const;
