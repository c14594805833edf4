import { onAbort } from "./on-abort.ts";
import type { RunContext } from "./run-context.ts";

/** Runs work that is aborted with `reason` after `ms`, or with the reason of the outer signal. */
export async function withTimeLimit<Value>(
  {
    ms,
    reason,
    signal,
    timer,
  }: {
    readonly ms: number;
    readonly reason: () => unknown;
    readonly signal: AbortSignal;
    readonly timer: RunContext["timer"];
  },
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  return withOwnSignal(signal, async (controller) => {
    if (ms <= 0) controller.abort(reason());
    const stop = timer(Math.max(0, ms), () => controller.abort(reason()));
    try {
      return await work(controller.signal);
    } finally {
      stop();
    }
  });
}

/** Runs work with a signal of its own, which is aborted with the outer one. */
export async function withOwnSignal<Value>(
  outer: AbortSignal,
  work: (controller: AbortController) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const stop = onAbort(outer, () => controller.abort(outer.reason));
  try {
    return await work(controller);
  } finally {
    stop();
  }
}

/** Waits for a promise, but only until the signal aborts: work that ignores its signal cannot keep a run. */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(signal.reason));
    work.then(
      (value) => {
        stop();
        resolve(value);
      },
      (error) => {
        stop();
        reject(error);
      },
    );
  });
}

/** Waits so many milliseconds, or rejects with the reason of the signal. */
export function pause(ms: number, signal: AbortSignal, timer: RunContext["timer"]): Promise<void> {
  let stop = () => {};
  const waiting = new Promise<void>((resolve) => {
    stop = timer(ms, resolve);
  });
  return untilAborted(waiting, signal).finally(stop);
}
