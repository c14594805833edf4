import type { Workflow } from "@knowhow/runtime";
import { CliError } from "../io/cli-error.ts";
import type { Io } from "../io/io.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Inputs } from "./read-inputs.ts";
import { variableOf } from "./variable-of.ts";

/** An input of a workflow that must be given. */
interface Needed {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly secret: boolean;
}

/** Asks for required inputs that are missing; throws if there is no terminal, with an example. */
export async function completeInputs(
  given: Inputs,
  workflow: Workflow | undefined,
  { io, line }: { readonly io: Io; readonly line: string },
): Promise<Inputs> {
  const needed = neededInputs(workflow);
  const secrets = needed.flatMap(({ name, secret }) => {
    const value = secret ? io.env[variableOf(name)] : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  const complete: Record<string, Inputs[string]> = { ...Object.fromEntries(secrets), ...given };
  const missing = needed.filter(({ name }) => !Object.hasOwn(complete, name));
  if (missing.length > 0 && io.ask === undefined) throw missingInputs(missing, line);
  for (const { name, schema } of missing) {
    const about = [typeText(schema), schema.description].filter(
      (text) => typeof text === "string" && text !== "",
    );
    const value = await io.ask?.(`${sanitise(`${name} (${about.join("; ")})`)}: `);
    if (value === undefined || value === "") throw missingInputs([{ name, schema, secret: false }], line);
    complete[name] = value;
  }
  return complete;
}

function neededInputs(workflow: Workflow | undefined): readonly Needed[] {
  const { properties, required } = workflow?.inputs ?? {};
  if (!Array.isArray(required)) return [];
  return required.map((name) => ({
    name: String(name),
    schema: recordOf(Reflect.get(Object(properties), name)),
    secret: workflow?.secrets.includes(name) === true,
  }));
}

function missingInputs(missing: readonly Needed[], line: string): CliError {
  const names = missing.map(({ name, schema }) => `${name} (${typeText(schema)})`).join(", ");
  const example = missing.map(({ name, schema }) => `--input ${name}=${exampleOf(schema)}`).join(" ");
  const what = missing.length === 1 ? "missing input" : "missing inputs";
  return new CliError("cli.missing-argument", `${what}: ${names}`, `for example \`${line} ${example}\``);
}

function typeText({ type, format, enum: choices }: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(choices)) return `one of ${choices.join(", ")}`;
  const name = typeof type === "string" ? type : "any value";
  return typeof format === "string" ? `${name}, ${format}` : name;
}

const EXAMPLES: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T12:00:00Z",
  integer: "1",
  number: "1.5",
  boolean: "true",
  array: "'[]'",
  object: "'{}'",
};

function exampleOf({ type, format, enum: choices, examples }: Readonly<Record<string, unknown>>): string {
  const [first]: readonly unknown[] = Array.isArray(examples)
    ? examples
    : Array.isArray(choices)
      ? choices
      : [];
  if (typeof first === "string" || typeof first === "number") return String(first);
  return EXAMPLES[String(format)] ?? EXAMPLES[String(type)] ?? "TEXT";
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
