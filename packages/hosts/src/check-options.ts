import { KnowhowError } from "@knowhow/runtime";
import { nearestWord } from "@knowhow/runtime/toolkit";

/** The type of an option. */
export type OptionKind = "a function" | "a list" | "a string" | "an object" | "anything";

const CHECKS: Readonly<Record<OptionKind, (value: unknown) => boolean>> = {
  "a function": (value) => typeof value === "function",
  "a list": (value) => Array.isArray(value),
  "a string": (value) => typeof value === "string",
  "an object": isObject,
  anything: () => true,
};

/** Throws if an option of an adapter is unknown or has the wrong type. */
export function checkOptions<Options extends object>(
  adapter: string,
  given: Options,
  kinds: Readonly<Record<keyof Options & string, OptionKind>>,
): void {
  if (!isObject(given)) throw badOption(`the options of ${adapter} must be an object`);
  const known = new Map(Object.entries<OptionKind>(kinds));
  for (const [name, value] of Object.entries(given)) {
    const kind = known.get(name);
    if (kind === undefined) throw unknownOption(adapter, name, [...known.keys()]);
    if (value !== undefined && !CHECKS[kind](value))
      throw badOption(`the option "${name}" of ${adapter} must be ${kind}`);
  }
}

function unknownOption(adapter: string, name: string, known: readonly string[]): KnowhowError {
  const near = nearestWord(name, known);
  const hint = near === undefined ? `known options: ${known.join(", ")}` : `did you mean "${near}"?`;
  return badOption(`unknown option "${name}" of ${adapter}`, hint);
}

function badOption(message: string, hint?: string): KnowhowError {
  return new KnowhowError("runtime.bad-option", message, hint === undefined ? {} : { hint });
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
