import type { Help } from "../io/cli-error.ts";

/** What a key of a script's object may hold. */
export interface Field<T> {
  /** Completes "… must be". */
  readonly words: string;
  is(value: unknown): value is T;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** An object of which every key that is there holds what its field says. */
export type Filled<F extends Fields> = { readonly [K in keyof F]?: F[K] extends Field<infer T> ? T : never };

/** Ends the reading of a script at the line at hand. */
export type Fail = (message: string, help?: Help) => never;

const isText = (value: unknown): value is string => typeof value === "string";
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const TEXT: Field<string> = { words: "a text", is: isText };
export const FLAG: Field<boolean> = {
  words: "true or false",
  is: (value): value is boolean => typeof value === "boolean",
};
export const TRUE: Field<true> = { words: "true", is: (value): value is true => value === true };
export const NUMBER: Field<number> = {
  words: "a whole number of at least 0",
  is: (value): value is number => typeof value === "number" && Number.isInteger(value) && value >= 0,
};
export const TEXTS: Field<readonly string[]> = {
  words: "a list of texts",
  is: (value): value is readonly string[] => Array.isArray(value) && value.every(isText),
};
export const TEXT_OR_TEXTS: Field<string | readonly string[]> = {
  words: "a text or a list of texts",
  is: (value): value is string | readonly string[] => isText(value) || TEXTS.is(value),
};
export const TEXT_BY_NAME: Field<Readonly<Record<string, string>>> = {
  words: "an object of texts",
  is: (value): value is Readonly<Record<string, string>> =>
    isRecord(value) && Object.values(value).every(isText),
};
export const OBJECT: Field<Readonly<Record<string, unknown>>> = { words: "an object", is: isRecord };
export const ANYTHING: Field<unknown> = { words: "anything", is: (_): _ is unknown => true };

/** One of a few words. */
export function oneOf<const T extends string>(...words: readonly T[]): Field<T> {
  const known: readonly string[] = words;
  return {
    words: `one of ${words.join(", ")}`,
    is: (value): value is T => isText(value) && known.includes(value),
  };
}

/** Reads an object whose keys are all known; fails with the nearest key, or with what a value must be. */
export function readFields<F extends Fields>(value: unknown, fields: F, fail: Fail): Filled<F> {
  checkFields(value, fields, fail);
  return value;
}

function checkFields<F extends Fields>(value: unknown, fields: F, fail: Fail): asserts value is Filled<F> {
  if (!isRecord(value)) return fail("this must be a JSON object");
  for (const [key, held] of Object.entries(value)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) {
      const known = Object.keys(fields);
      return fail(`unknown key "${key}"`, {
        hint: `known are ${known.join(", ")}`,
        typed: { word: key, known },
      });
    }
    if (!field.is(held)) return fail(`"${key}" must be ${field.words}`);
  }
}
