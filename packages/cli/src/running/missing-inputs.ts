import { nearestWord } from "@knowhow/runtime/toolkit";
import type { Workflow } from "@knowhow/runtime/workflows";
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
  const secrets = (workflow?.secrets ?? []).flatMap((name) => {
    const value = io.env[variableOf(name)];
    return value === undefined ? [] : [[name, value]];
  });
  const complete: Record<string, Inputs[string]> = { ...Object.fromEntries(secrets), ...given };
  const missing = needed.filter(({ name }) => !Object.hasOwn(complete, name));
  if (missing.length > 0 && io.ask === undefined) throw missingInputs(missing, line);
  for (const { name, schema, secret } of missing) {
    const about = [typeText(schema), schema.description].filter(
      (text) => typeof text === "string" && text !== "",
    );
    const value = await io.ask?.(`${sanitise(`${name} (${about.join("; ")})`)}: `, { hidden: secret });
    if (value === undefined || value === "") throw missingInputs([{ name, schema, secret }], line);
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
  const words = missing
    .filter(({ secret }) => !secret)
    .map(({ name, schema }) => ` --input ${name}=${exampleOf(schema)}`);
  const hints = [
    ...(words.length === 0 ? [] : [`for example \`${line}${words.join("")}\``]),
    ...secretHints(missing.filter(({ secret }) => secret).map(({ name }) => name)),
  ];
  const what = missing.length === 1 ? "missing input" : "missing inputs";
  return new CliError("cli.missing-argument", `${what}: ${names}`, hints.join("; "));
}

/** How to pass secrets, which other programs could see on the command line. */
export function secretHints(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const variable = names.length === 1 ? "variable" : "variables";
  return [`secret: set the environment ${variable} ${names.map(variableOf).join(", ")}`];
}

/** Throws if the workflow has no input of a given name. A wrong name is probably what makes the right one missing. */
export function refuseUnknown(given: Inputs, workflow: Workflow | undefined): void {
  const { properties, additionalProperties } = workflow?.inputs ?? {};
  if (additionalProperties !== false) return;
  const known = Object.keys(Object(properties));
  const wrong = Object.keys(given).find((name) => !known.includes(name));
  if (wrong === undefined) return;
  const near = nearestWord(wrong, known);
  const all = known.length === 0 ? "it has no inputs" : `its inputs are ${known.join(", ")}`;
  throw new CliError("cli.bad-value", `the skill has no input "${wrong}"`, {
    hint: near === undefined ? all : `did you mean ${near}?`,
  });
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
