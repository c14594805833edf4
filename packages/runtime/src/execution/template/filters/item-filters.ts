import { charge, failure, type RenderFrame } from "../evaluation/frame.ts";
import { isTrue, toList, toText } from "../evaluation/values.ts";
import { attributeReader, optionalAttribute } from "./attribute.ts";
import type { BuiltInFilter } from "./built-in.ts";
import { TESTS } from "./tests.ts";

/** Calls a filter by its name. */
export type CallFilter = (
  frame: RenderFrame,
  name: string,
  call: { value: unknown; given: readonly unknown[] },
) => unknown;

/** Filters that apply another filter or a test to every item. */
export function itemFilters(callFilter: CallFilter): Readonly<Record<string, BuiltInFilter>> {
  return {
    map: {
      parameters: ["attribute", "default"],
      rest: true,
      apply: (frame, value, [attribute, other, name, ...given]) => {
        const items = toList(frame, value);
        charge(frame, items.length);
        if (name === undefined) return items.map(mappedAttribute(frame, attribute, other));
        const filter = toText(frame, name);
        return items.map((item) => callFilter(frame, filter, { value: item, given }));
      },
    },
    select: selecting(true, false),
    reject: selecting(false, false),
    selectattr: selecting(true, true),
    rejectattr: selecting(false, true),
  };
}

function mappedAttribute(frame: RenderFrame, attribute: unknown, other: unknown): (item: unknown) => unknown {
  if (attribute === undefined)
    throw failure(frame, "execution.template-filter", "map needs the name of a filter, or attribute=");
  if (other === undefined) return attributeReader(frame, attribute);
  const read = optionalAttribute(frame, attribute);
  return (item) => read(item) ?? other;
}

/** Keeps the items for which a test, or their truth, is `wanted`. With `ofAttribute`, the first argument names what is tested. */
function selecting(wanted: boolean, ofAttribute: boolean): BuiltInFilter {
  return {
    parameters: [],
    rest: true,
    apply: (frame, value, given) => {
      const items = toList(frame, value);
      charge(frame, items.length);
      const [attribute, name, ...rest] = ofAttribute ? given : [undefined, ...given];
      if (ofAttribute && attribute === undefined)
        throw failure(frame, "execution.template-filter", "the name of an attribute is missing");
      const test = testOf(frame, name, rest);
      const read = !ofAttribute
        ? (item: unknown) => item
        : test.lenient
          ? optionalAttribute(frame, attribute)
          : attributeReader(frame, attribute);
      return items.filter((item) => test.check(read(item)) === wanted);
    },
  };
}

function testOf(
  frame: RenderFrame,
  name: unknown,
  given: readonly unknown[],
): { readonly lenient: boolean; readonly check: (value: unknown) => boolean } {
  if (name === undefined) return { lenient: false, check: isTrue };
  const test = TESTS.get(SYMBOLS.get(toText(frame, name)) ?? toText(frame, name));
  if (test === undefined || given.length > test.parameters.length || given.length < (test.required ?? 0))
    throw failure(
      frame,
      "execution.template-filter",
      "the test does not exist, or has the wrong number of arguments",
    );
  return { lenient: test.lenient === true, check: (value) => test.apply(frame, value, given) };
}

/** Comparisons can be given as their operator: `select(">", 3)`. */
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ["==", "eq"],
  ["!=", "ne"],
  ["<", "lt"],
  ["<=", "le"],
  [">", "gt"],
  [">=", "ge"],
]);
