import { isRecord } from "./is-record.ts";
import { nearestWord } from "./words.ts";

/** Path to a nested value: keys and indexes. */
export type ValuePath = readonly (string | number)[];

/** What is wrong with a value, and the path to the wrong part. */
export interface Problem {
  readonly at: ValuePath;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** A kind of value, for checking options and configuration. */
export interface Kind {
  /** Completes "must be …". */
  readonly expected: string;
  /** The first problem of a value; undefined if it is of this kind. */
  readonly check: (value: unknown) => Problem | undefined;
  /** The kind as JSON Schema; undefined if JSON cannot represent it. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** A key of an object: its kind, and whether it is required. */
export interface Field {
  readonly kind: Kind;
  readonly required?: boolean;
  readonly summary?: string;
}

/** Kinds by key. */
export type Fields = Readonly<Record<string, Kind | Field>>;

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

/** Any value. */
export const anything: Kind = kindOf("anything", () => true, {});

/** An object with arbitrary keys. */
export const mapping: Kind = kindOf("an object", isRecord, { type: "object" });

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

/** The problem of an object's keys: unknown, missing or of the wrong kind. */
export function fieldProblem(
  value: Readonly<Record<string, unknown>>,
  fields: Fields,
  noun: string,
): Problem | undefined {
  for (const [key, inner] of Object.entries(value)) {
    const given = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (given === undefined) return unknownKey(key, fields, noun);
    const problem = inner === undefined ? undefined : fieldOf(given).kind.check(inner);
    if (problem !== undefined) return { ...problem, at: [key, ...problem.at] };
  }
  for (const [key, given] of Object.entries(fields)) {
    const { kind, required = false } = fieldOf(given);
    if (required && value[key] === undefined)
      return { at: [key], message: `is missing: it must be ${kind.expected}` };
  }
  return undefined;
}

/** The problem of an unknown key, with the closest one and a list of all. */
export function unknownKey(key: string, fields: Fields, noun: string): Problem {
  const known = Object.keys(fields);
  const near = nearestWord(key, known);
  const meant = near === undefined ? "" : `; did you mean "${near}"?`;
  return { at: [key], message: `is an unknown ${noun}${meant}`, hint: `allowed: ${known.join(", ")}` };
}

/** Normalizes a kind to a field. */
export function fieldOf(given: Kind | Field): Field {
  return "kind" in given ? given : { kind: given };
}

/** Formats a path: `roots[0].path`. */
export function showPath(path: ValuePath): string {
  return path
    .map((part, index) => {
      if (typeof part === "number") return `[${part}]`;
      if (!/^[\w$-]+$/.test(part)) return `[${JSON.stringify(part)}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join("");
}

/** The problem of a value of the wrong kind. */
export function mustBe(expected: string, value: unknown, hint?: string): Problem {
  const awaited = isPromise(value) ? "await it first" : undefined;
  return { at: [], message: `must be ${expected}, got ${describeValue(value)}`, hint: hint ?? awaited };
}

const LONGEST_VALUE = 60;

function describeValue(value: unknown): string {
  if (value === null || value === undefined || typeof value === "boolean") return String(value);
  if (typeof value === "string")
    return JSON.stringify(value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value);
  if (typeof value === "number" || typeof value === "bigint") return `the number ${value}`;
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  if (isPromise(value)) return "a promise";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !isPromise(value);
}

function isPromise(value: unknown): boolean {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "then") === "function";
}

function shapeSchema(fields: Fields): Readonly<Record<string, unknown>> {
  const rows = Object.entries(fields).map(([key, given]) => ({ key, ...fieldOf(given) }));
  const required = rows.filter((row) => row.required === true).map((row) => row.key);
  return {
    type: "object",
    properties: Object.fromEntries(
      rows.map(({ key, kind, summary }) => [
        key,
        summary === undefined ? (kind.schema ?? {}) : { description: summary, ...kind.schema },
      ]),
    ),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}
