import type { Awaitable } from "../ports.ts";

/**
 * What a host returned, as a value or a promise. Promises of other realms, as those of Node inside Jest, and of libraries
 * are not instances of `Promise`.
 */
export function toAwaitable<Value>(value: Value | PromiseLike<Value>): Awaitable<Value> {
  return value instanceof Promise || !isThenable(value) ? value : Promise.resolve(value);
}

function isThenable<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** Calls `then` synchronously for a value, and asynchronously for a promise. */
export function mapAwaitable<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
  failed?: (error: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next, failed) : next(value);
}

/** Calls `failed` if work throws or rejects. Like `mapAwaitable`, it stays synchronous if the work does. */
export function catchAwaitable<Value>(
  work: () => Awaitable<Value>,
  failed: (error: unknown) => Awaitable<Value>,
): Awaitable<Value> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(failed) : value;
  } catch (error) {
    return failed(error);
  }
}

/** Calls `done` when work has ended, in whichever way. Like `mapAwaitable`, it stays synchronous if the work does. */
export function finishAwaitable<Value>(work: () => Awaitable<Value>, done: () => void): Awaitable<Value> {
  let isLater = false;
  try {
    const value = work();
    if (!(value instanceof Promise)) return value;
    isLater = true;
    return value.finally(done);
  } finally {
    if (!isLater) done();
  }
}

/** How often a long computation lets timers, signals and other requests run, in milliseconds. */
const YIELD_EVERY_MS = 50;

/** Taken here, because tests that hold the clock must not hold a load. */
const { setTimeout: later } = globalThis;

/** Returns a function to await between the steps of a long computation. It pauses only now and then. */
export function periodicYield(): () => Awaitable<void> {
  let last = performance.now();
  return () => {
    if (performance.now() - last < YIELD_EVERY_MS) return;
    return new Promise((resolve) => {
      later(() => {
        last = performance.now();
        resolve();
      }, 0);
    });
  };
}

/**
 * Processes one item after the other, and awaits only promises; now and then it lets timers and other requests run. Awaiting available values, or running a long loop
 * inside an async function, would take several times as long as the work itself.
 */
export async function forEachInOrder<Item extends object | string>(
  items: readonly Item[],
  work: (item: Item) => Awaitable<void>,
): Promise<void> {
  let next = 0;
  const yieldNow = periodicYield();
  const workUntilPromise = (): Awaitable<void> => {
    while (next < items.length) {
      const item = items[next];
      next += 1;
      const waiting = (item === undefined ? undefined : work(item)) ?? yieldNow();
      if (waiting !== undefined) return waiting;
    }
  };
  while (next < items.length) {
    await workUntilPromise();
    const pause = yieldNow();
    if (pause !== undefined) await pause;
  }
}
