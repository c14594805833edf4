import type { JsonValue } from "../../basics/copy-json.ts";
import { coerceValue } from "../../basics/json-schema/coerce-value.ts";
import { JSON_TYPES } from "../../basics/json-schema/schema-keywords.ts";
import { validateValue } from "../../basics/json-schema/validate-value.ts";
import { nearestWord } from "../../basics/words.ts";
import { INPUT_MODIFIERS, type JsonSchema } from "../../workflow.ts";

/** One input as declared. */
export interface InputDeclaration {
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly secret: boolean;
}

/** A declaration, or what is wrong with it. */
export type ReadInput =
  | { readonly ok: true; readonly input: InputDeclaration }
  | { readonly ok: false; readonly message: string; readonly hint?: string };

/** The types of the short form; `date` and the like are strings with a format. */
export const SHORT_TYPES: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ...JSON_TYPES.filter((type) => type !== "null").map((type): [string, JsonSchema] => [type, { type }]),
  ["list", { type: "array" }],
  ["date", { type: "string", format: "date" }],
  ["date-time", { type: "string", format: "date-time" }],
  ["email", { type: "string", format: "email" }],
  ["uri", { type: "string", format: "uri" }],
  ["any", {}],
]);

/** Pattern of the short form, for the JSON Schema of the file. */
export const SHORT_PATTERN: string = `^(?:${[...SHORT_TYPES.keys()].join("|")})(?:\\[\\])?\\??(?: *=.*)?$`;

/** Reads the short form of an input: `string`, `string?`, `string[]`, `integer = 20`. */
export function readShorthand(text: string): ReadInput {
  const [declared = "", ...after] = text.split("=");
  const fallback = after.length === 0 ? undefined : after.join("=").trim();
  const match = /^([\w-]+)(\[\])?(\?)?$/.exec(declared.trim().slice(0, 100));
  const schema = SHORT_TYPES.get(match?.[1] ?? "");
  if (match === null || schema === undefined) return unknownType(match?.[1] ?? declared.trim());
  const full: JsonSchema = match[2] === undefined ? schema : { type: "array", items: schema };
  const optional = match[3] !== undefined;
  if (fallback === undefined)
    return { ok: true, input: { schema: full, required: !optional, secret: false } };
  const value = readDefault(fallback, full);
  const checked = validateValue(value, full);
  if (!checked.ok)
    return {
      ok: false,
      message: `has a default that ${checked.problems[0]?.message ?? "is not valid"}`,
      hint: "a list or an object is written as JSON",
    };
  return { ok: true, input: { schema: { ...full, default: value }, required: false, secret: false } };
}

function unknownType(given: string): ReadInput {
  const near = nearestWord(given, SHORT_TYPES.keys());
  const hint =
    near === undefined ? `use one of ${[...SHORT_TYPES.keys()].join(", ")}` : `did you mean \`${near}\`?`;
  return { ok: false, message: `has the unknown type "${given.slice(0, 60)}"`, hint };
}

function readDefault(text: string, schema: JsonSchema): JsonValue {
  const type = JSON_TYPES.find((each) => each === schema.type);
  const quoted = /^"(.*)"$|^'(.*)'$/s.exec(text);
  if (type === "string" && quoted !== null) return quoted[1] ?? quoted[2] ?? "";
  return type === undefined ? text : coerceValue(text, [type]);
}

/** Reads the list form of an input: `title`, `title|required`, `limit|integer|required`. */
export function readBarred(modifiers: readonly string[]): ReadInput {
  let schema: JsonSchema = {};
  for (const modifier of modifiers) {
    if (!INPUT_MODIFIERS.includes(modifier)) {
      const near = nearestWord(modifier, INPUT_MODIFIERS);
      const hint =
        near === undefined ? `use one of ${INPUT_MODIFIERS.join(", ")}` : `did you mean \`${near}\`?`;
      return { ok: false, message: `has the unknown modifier "${modifier.slice(0, 60)}"`, hint };
    }
    schema = SHORT_TYPES.get(modifier) ?? schema;
  }
  const has = (word: string) => modifiers.includes(word);
  if (has("required") && has("optional"))
    return { ok: false, message: "is both required and optional", hint: "remove one of the two" };
  return { ok: true, input: { schema, required: has("required"), secret: has("secret") } };
}
