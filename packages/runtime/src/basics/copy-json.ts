import { formatNumber } from "./words.ts";

/** Any JSON value. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A frozen copy of a value and about how long it is as JSON, or the reason why it is not JSON, as a phrase that completes "the value …". */
export type CopiedJson =
  | { readonly ok: true; readonly value: JsonValue; readonly characters: number }
  | { readonly ok: false; readonly problem: string };

const MAX_DEPTH = 64;
const MAX_CHARACTERS = 1_000_000;

/**
 * Copies plain JSON data up to a number of characters and freezes the copy. Anything else is rejected instead of being
 * converted; only properties that are undefined are omitted, as in JSON itself.
 */
export function copyJson(value: unknown, maxCharacters: number = MAX_CHARACTERS): CopiedJson {
  try {
    const budget = { left: maxCharacters, max: maxCharacters };
    const copied = copy(value, [], budget);
    return { ok: true, value: copied, characters: maxCharacters - budget.left };
  } catch (error) {
    return { ok: false, problem: error instanceof NotJson ? error.message : "cannot be read" };
  }
}

class NotJson extends Error {}

/** Number of characters left for the copy; a value that is referenced twice counts twice. */
interface Budget {
  left: number;
  readonly max: number;
}

/** Written with plain loops, because every argument and every output of a workflow's step is copied. */
function copy(value: unknown, parents: object[], budget: Budget): JsonValue {
  if (value === null || typeof value === "boolean") return spend(value, 1, budget);
  if (typeof value === "string") return spend(value, value.length + 1, budget);
  // JSON has no negative zero.
  if (typeof value === "number" && Number.isFinite(value)) return spend(value === 0 ? 0 : value, 1, budget);
  if (typeof value !== "object") throw new NotJson(`contains ${describe(value)}`);
  if (parents.includes(value)) throw new NotJson("refers to itself");
  if (parents.length >= MAX_DEPTH) throw new NotJson(`is nested deeper than ${MAX_DEPTH} levels`);
  spend(value, 1, budget);
  parents.push(value);
  const copied = Array.isArray(value) ? copyItems(value, parents, budget) : copyKeys(value, parents, budget);
  parents.pop();
  return Object.freeze(copied);
}

/** Unlike `map`, this visits holes, which JSON does not have. */
function copyItems(value: readonly unknown[], parents: object[], budget: Budget): JsonValue[] {
  const items: JsonValue[] = [];
  for (let index = 0; index < value.length; index += 1) items.push(copy(value[index], parents, budget));
  return items;
}

function copyKeys(value: object, parents: object[], budget: Budget): Record<string, JsonValue> {
  if (!isPlain(value)) throw new NotJson("contains an instance of a class");
  const copied: Record<string, JsonValue> = {};
  for (const key of Object.keys(value)) {
    const item: unknown = Reflect.get(value, key);
    if (item === undefined) continue;
    spend(key, key.length, budget);
    const inner = copy(item, parents, budget);
    if (key === "__proto__") Object.defineProperty(copied, key, { value: inner, enumerable: true });
    else copied[key] = inner;
  }
  return copied;
}

function spend<Value>(value: Value, characters: number, budget: Budget): Value {
  budget.left -= characters;
  if (budget.left < 0) throw new NotJson(`is longer than ${formatNumber(budget.max)} characters`);
  return value;
}

/** An object literal of this or another realm, or one without a prototype. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function describe(value: unknown): string {
  if (typeof value === "number") return String(value);
  return value === undefined ? "an undefined item" : `a ${typeof value}`;
}
