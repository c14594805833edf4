import { nearestWord } from "../../basics/words.ts";
import type { ToolNaming } from "../../profile.ts";
import type { SkillTool, ToolArguments } from "../../skill-tool.ts";

/** Arguments under our own names, or an error message that a model can act on. */
export type CheckedArguments =
  | { readonly ok: true; readonly args: ToolArguments }
  | { readonly ok: false; readonly message: string };

/** Checks arguments against a tool's schema and translates the profile's argument names into ours. */
export function checkArguments(tool: SkillTool, naming: ToolNaming, given: unknown): CheckedArguments {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return no(
      `The arguments of ${naming.name} must be an object with: ${Object.keys(tool.properties).join(", ")}.`,
    );
  }
  const ours = new Map(Object.keys(tool.properties).map((key) => [naming.arguments?.[key] ?? key, key]));
  const args: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const key = ours.get(name);
    if (key === undefined) {
      const near = nearestWord(name, ours.keys());
      return no(
        `Unknown argument "${name.slice(0, 60)}" of ${naming.name}. ${near === undefined ? `It takes: ${[...ours.keys()].join(", ")}.` : `Did you mean "${near}"?`}`,
      );
    }
    if (value === undefined || value === null) continue;
    const problem = checkValue(value, tool.properties[key] ?? {});
    if (problem !== undefined) return no(`The argument "${name}" of ${naming.name} ${problem}.`);
    args[key] = value;
  }
  const missing = tool.required.find((key) => args[key] === undefined);
  if (missing !== undefined)
    return no(`The argument "${naming.arguments?.[missing] ?? missing}" of ${naming.name} is missing.`);
  return { ok: true, args: { ...defaultsOf(tool), ...args } };
}

function checkValue(value: unknown, schema: Readonly<Record<string, unknown>>): string | undefined {
  if (schema.type === "string") {
    if (typeof value !== "string") return "must be a string";
    if (typeof schema.minLength === "number" && value.length < schema.minLength) return "must not be empty";
    if (typeof schema.maxLength === "number" && value.length > schema.maxLength)
      return `must have at most ${schema.maxLength} characters`;
    return undefined;
  }
  if (schema.type === "array") {
    const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
    return isList ? undefined : "must be a list of strings";
  }
  if (schema.type !== "integer") return undefined;
  if (typeof value !== "number" || !Number.isInteger(value)) return "must be a whole number";
  if (typeof schema.minimum === "number" && value < schema.minimum)
    return `must be at least ${schema.minimum}`;
  if (typeof schema.maximum === "number" && value > schema.maximum)
    return `must be at most ${schema.maximum}`;
  return undefined;
}

function defaultsOf(tool: SkillTool): ToolArguments {
  const withDefault = Object.entries(tool.properties).filter(([, schema]) => schema.default !== undefined);
  return Object.fromEntries(withDefault.map(([key, schema]) => [key, schema.default]));
}

function no(message: string): CheckedArguments {
  return { ok: false, message };
}
