import type { ArgumentSpec } from "@knowhow/runtime/authoring";
import { oneLine } from "@knowhow/runtime/toolkit";

type JsonSchema = Readonly<Record<string, unknown>>;

/** A workflow, as far as its arguments are concerned. */
export interface WorkflowInputs {
  readonly inputs: JsonSchema;
  readonly secrets: readonly string[];
}

/** The inputs of a workflow as arguments of a prompt. Secrets are not among them: what a prompt says, the model reads. */
export function workflowArguments({ inputs, secrets }: WorkflowInputs): readonly ArgumentSpec[] {
  const required = Array.isArray(inputs.required) ? inputs.required : [];
  return Object.entries(isRecord(inputs.properties) ? inputs.properties : {})
    .filter(([name]) => !secrets.includes(name))
    .map(([name, schema]) => specOf(name, isRecord(schema) ? schema : {}, required.includes(name)));
}

/** The values of arguments as inputs: numbers, truth values, and JSON for lists and objects. */
export function workflowInputs(
  { inputs }: WorkflowInputs,
  args: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const properties = isRecord(inputs.properties) ? inputs.properties : {};
  return Object.fromEntries(
    Object.entries(args).map(([name, text]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, typedValue(text, isRecord(schema) ? schema.type : undefined)];
    }),
  );
}

function specOf(name: string, schema: JsonSchema, required: boolean): ArgumentSpec {
  const { description, default: usual } = schema;
  const values = Array.isArray(schema.enum) ? schema.enum.filter((each) => typeof each === "string") : [];
  const isScalar = typeof usual === "string" || typeof usual === "number" || typeof usual === "boolean";
  const notes = [
    typeof description === "string" ? description : undefined,
    schema.type === "array" || schema.type === "object" ? "as JSON" : undefined,
  ].filter((note) => note !== undefined);
  return {
    name,
    type: values.length > 0 ? "enum" : typeOf(schema.type),
    required,
    declared: true,
    ...(notes.length === 0 ? {} : { description: oneLine(notes.join("; ")) }),
    ...(isScalar ? { default: usual } : {}),
    ...(values.length > 0 ? { values } : {}),
  };
}

function typeOf(type: unknown): ArgumentSpec["type"] {
  if (type === "integer" || type === "number") return "number";
  return type === "boolean" ? "boolean" : "string";
}

function typedValue(text: string, type: unknown): unknown {
  if (type === "integer" || type === "number") return Number(text);
  if (type === "boolean") return text === "true";
  if (type !== "array" && type !== "object") return text;
  try {
    return JSON.parse(text);
  } catch {
    // The workflow says what it expects.
    return text;
  }
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
