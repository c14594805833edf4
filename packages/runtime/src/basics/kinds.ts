import {
  type Fields,
  fieldOf,
  fieldProblem,
  isPlain,
  isPromise,
  type Kind,
  mustBe,
  type Problem,
  shapeSchema,
} from "./kind.ts";
import { nearestWord } from "./words.ts";

/** A kind that is defined by a predicate. */
export function kindOf(
  expected: string,
  test: (value: unknown) => boolean,
  schema?: Readonly<Record<string, unknown>>,
): Kind {
  return {
    expected,
    check: (value) => (test(value) ? undefined : mustBe(expected, value)),
    ...(schema === undefined ? {} : { schema }),
  };
}

/** Any string. */
export const text: Kind = kindOf("a string", (value) => typeof value === "string", { type: "string" });

/** A non-empty string. */
export const filledText: Kind = kindOf(
  "a non-empty string",
  (value) => typeof value === "string" && value.trim() !== "" && !value.includes("\0"),
  { type: "string", minLength: 1 },
);

/** A boolean. */
export const flag: Kind = kindOf("true or false", (value) => typeof value === "boolean", { type: "boolean" });

/** A function. */
export const callable: Kind = kindOf("a function", (value) => typeof value === "function");

/** An AbortSignal. */
export const abortSignal: Kind = kindOf("an AbortSignal", (value) => value instanceof AbortSignal);

/** Any value. */
export const anything: Kind = kindOf("anything", () => true, {});

/** An object with arbitrary keys. */
export const mapping: Kind = kindOf("an object", isPlain, { type: "object" });

/** A finite number from `min` to `max`. */
export function number(min: number, max: number = Number.POSITIVE_INFINITY): Kind {
  const expected =
    max === Number.POSITIVE_INFINITY ? `a number, at least ${min}` : `a number from ${min} to ${max}`;
  return kindOf(
    expected,
    (value) => typeof value === "number" && Number.isFinite(value) && value >= min && value <= max,
    { type: "number", minimum: min, ...(max === Number.POSITIVE_INFINITY ? {} : { maximum: max }) },
  );
}

/** An integer from `min` to `max`. */
export function wholeNumber(min: number, max: number = Number.POSITIVE_INFINITY): Kind {
  const expected =
    max === Number.POSITIVE_INFINITY
      ? `a whole number, at least ${min}`
      : `a whole number from ${min} to ${max}`;
  return kindOf(
    expected,
    (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max,
    { type: "integer", minimum: min, ...(max === Number.POSITIVE_INFINITY ? {} : { maximum: max }) },
  );
}

/** One of the given words. */
export function oneOf(words: readonly (string | false)[]): Kind {
  const names = words.filter((word) => typeof word === "string");
  const expected = `${words.length > 1 ? "one of " : ""}${words.map((word) => JSON.stringify(word)).join(", ")}`;
  return {
    expected,
    check: (value) => {
      if (words.some((word) => word === value)) return undefined;
      const near = typeof value === "string" ? nearestWord(value, names) : undefined;
      return mustBe(expected, value, near === undefined ? undefined : `did you mean "${near}"?`);
    },
    schema: { enum: words },
  };
}

/** An array whose items are of one kind. */
export function listOf(item: Kind, expected: string): Kind {
  return {
    expected,
    check: (value) => {
      if (!Array.isArray(value)) return mustBe(expected, value);
      for (const [index, inner] of value.entries()) {
        const problem = item.check(inner);
        if (problem !== undefined) return { ...problem, at: [index, ...problem.at] };
      }
      return undefined;
    },
    ...(item.schema === undefined ? {} : { schema: { type: "array", items: item.schema } }),
  };
}

/** An array of strings. */
export const texts: Kind = listOf(text, "an array of strings");

/** An object with arbitrary keys whose values are of one kind. */
export function recordOf(item: Kind, expected: string, key?: Kind): Kind {
  return {
    expected,
    check: (value) => {
      if (!isPlain(value)) return mustBe(expected, value);
      for (const [name, inner] of Object.entries(value)) {
        const wrongKey = key?.check(name);
        const problem = wrongKey === undefined ? item.check(inner) : { ...wrongKey, at: [] };
        if (problem !== undefined) return { ...problem, at: [name, ...problem.at] };
      }
      return undefined;
    },
    ...(item.schema === undefined ? {} : { schema: { type: "object", additionalProperties: item.schema } }),
  };
}

/** An object with exactly these keys; keys that are not required may be missing. */
export function shape(fields: Fields, expected = "an object", noun = "option"): Kind {
  return {
    expected,
    check: (value) => (isPlain(value) ? fieldProblem(value, fields, noun) : mustBe(expected, value)),
    get schema() {
      return shapeSchema(fields);
    },
  };
}

/** An object created by the caller; only the given methods and properties are checked. */
export function objectWith(fields: Fields, expected: string): Kind {
  return {
    expected,
    check: (value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value) || isPromise(value))
        return mustBe(expected, value);
      for (const [key, given] of Object.entries(fields)) {
        const { kind, required = false } = fieldOf(given);
        const inner: unknown = Reflect.get(value, key);
        const problem = inner === undefined && !required ? undefined : kind.check(inner);
        if (problem !== undefined) return { ...problem, at: [key, ...problem.at] };
      }
      return undefined;
    },
  };
}

/** One of several kinds. The problem is that of the closest kind. */
export function either(expected: string, ...kinds: readonly Kind[]): Kind {
  const schemas = kinds.flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
  return {
    expected,
    check: (value) => {
      let nearest: Problem | undefined;
      for (const kind of kinds) {
        const problem = kind.check(value);
        if (problem === undefined) return undefined;
        if (problem.at.length > (nearest?.at.length ?? 0)) nearest = problem;
      }
      return nearest ?? mustBe(expected, value);
    },
    ...(schemas.length === kinds.length ? { schema: { anyOf: schemas } } : {}),
  };
}
