/** Where the items of an earlier list are in a newer one. */
export interface Alignment {
  /** True if every earlier item is where it was, with new ones only behind them. */
  readonly isExtended: boolean;
  /** The new place of a gap between items, given by the number of items before it; undefined if it is gone. */
  placeOf(gap: number): number | undefined;
}

/**
 * Aligns two versions of a history. Hosts keep the newest messages and cut, clear or summarise older ones, so what is
 * not part of the common beginning is matched from the end.
 */
export function align(before: readonly string[], after: readonly string[]): Alignment {
  const found = matchFromEnd(before, after, commonBeginning(before, after));
  const kept = (index: number) => found.get(index);
  return {
    isExtended: before.every((_, index) => kept(index) === index),
    placeOf: (gap) => {
      if (gap === 0) return 0;
      const previous = kept(gap - 1);
      return previous === undefined ? kept(gap) : previous + 1;
    },
  };
}

function commonBeginning(before: readonly string[], after: readonly string[]): number {
  const end = before.findIndex((item, index) => item !== after[index]);
  return end < 0 ? before.length : end;
}

/** The new index of each earlier item that is still there, in order. */
function matchFromEnd(
  before: readonly string[],
  after: readonly string[],
  same: number,
): ReadonlyMap<number, number> {
  const found = new Map(Array.from({ length: same }, (_, index) => [index, index]));
  const places = placesOf(after, same);
  let end = after.length;
  for (let index = before.length - 1; index >= same; index -= 1) {
    const left = places.get(before[index] ?? "") ?? [];
    while ((left.at(-1) ?? -1) >= end) left.pop();
    const at = left.at(-1);
    if (at === undefined) continue;
    found.set(index, at);
    end = at;
  }
  return found;
}

/** The indexes of each item from a place on, in order. */
function placesOf(items: readonly string[], from: number): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, item] of items.entries()) {
    if (index < from) continue;
    const same = places.get(item);
    if (same === undefined) places.set(item, [index]);
    else same.push(index);
  }
  return places;
}
