import type { Help } from "../io/cli-error.ts";

/** The type of a value in a script. */
export interface Field<T> {
  /** Completes "… must be". */
  readonly words: string;
  is(value: unknown): value is T;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** An object whose values have the types of their fields. */
export type Filled<F extends Fields> = { readonly [K in keyof F]?: F[K] extends Field<infer T> ? T : never };

/** Throws an error for the current line of the script. */
export type Fail = (message: string, help?: Help) => never;

const isText = (value: unknown): value is string => typeof value === "string";
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const TEXT: Field<string> = { words: "a string", is: isText };
export const FLAG: Field<boolean> = {
  words: "true or false",
  is: (value): value is boolean => typeof value === "boolean",
};
export const TRUE: Field<true> = { words: "true", is: (value): value is true => value === true };
export const NUMBER: Field<number> = {
  words: "a whole number, 0 or more",
  is: (value): value is number => typeof value === "number" && Number.isInteger(value) && value >= 0,
};
export const TEXTS: Field<readonly string[]> = {
  words: "a list of strings",
  is: (value): value is readonly string[] => Array.isArray(value) && value.every(isText),
};
export const TEXT_OR_TEXTS: Field<string | readonly string[]> = {
  words: "a string or a list of strings",
  is: (value): value is string | readonly string[] => isText(value) || TEXTS.is(value),
};
export const TEXT_BY_NAME: Field<Readonly<Record<string, string>>> = {
  words: "an object with string values",
  is: (value): value is Readonly<Record<string, string>> =>
    isRecord(value) && Object.values(value).every(isText),
};
export const OBJECT: Field<Readonly<Record<string, unknown>>> = { words: "an object", is: isRecord };
export const ANYTHING: Field<unknown> = { words: "anything", is: (_): _ is unknown => true };

/** One of these strings. */
export function oneOf<const T extends string>(...words: readonly T[]): Field<T> {
  const known: readonly string[] = words;
  return {
    words: `one of ${words.join(", ")}`,
    is: (value): value is T => isText(value) && known.includes(value),
  };
}

/** Checks an object against its fields; fails for an unknown key or a value of another type. */
export function readFields<F extends Fields>(value: unknown, fields: F, fail: Fail): Filled<F> {
  checkFields(value, fields, fail);
  return value;
}

function checkFields<F extends Fields>(value: unknown, fields: F, fail: Fail): asserts value is Filled<F> {
  if (!isRecord(value)) return fail("expected a JSON object");
  for (const [key, held] of Object.entries(value)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) {
      const known = Object.keys(fields);
      return fail(`unknown key "${key}"`, {
        hint: `known keys: ${known.join(", ")}`,
        typed: { word: key, known },
      });
    }
    if (!field.is(held)) return fail(`"${key}" must be ${field.words}`);
  }
}
