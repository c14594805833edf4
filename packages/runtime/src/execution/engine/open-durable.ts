import { finishAwaitable, mapAwaitable } from "../../basics/awaitable.ts";
import type { JsonValue } from "../../basics/copy-json.ts";
import type { Awaitable } from "../../ports.ts";
import { type Durable, type DurableStepOptions, RunSuspended, StepUncertain } from "../../run.ts";
import { applyEntry, type RunEntry, type RunState } from "./run-state.ts";

/** Where a durable run stores its entries. */
export interface EntryWriter {
  /**
   * Stores an entry; with `sync` it survives a power failure. If it throws, the entry is not stored. Returns the entry
   * that counts instead, if another process was first.
   */
  write(entry: RunEntry, sync: boolean): Awaitable<RunEntry | undefined>;
  now(): number;
}

type Work = () => Awaitable<JsonValue>;

/** The memory of a run that addresses steps by key, over entries that are stored in order. */
export function openDurable(state: RunState, writer: EntryWriter): Durable {
  const running = new Set<string>();
  const put = (entry: RunEntry, sync: boolean): Awaitable<void> =>
    mapAwaitable(writer.write(entry, sync), (first) => applyEntry(state, first ?? entry));

  /** Waits only for what is asynchronous: of many small steps, waiting would be the largest part. */
  const read = (key: string, work: Work, { before }: DurableStepOptions): Awaitable<JsonValue> =>
    mapAwaitable(before?.(), () =>
      mapAwaitable(work(), (value) => mapAwaitable(put({ kind: "step", key, value }, false), () => value)),
    );

  const write = async (key: string, work: Work, options: DurableStepOptions): Promise<JsonValue> => {
    const wasBegun = state.intents.has(key);
    if (wasBegun && options.idempotencyKey === undefined) throw new StepUncertain(key);
    await options.before?.();
    if (!wasBegun) await put({ kind: "intent", key }, true);
    const value = await work();
    await put({ kind: "step", key, value }, true);
    return value;
  };

  const durable: Durable = {
    step: (key, work, options = {}) => {
      const known = state.results.get(key);
      if (known !== undefined) return known;
      if (running.has(key)) throw new Error(`the step "${key}" is already running`);
      running.add(key);
      return finishAwaitable(
        () =>
          mapAwaitable(typeof options === "function" ? options() : options, (made) =>
            made.effect === "write" ? write(key, work, made) : read(key, work, made),
          ),
        () => running.delete(key),
      );
    },
    wait: async (key, { until = null, ask }) => {
      const known = state.answers.get(key);
      if (known !== undefined) return known;
      if (!state.waits.has(key)) await put({ kind: "wait", key, until }, false);
      const end = state.waits.get(key) ?? null;
      const given = end !== null && end <= writer.now() ? null : await ask?.();
      if (given === undefined) throw new RunSuspended(key, end ?? undefined);
      await put({ kind: "answer", key, value: given }, true);
      return state.answers.get(key) ?? given;
    },
    attempt: (key) => mapAwaitable(put({ kind: "attempt", key }, false), () => state.attempts.get(key) ?? 1),
    branch: async (keys, limit, work) => {
      const settled: PromiseSettledResult<JsonValue>[] = [];
      let next = 0;
      const takeTurns = async (): Promise<void> => {
        while (next < keys.length) {
          const index = next;
          next += 1;
          try {
            settled[index] = { status: "fulfilled", value: await work(index, durable) };
          } catch (reason) {
            settled[index] = { status: "rejected", reason };
          }
        }
      };
      await Promise.all(Array.from({ length: Math.min(limit, keys.length) }, takeTurns));
      return settled;
    },
  };
  return durable;
}
