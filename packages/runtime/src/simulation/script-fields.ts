import { isRecord } from "../basics/is-record.ts";
import { nearestWord } from "../basics/words.ts";
import type { Fail } from "./fail-at.ts";

/** The type of a value in a script. */
export interface ScriptField<T> {
  /** Completes "… must be". */
  readonly words: string;
  is(value: unknown): value is T;
}

export type ScriptFields = Readonly<Record<string, ScriptField<unknown>>>;

/** An object whose values have the types of their fields. */
export type Filled<F extends ScriptFields> = {
  readonly [K in keyof F]?: F[K] extends ScriptField<infer T> ? T : never;
};

const isText = (value: unknown): value is string => typeof value === "string";

export const TEXT: ScriptField<string> = { words: "a string", is: isText };
export const FLAG: ScriptField<boolean> = {
  words: "true or false",
  is: (value): value is boolean => typeof value === "boolean",
};
export const TRUE: ScriptField<true> = { words: "true", is: (value): value is true => value === true };
export const NUMBER: ScriptField<number> = {
  words: "a whole number, 0 or more",
  is: (value): value is number => typeof value === "number" && Number.isInteger(value) && value >= 0,
};
export const TEXTS: ScriptField<readonly string[]> = {
  words: "a list of strings",
  is: (value): value is readonly string[] => Array.isArray(value) && value.every(isText),
};
export const TEXT_OR_TEXTS: ScriptField<string | readonly string[]> = {
  words: "a string or a list of strings",
  is: (value): value is string | readonly string[] => isText(value) || TEXTS.is(value),
};
export const TEXT_BY_NAME: ScriptField<Readonly<Record<string, string>>> = {
  words: "an object with string values",
  is: (value): value is Readonly<Record<string, string>> =>
    isRecord(value) && Object.values(value).every(isText),
};
export const OBJECT: ScriptField<Readonly<Record<string, unknown>>> = { words: "an object", is: isRecord };
export const ANYTHING: ScriptField<unknown> = { words: "anything", is: (_): _ is unknown => true };

/** One of these strings. */
export function oneOf<const T extends string>(...words: readonly T[]): ScriptField<T> {
  const known: readonly string[] = words;
  return {
    words: `one of ${words.join(", ")}`,
    is: (value): value is T => isText(value) && known.includes(value),
  };
}

/** Checks an object against its fields; fails for an unknown key or a value of another type. */
export function readFields<F extends ScriptFields>(value: unknown, fields: F, fail: Fail): Filled<F> {
  checkFields(value, fields, fail);
  return value;
}

function checkFields<F extends ScriptFields>(
  value: unknown,
  fields: F,
  fail: Fail,
): asserts value is Filled<F> {
  if (!isRecord(value)) return fail("expected a JSON object");
  for (const [key, held] of Object.entries(value)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) {
      const known = Object.keys(fields);
      const near = nearestWord(key, known);
      return fail(`unknown key "${key}"`, {
        hint: near === undefined ? `known keys: ${known.join(", ")}` : `did you mean ${near}?`,
      });
    }
    if (!field.is(held)) return fail(`"${key}" must be ${field.words}`);
  }
}
