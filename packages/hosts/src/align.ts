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
export function align<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): Alignment {
  const found = matchFromEnd(before, after, commonBeginning(before, after, isSame), isSame);
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

function commonBeginning<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): number {
  let count = 0;
  for (const [index, item] of before.entries()) {
    const other = after[index];
    if (other === undefined || !isSame(item, other)) break;
    count += 1;
  }
  return count;
}

/** The new index of each earlier item that is still there, in order. */
function matchFromEnd<Item>(
  before: readonly Item[],
  after: readonly Item[],
  same: number,
  isSame: (one: Item, other: Item) => boolean,
): ReadonlyMap<number, number> {
  const found = new Map(Array.from({ length: same }, (_, index) => [index, index]));
  let end = after.length;
  for (let index = before.length - 1; index >= same; index -= 1) {
    const item = before[index];
    if (item === undefined) continue;
    const at = after.findLastIndex((other, place) => place >= same && place < end && isSame(item, other));
    if (at < 0) continue;
    found.set(index, at);
    end = at;
  }
  return found;
}
