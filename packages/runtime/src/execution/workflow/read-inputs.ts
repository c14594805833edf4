import type { JsonValue } from "../../basics/copy-json.ts";
import { validateValue } from "../../basics/json-schema/validate-value.ts";
import { type Positioned, type PositionedEntry, type PositionedMap, plainValue } from "../../positioned.ts";
import type { JsonSchema, SourcePosition } from "../../workflow.ts";
import {
  type InputDeclaration,
  type ReadInput,
  readBarred,
  readShorthand,
  SHORT_PATTERN,
} from "./input-shorthand.ts";
import { readSchema, schemaOfSchemas } from "./read-schema.ts";
import { clip, type Report } from "./report.ts";
import { describe, mustBe, type ValueKind } from "./value-kinds.ts";

/** The inputs of a workflow. */
export interface WorkflowInputs {
  readonly schema: JsonSchema;
  readonly secrets: readonly string[];
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** An input in the JSON Schema of the file: short, or a JSON Schema that may also say `required` and `secret`. */
export function inputSchema(): JsonSchema {
  const required = { anyOf: [{ type: "boolean" }, { type: "array", items: { type: "string" } }] };
  const full = schemaOfSchemas({ required, secret: { type: "boolean" } });
  return { anyOf: [{ type: "string", pattern: SHORT_PATTERN }, full] };
}

export const inputsKind: ValueKind<WorkflowInputs> = {
  expected: "a mapping of inputs, or a list such as `[title|required]`",
  schema: {
    anyOf: [
      { type: "array", items: { type: "string", minLength: 1 } },
      {
        type: "object",
        properties: { type: { const: "object" }, properties: { type: "object" } },
        required: ["type", "properties"],
      },
      { type: "object", additionalProperties: { $ref: "#/definitions/input" } },
    ],
  },
  read: (node, key, report) => {
    if (node.kind === "scalar")
      return node.value === null ? NO_INPUTS : mustBe(inputsKind, node, key, report);
    const inputs = new Map<string, InputDeclaration>();
    const add = (name: string, at: SourcePosition, input: InputDeclaration) => {
      if (inputs.has(name)) report("workflow.invalid-value", `the input \`${name}\` is declared twice`, at);
      inputs.set(name, input);
    };
    const reader: InputReader = { add, report };
    if (node.kind === "list") readList(node.items, reader);
    else if (isFullSchema(node)) readFullSchema(node, reader);
    else for (const entry of node.entries) readProperty(entry, reader);
    return toSchema(inputs);
  },
};

/** No inputs at all. */
export const NO_INPUTS: WorkflowInputs = {
  schema: { type: "object", properties: {}, additionalProperties: false },
  secrets: [],
};

interface InputReader {
  readonly add: (name: string, at: SourcePosition, input: InputDeclaration) => void;
  readonly report: Report;
}

function toSchema(inputs: ReadonlyMap<string, InputDeclaration>): WorkflowInputs {
  const entries = [...inputs];
  const required = entries.filter(([, input]) => input.required).map(([name]) => name);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    },
    secrets: entries.filter(([, input]) => input.secret).map(([name]) => name),
  };
}

/** The document's form: `["title|required", "tag"]`. */
function readList(items: readonly Positioned[], { add, report }: InputReader): void {
  for (const item of items) {
    if (item.kind !== "scalar" || typeof item.value !== "string") {
      const message = `an input in a list must be a text such as \`title|required\`, got ${describe(item)}`;
      report("workflow.invalid-value", message, item.at, "write the inputs as a mapping instead");
      continue;
    }
    const [name = "", ...modifiers] = item.value.split("|").map((part) => part.trim());
    const read = readBarred(modifiers.map((modifier) => modifier.toLowerCase()));
    if (checkName(name, item.at, report)) accept(name, item.at, read, { add, report });
  }
}

function checkName(name: string, at: SourcePosition, report: Report): boolean {
  if (NAME.test(name)) return true;
  const fixed = name.replaceAll(/[^A-Za-z0-9_]+/g, "_");
  const hint = NAME.test(fixed) ? `for example \`${fixed}\`` : undefined;
  const message = `the input "${clip(name)}" must have a name of letters, digits and \`_\``;
  report("workflow.invalid-value", message, at, hint);
  return false;
}

function accept(name: string, at: SourcePosition, read: ReadInput, { add, report }: InputReader): void {
  if (read.ok) add(name, at, read.input);
  else report("workflow.invalid-value", `the input \`${name}\` ${read.message}`, at, read.hint);
}

/** A whole JSON Schema of an object instead of its properties. */
function isFullSchema(map: PositionedMap): boolean {
  const type = map.entries.find(({ key }) => key === "type")?.value;
  const properties = map.entries.find(({ key }) => key === "properties")?.value;
  return type?.kind === "scalar" && type.value === "object" && properties?.kind === "map";
}

function readFullSchema(map: PositionedMap, { add, report }: InputReader): void {
  const list = map.entries.find(({ key }) => key === "required")?.value;
  const names = list === undefined ? [] : plainValue(list);
  const required = Array.isArray(names) ? names : [];
  for (const { key, at } of map.entries)
    if (!["type", "properties", "required", "additionalProperties", "description", "title"].includes(key))
      report("workflow.schema-ignored", `\`inputs.${clip(key)}\` is ignored`, at);
  const properties = map.entries.find(({ key }) => key === "properties")?.value;
  if (properties?.kind !== "map") return;
  for (const name of required)
    if (!properties.entries.some(({ key }) => key === name))
      report(
        "workflow.invalid-value",
        `\`inputs.required\` names "${clip(String(name))}", which is not a property`,
        list?.at,
      );
  for (const entry of properties.entries)
    readProperty(entry, {
      report,
      add: (name, at, input) =>
        add(name, at, { ...input, required: required.includes(name) && !hasDefault(input) }),
    });
}

function hasDefault({ schema }: InputDeclaration): boolean {
  return Object.hasOwn(schema, "default");
}

/** `title: string` or `title: {type: string, …}`. */
function readProperty({ key: name, at, value }: PositionedEntry, { add, report }: InputReader): void {
  if (!checkName(name, at, report)) return;
  if (value.kind === "map") {
    const input = readPropertyMap(value, name, report);
    if (input !== undefined) add(name, at, input);
  } else if (value.kind === "scalar" && typeof value.value === "string") {
    accept(name, value.at, readShorthand(value.value), { add, report });
  } else {
    const hint =
      value.kind === "scalar" && value.value !== null
        ? `a default is written \`${name}: ${typeof value.value === "number" ? "number" : "boolean"} = ${value.text}\``
        : `for example \`${name}: string\``;
    report(
      "workflow.invalid-value",
      `the input \`${name}\` must have a type, got ${describe(value)}`,
      value.at,
      hint,
    );
  }
}

/** A JSON Schema; `required` and `secret` are true or false. An input is required unless it has a default. */
function readPropertyMap(map: PositionedMap, name: string, report: Report): InputDeclaration | undefined {
  const own = (key: string) => map.entries.find((entry) => entry.key === key)?.value;
  const isFlag = (node: Positioned | undefined) => node?.kind === "scalar" && typeof node.value === "boolean";
  const [required, secret] = [own("required"), own("secret")];
  if (secret !== undefined && !isFlag(secret))
    mustBe({ expected: "true or false" }, secret, "secret", report);
  const isOwn = ({ key, value }: PositionedEntry) =>
    key !== "secret" && !(key === "required" && isFlag(value));
  const schema = readSchema({ ...map, entries: map.entries.filter(isOwn) }, name, report);
  const fallback = own("default");
  if (fallback !== undefined) checkDefault(plainValue(fallback), schema, { name, at: fallback.at, report });
  const isRequired = isFlag(required) ? plainTrue(required) : fallback === undefined;
  return { schema, required: isRequired && fallback === undefined, secret: plainTrue(secret) };
}

function plainTrue(node: Positioned | undefined): boolean {
  return node?.kind === "scalar" && node.value === true;
}

function checkDefault(
  value: JsonValue,
  schema: JsonSchema,
  { name, at, report }: { readonly name: string; readonly at: SourcePosition; readonly report: Report },
): void {
  const checked = validateValue(value, schema);
  const problem = checked.ok ? undefined : checked.problems[0];
  if (problem !== undefined)
    report("workflow.invalid-value", `the default of \`${name}\` ${problem.message}`, at, problem.hint);
}
