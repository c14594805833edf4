import type { Awaitable } from "../ports.ts";

/** Goes on at once with a value that is there, and later with one that is promised. */
export function whenKnown<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
  failed?: (error: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next, failed) : next(value);
}

/** Long work that only waits for itself lets timers, signals and other requests have their turn this often. */
const BREATH_MS = 50;

/** To be awaited between the pieces of long work: mostly nothing, and a pause for others now and then. */
export function breather(): () => Awaitable<void> {
  let last = performance.now();
  return () => {
    if (performance.now() - last < BREATH_MS) return;
    return new Promise((resolve) => {
      setTimeout(() => {
        last = performance.now();
        resolve();
      }, 0);
    });
  };
}

/**
 * Does the work for one item after the other, and waits only where it has to. Awaiting what is there already, and running a
 * long loop inside an async function, would cost several times the work itself.
 */
export async function inTurn<Item extends object | string>(
  items: readonly Item[],
  work: (item: Item) => Awaitable<void>,
): Promise<void> {
  let next = 0;
  const workUntilWaiting = (): Awaitable<void> => {
    while (next < items.length) {
      const item = items[next];
      next += 1;
      const waiting = item === undefined ? undefined : work(item);
      if (waiting !== undefined) return waiting;
    }
  };
  while (next < items.length) await workUntilWaiting();
}
