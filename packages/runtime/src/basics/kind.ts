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

/** The problem of an object's keys: unknown, missing or of the wrong kind. */
export function fieldProblem(
  value: Readonly<Record<string, unknown>>,
  fields: Fields,
  noun: string,
): Problem | undefined {
  for (const key of Reflect.ownKeys(value)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(value, key);
    if (typeof key === "symbol") return { at: [], message: `must not have the key ${String(key)}` };
    if (descriptor?.enumerable !== true || descriptor.get !== undefined)
      return { at: [key], message: "must be an ordinary property: enumerable, with a value" };
    const inner: unknown = descriptor.value;
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

/**
 * True for plain data with keys. Not for an instance of a class, whose inherited properties would be checked here and lost
 * by the next copy, and not for a Map, whose entries are not keys.
 */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value) || isPromise(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Objects of another realm have another Object.prototype, and process.env has one of its own in between.
  return (
    prototype === null ||
    (Object.prototype.toString.call(value) === "[object Object]" && isOrdinary(prototype))
  );
}

function isOrdinary(prototype: unknown): boolean {
  if (typeof prototype !== "object" || prototype === null) return false;
  const hasOwnParts = Reflect.ownKeys(prototype).some((key) => key !== "constructor");
  const parent: unknown = Object.getPrototypeOf(prototype);
  return parent === null ? Object.hasOwn(prototype, "hasOwnProperty") : !hasOwnParts && isOrdinary(parent);
}

export function isPromise(value: unknown): boolean {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "then") === "function";
}

/** The JSON Schema of an object with exactly these keys. */
export function shapeSchema(fields: Fields): Readonly<Record<string, unknown>> {
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
