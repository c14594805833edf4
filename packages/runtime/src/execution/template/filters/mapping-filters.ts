import { charge, type RenderFrame, wrongType } from "../evaluation/frame.ts";
import { isMapping, keysOf, kindName } from "../evaluation/values.ts";
import type { BuiltInFilter } from "./built-in.ts";

/** Filters for mappings. They keep the order of the keys; none counts as an empty mapping. */
export const MAPPING_FILTERS: Readonly<Record<string, BuiltInFilter>> = {
  keys: { parameters: [], apply: (frame, value) => mappingKeys(frame, value) },
  values: { parameters: [], apply: (frame, value) => mappingValues(frame, value) },
  items: { parameters: [], apply: (frame, value) => mappingItems(frame, value) },
};

export function mappingKeys(frame: RenderFrame, value: unknown): readonly string[] {
  return keysOf(frame, expectMapping(frame, value));
}

export function mappingValues(frame: RenderFrame, value: unknown): readonly unknown[] {
  const mapping = expectMapping(frame, value);
  return keysOf(frame, mapping).map((key) => mapping[key]);
}

/** Pairs of key and value. */
export function mappingItems(frame: RenderFrame, value: unknown): readonly (readonly [string, unknown])[] {
  const mapping = expectMapping(frame, value);
  charge(frame, 1);
  return keysOf(frame, mapping).map((key) => [key, mapping[key]] as const);
}

function expectMapping(frame: RenderFrame, value: unknown): Readonly<Record<string, unknown>> {
  if (isMapping(value)) return value;
  if (value === null || value === undefined) return {};
  throw wrongType(frame, `expected a mapping, not ${kindName(value)}`);
}
