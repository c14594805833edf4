import { KnowhowError } from "@knowhow/runtime";
import * as toolkit from "@knowhow/runtime/toolkit";

const { kinds, nearestWord } = toolkit;

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
  types: Readonly<Record<keyof Options & string, OptionKind>>,
): void {
  if (!isObject(given)) throw badOption(`the options of ${adapter} must be an object`);
  // The runtime's own check knows what a copy of the options would lose: inherited properties, getters, entries of a Map.
  const names = Object.fromEntries(Object.keys(given).map((name) => [name, kinds.anything]));
  toolkit.checkOptions(adapter, given, names);
  const known = new Map(Object.entries<OptionKind>(types));
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
