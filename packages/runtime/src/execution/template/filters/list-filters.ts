import { charge, chargeText, checkLength, type RenderFrame, wrongType } from "../evaluation/frame.ts";
import { calculate, isEqual, order } from "../evaluation/operators.ts";
import {
  characters,
  expectInteger,
  isMapping,
  isTrue,
  keysOf,
  kindName,
  partOf,
  toList,
  toText,
} from "../evaluation/values.ts";
import { attributeReader } from "./attribute.ts";
import type { BuiltInFilter } from "./built-in.ts";

const length: BuiltInFilter = { parameters: [], apply: lengthOf };

/** Filters for lists, most of which also take strings and mappings. */
export const LIST_FILTERS: Readonly<Record<string, BuiltInFilter>> = {
  length,
  count: length,
  first: { parameters: [], apply: (frame, value) => itemAt(frame, value, 0) },
  last: { parameters: [], apply: (frame, value) => itemAt(frame, value, -1) },
  slice: { parameters: ["start", "end"], apply: slice },
  join: { parameters: ["d", "attribute"], apply: join },
  list: { parameters: [], apply: (frame, value) => copy(frame, toList(frame, value)) },
  reverse: { parameters: [], apply: reverse },
  sort: { parameters: ["reverse", "case_sensitive", "attribute"], apply: sort },
  unique: { parameters: ["case_sensitive", "attribute"], apply: unique },
  min: {
    parameters: ["case_sensitive", "attribute"],
    apply: (frame, value, given) => extreme(frame, value, given, -1),
  },
  max: {
    parameters: ["case_sensitive", "attribute"],
    apply: (frame, value, given) => extreme(frame, value, given, 1),
  },
  sum: { parameters: ["attribute", "start"], apply: sum },
};

function lengthOf(frame: RenderFrame, value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (typeof value === "string") return characters(frame, value).length;
  if (value === null || value === undefined) return 0;
  if (isMapping(value)) return keysOf(frame, value).length;
  throw wrongType(frame, `${kindName(value)} has no length`);
}

function itemAt(frame: RenderFrame, value: unknown, index: number): unknown {
  if (typeof value === "string") return index < 0 ? lastCharacter(value) : firstCharacter(value);
  return toList(frame, value).at(index) ?? null;
}

function firstCharacter(text: string): string | null {
  for (const character of text) return character;
  return null;
}

function lastCharacter(text: string): string | null {
  return [...text.slice(-2)].at(-1) ?? null;
}

/** The part from `start` up to, but not including, `end`, as `slice` in JavaScript. */
function slice(frame: RenderFrame, value: unknown, [start, end]: readonly unknown[]): unknown {
  const from = expectInteger(frame, start, "the start", 0);
  const to = end === undefined || end === null ? undefined : expectInteger(frame, end, "the end");
  if (typeof value === "string") {
    chargeText(frame, value.length);
    return partOf(characters(frame, value), from, to);
  }
  if (value === null) return null;
  return copy(frame, toList(frame, value), from, to);
}

function copy(
  frame: RenderFrame,
  list: readonly unknown[],
  start?: number,
  end?: number,
): readonly unknown[] {
  const part = list.slice(start, end);
  charge(frame, part.length);
  return part;
}

function join(frame: RenderFrame, value: unknown, [separator, attribute]: readonly unknown[]): string {
  const items = toList(frame, value);
  const mark = separator === undefined ? "" : toText(frame, separator);
  const read = attributeReader(frame, attribute);
  const texts: string[] = [];
  let size = 0;
  for (const item of items) {
    const text = toText(frame, read(item));
    size += text.length + mark.length;
    checkLength(frame, size - mark.length);
    texts.push(text);
  }
  charge(frame, items.length + (size >> 4));
  return texts.join(mark);
}

function reverse(frame: RenderFrame, value: unknown): unknown {
  if (typeof value === "string") {
    chargeText(frame, value.length);
    return [...value].reverse().join("");
  }
  return [...copy(frame, toList(frame, value))].reverse();
}

function sort(
  frame: RenderFrame,
  value: unknown,
  [backwards, isCaseSensitive, attribute]: readonly unknown[],
): unknown {
  const items = toList(frame, value);
  charge(frame, items.length * (1 + Math.ceil(Math.log2(items.length + 1))));
  const read = keyReader(frame, attribute, isCaseSensitive);
  const sign = isTrue(backwards) ? -1 : 1;
  return items
    .map((item) => ({ item, key: read(item) }))
    .sort((a, b) => sign * order(frame, a.key, b.key))
    .map(({ item }) => item);
}

/** Reads what items are compared by: letter case does not count unless it is asked for. */
function keyReader(
  frame: RenderFrame,
  attribute: unknown,
  isCaseSensitive: unknown,
): (item: unknown) => unknown {
  const read = attributeReader(frame, attribute);
  if (isTrue(isCaseSensitive)) return read;
  return (item) => {
    const key = read(item);
    if (typeof key !== "string") return key;
    chargeText(frame, key.length);
    return key.toLowerCase();
  };
}

function unique(
  frame: RenderFrame,
  value: unknown,
  [isCaseSensitive, attribute]: readonly unknown[],
): readonly unknown[] {
  const items = toList(frame, value);
  charge(frame, items.length);
  const read = keyReader(frame, attribute, isCaseSensitive);
  const simple = new Set<unknown>();
  const complex: unknown[] = [];
  return items.filter((item) => {
    const key = read(item) ?? null;
    if (typeof key !== "object" || key === null) {
      if (simple.has(key)) return false;
      simple.add(key);
      return true;
    }
    charge(frame, complex.length);
    if (complex.some((other) => isEqual(frame, other, key))) return false;
    complex.push(key);
    return true;
  });
}

function extreme(
  frame: RenderFrame,
  value: unknown,
  [isCaseSensitive, attribute]: readonly unknown[],
  sign: number,
): unknown {
  const items = toList(frame, value);
  charge(frame, items.length);
  const read = keyReader(frame, attribute, isCaseSensitive);
  let best: { readonly item: unknown; readonly key: unknown } | undefined;
  for (const item of items) {
    const key = read(item);
    if (best === undefined || sign * order(frame, key, best.key) > 0) best = { item, key };
  }
  return best === undefined ? null : best.item;
}

function sum(frame: RenderFrame, value: unknown, [attribute, start = 0]: readonly unknown[]): unknown {
  const items = toList(frame, value);
  charge(frame, items.length);
  const read = attributeReader(frame, attribute);
  let total: unknown = start;
  for (const item of items) total = calculate(frame, "+", [total, read(item)]);
  return total;
}
