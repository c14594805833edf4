import { isRecord } from "../is-record.ts";
import type { ValuePath } from "../kind.ts";
import { linearPattern } from "../pattern/linear-pattern.ts";
import { nearestWord } from "../words.ts";
import { CHECKED_FORMATS, JSON_TYPES, type KeywordKind, SCHEMA_KEYWORDS } from "./schema-keywords.ts";

/** A wrong or ignored part of a schema. */
export interface SchemaMistake {
  /** Keys and indexes that lead to the keyword. */
  readonly path: ValuePath;
  readonly message: string;
  readonly hint?: string;
  /** False if the part is only ignored. */
  readonly isError: boolean;
}

const MAX_DEPTH = 30;

/** Checks a schema itself: misspelt keywords and types, values of the wrong kind, and what the validator ignores. */
export function checkSchema(schema: unknown, path: ValuePath = []): readonly SchemaMistake[] {
  if (typeof schema === "boolean") return [];
  if (!isRecord(schema)) return [mistake(path, "must be a schema: a mapping")];
  if (path.length > MAX_DEPTH) return [mistake(path, "is nested too deeply")];
  return Object.entries(schema).flatMap(([key, value]) => {
    const at = [...path, key];
    const kind = Object.hasOwn(SCHEMA_KEYWORDS, key) ? SCHEMA_KEYWORDS[key] : undefined;
    if (kind === undefined) return [unknownKeyword(key, at)];
    const wrong = wrongValue(kind, value);
    if (wrong !== undefined)
      return [{ ...mistake(at, wrong.message), ...(wrong.hint === undefined ? {} : { hint: wrong.hint }) }];
    return [...nested(kind, value, at), ...ignored(key, value, at)];
  });
}

function mistake(path: ValuePath, message: string): SchemaMistake {
  return { path, message, isError: true };
}

function unknownKeyword(key: string, path: ValuePath): SchemaMistake {
  const near = nearestWord(key, Object.keys(SCHEMA_KEYWORDS));
  return {
    path,
    message: "is not a keyword of JSON Schema",
    isError: true,
    ...(near === undefined ? {} : { hint: `did you mean \`${near}\`?` }),
  };
}

function nested(kind: KeywordKind, value: unknown, path: ValuePath): readonly SchemaMistake[] {
  if (kind === "schema" || kind === "boolean-or-schema") return checkSchema(value, path);
  if (kind === "schemas" && Array.isArray(value))
    return value.flatMap((item, index) => checkSchema(item, [...path, index]));
  if (kind === "schema-map" && isRecord(value))
    return Object.entries(value).flatMap(([key, item]) => checkSchema(item, [...path, key]));
  return [];
}

function ignored(key: string, value: unknown, path: ValuePath): readonly SchemaMistake[] {
  if (SCHEMA_KEYWORDS[key] === "ignored")
    return [{ path, message: "is not supported and is ignored", isError: false }];
  if (key === "pattern" && typeof value === "string") {
    const pattern = linearPattern(value);
    if (!pattern.ok) return [{ path, message: `is ignored: ${pattern.problem}`, isError: false }];
  }
  if (key === "format" && typeof value === "string" && !CHECKED_FORMATS.some((format) => format === value)) {
    const near = nearestWord(value, CHECKED_FORMATS);
    const hint =
      near === undefined ? `checked are ${CHECKED_FORMATS.join(", ")}` : `did you mean \`${near}\`?`;
    return [{ path, message: "is not checked", hint, isError: false }];
  }
  if (key === "$ref" && typeof value === "string" && !value.startsWith("#"))
    return [
      { path, message: "must refer to a part of the same schema, such as `#/$defs/name`", isError: true },
    ];
  return [];
}

interface WrongValue {
  readonly message: string;
  readonly hint?: string;
}

function wrongValue(kind: KeywordKind, value: unknown): WrongValue | undefined {
  if (kind === "type") return wrongType(value);
  const [expected, test] = CHECKS[kind];
  return test(value) ? undefined : { message: `must be ${expected}` };
}

function wrongType(value: unknown): WrongValue | undefined {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const wrong = given.find((type) => !JSON_TYPES.some((known) => known === type));
  if (given.length > 0 && wrong === undefined) return undefined;
  const near = typeof wrong === "string" ? nearestWord(wrong, JSON_TYPES) : undefined;
  const message = `must be one of ${JSON_TYPES.join(", ")}`;
  return near === undefined ? { message } : { message, hint: `did you mean \`${near}\`?` };
}

const CHECKS: Readonly<Record<Exclude<KeywordKind, "type">, readonly [string, (value: unknown) => boolean]>> =
  {
    schema: ["a schema", (value) => isRecord(value) || typeof value === "boolean"],
    "boolean-or-schema": [
      "a schema, true or false",
      (value) => isRecord(value) || typeof value === "boolean",
    ],
    schemas: ["a list of schemas", (value) => Array.isArray(value) && value.length > 0],
    "schema-map": ["a mapping of schemas", isRecord],
    boolean: ["true or false", (value) => typeof value === "boolean"],
    number: ["a number", (value) => typeof value === "number"],
    count: [
      "a whole number, at least 0",
      (value) => typeof value === "number" && Number.isInteger(value) && value >= 0,
    ],
    text: ["a string", (value) => typeof value === "string"],
    texts: [
      "a list of strings",
      (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
    ],
    values: ["a list of values", (value) => Array.isArray(value) && value.length > 0],
    any: ["a value", () => true],
    ignored: ["a value", () => true],
  };
