/** A place in a line, and what it would gain. */
export interface Gain {
  readonly index: number;
  readonly gain: number;
}

/** Gives the largest gain first, and of equal ones the first place. */
export class GainQueue {
  /** A binary heap: the entry at n comes before those at 2n + 1 and 2n + 2. */
  readonly #heap: Gain[] = [];

  first(): Gain | undefined {
    return this.#heap[0];
  }

  add(added: Gain): void {
    let at = this.#heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.#heap[parent];
      if (above === undefined || !isBefore(added, above)) break;
      this.#heap[at] = above;
      at = parent;
    }
    this.#heap[at] = added;
  }

  dropFirst(): void {
    const moved = this.#heap.pop();
    if (moved === undefined || this.#heap.length === 0) return;
    let at = 0;
    for (;;) {
      const [left, right] = [this.#heap[2 * at + 1], this.#heap[2 * at + 2]];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (child === undefined || !isBefore(child, moved)) break;
      this.#heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    this.#heap[at] = moved;
  }
}

function isBefore(a: Gain, b: Gain): boolean {
  return a.gain > b.gain || (a.gain === b.gain && a.index < b.index);
}
