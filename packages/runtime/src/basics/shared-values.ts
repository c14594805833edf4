import { deepFreeze } from "./freeze.ts";

/** The value of a shorter source is made again faster than it is found. */
const MIN_LENGTH = 1_000;
const MAX_LENGTH = 1_000_000;
const MAX_VALUES = 16;

/**
 * Makes the value of a source, JSON or its bytes, and returns the same frozen value for an equal source: runs of the
 * same workflow share its definition. The few values that were used last are kept.
 */
export function sharedValues<Source extends { readonly length: number }, Value>(
  isEqual: (source: Source, other: Source) => boolean,
): (source: Source, make: () => Value) => Value {
  let known: readonly { readonly source: Source; readonly value: Value }[] = [];
  return (source, make) => {
    const { length } = source;
    if (length < MIN_LENGTH || length > MAX_LENGTH) return make();
    const found = known.find((each) => each.source.length === length && isEqual(each.source, source));
    if (found !== undefined && found === known[0]) return found.value;
    const first = found ?? { source, value: deepFreeze(make()) };
    known = [first, ...known.filter((each) => each !== first)].slice(0, MAX_VALUES);
    return first.value;
  };
}
