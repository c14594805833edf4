import { charge, type RenderFrame, wrongType } from "../evaluation/frame.ts";
import { isEqual } from "../evaluation/operators.ts";
import { expectText, kindName, toList } from "../evaluation/values.ts";
import type { BuiltIn } from "./built-in.ts";
import { LIST_FILTERS } from "./list-filters.ts";
import { mappingItems, mappingKeys, mappingValues } from "./mapping-filters.ts";
import { replace, split, strip, TEXT_FILTERS } from "./text-filters.ts";

type Method = BuiltIn<unknown>;

/** Every method of the language. They are written like calls on a value, but the value has no part in choosing the code that runs. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["items", { parameters: [], apply: mappingItems }],
  ["keys", { parameters: [], apply: mappingKeys }],
  ["values", { parameters: [], apply: mappingValues }],
  ["get", { parameters: ["key", "default"], required: 1, apply: get }],
  ...["upper", "lower", "title", "capitalize"].flatMap((name) => ofText(name, TEXT_FILTERS[name])),
  ["strip", onText(["chars"], (frame, text, [chars]) => strip(frame, text, chars, "both"))],
  ["lstrip", onText(["chars"], (frame, text, [chars]) => strip(frame, text, chars, "start"))],
  ["rstrip", onText(["chars"], (frame, text, [chars]) => strip(frame, text, chars, "end"))],
  [
    "split",
    onText(["separator", "limit"], (frame, text, [separator, limit]) => split(frame, text, separator, limit)),
  ],
  ["splitlines", onText([], splitLines)],
  [
    "replace",
    onText(
      ["old", "new", "count"],
      (frame, text, [from, to, count]) =>
        replace(frame, text, {
          from: expectText(frame, from, "the text to replace"),
          to: expectText(frame, to, "the new text"),
          count,
        }),
      2,
    ),
  ],
  ["startswith", onText(["prefix"], (frame, text, [part]) => text.startsWith(expectPart(frame, part)), 1)],
  ["endswith", onText(["suffix"], (frame, text, [part]) => text.endsWith(expectPart(frame, part)), 1)],
  ["join", onText(["items"], (frame, text, [items]) => LIST_FILTERS.join?.apply(frame, items, [text]), 1)],
  ["count", { parameters: ["item"], required: 1, apply: count }],
]);

function onText(
  parameters: readonly string[],
  apply: (frame: RenderFrame, text: string, given: readonly unknown[]) => unknown,
  required = 0,
): Method {
  return {
    parameters,
    required,
    apply: (frame, value, given) => {
      if (value === null) return null;
      if (typeof value !== "string")
        throw wrongType(frame, `only strings have this method, not ${kindName(value)}`);
      return apply(frame, value, given);
    },
  };
}

function expectPart(frame: RenderFrame, part: unknown): string {
  const text = expectText(frame, part, "the part to look for");
  charge(frame, text.length >> 4);
  return text;
}

function ofText(name: string, filter: Method | undefined): readonly (readonly [string, Method])[] {
  return filter === undefined ? [] : [[name, onText([], (frame, text) => filter.apply(frame, text, []))]];
}

function splitLines(frame: RenderFrame, text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/);
  charge(frame, lines.length + (text.length >> 4));
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function get(frame: RenderFrame, value: unknown, [key, other = null]: readonly unknown[]): unknown {
  if (value === null) return other;
  const found = mappingItems(frame, value).find(([name]) => name === key);
  return found === undefined ? other : found[1];
}

function count(frame: RenderFrame, value: unknown, [item]: readonly unknown[]): number {
  if (typeof value === "string") {
    const parts = split(frame, value, expectText(frame, item, "the text to count"), undefined);
    return parts.length - 1;
  }
  const items = toList(frame, value);
  charge(frame, items.length);
  return items.filter((other) => isEqual(frame, other, item)).length;
}
