import { failure, type RenderFrame } from "../evaluation/frame.ts";
import type { BuiltInFilter } from "./built-in.ts";
import { dateFilter } from "./date-filter.ts";
import { callHostFilter } from "./host-filter.ts";
import { itemFilters } from "./item-filters.ts";
import { LIST_FILTERS } from "./list-filters.ts";
import { MAPPING_FILTERS } from "./mapping-filters.ts";
import { NUMBER_FILTERS } from "./number-filters.ts";
import { TEXT_FILTERS } from "./text-filters.ts";
import { VALUE_FILTERS } from "./value-filters.ts";

/** Every built-in filter, by name. */
export const FILTERS: ReadonlyMap<string, BuiltInFilter> = new Map(
  Object.entries({
    ...VALUE_FILTERS,
    ...TEXT_FILTERS,
    ...NUMBER_FILTERS,
    ...LIST_FILTERS,
    ...MAPPING_FILTERS,
    ...itemFilters(callFilter),
    date: dateFilter,
  }),
);

/** Calls a filter whose name is known only now, as `map` does. */
function callFilter(
  frame: RenderFrame,
  name: string,
  { value, given }: { value: unknown; given: readonly unknown[] },
): unknown {
  const filter = FILTERS.get(name);
  if (filter === undefined) return callHostFilter(frame, name, { value, given, known: FILTERS.keys() });
  if (filter.rest || given.length > filter.parameters.length || given.length < (filter.required ?? 0))
    throw failure(frame, "execution.template-filter", "map: wrong number of arguments for the filter");
  return filter.apply(frame, value, given);
}
