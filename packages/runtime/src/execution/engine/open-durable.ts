import { mapAwaitable } from "../../basics/awaitable.ts";
import type { JsonValue } from "../../basics/copy-json.ts";
import type { Awaitable } from "../../ports.ts";
import { type Durable, RunSuspended, StepUncertain } from "../../run.ts";
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

/** The memory of a run that addresses steps by key, over entries that are stored in order. */
export function openDurable(state: RunState, writer: EntryWriter): Durable {
  const running = new Set<string>();
  const put = (entry: RunEntry, sync: boolean): Awaitable<void> =>
    mapAwaitable(writer.write(entry, sync), (first) => applyEntry(state, first ?? entry));

  const durable: Durable = {
    step: async (key, work, options = {}) => {
      const known = state.results.get(key);
      if (known !== undefined) return known;
      if (running.has(key)) throw new Error(`the step "${key}" is already running`);
      running.add(key);
      try {
        const made = typeof options === "function" ? options() : options;
        const { effect = "read", idempotencyKey, before } = made instanceof Promise ? await made : made;
        const isWrite = effect === "write";
        const wasBegun = isWrite && state.intents.has(key);
        if (wasBegun && idempotencyKey === undefined) throw new StepUncertain(key);
        const permitted = before?.();
        if (permitted instanceof Promise) await permitted;
        if (isWrite && !wasBegun) await put({ kind: "intent", key }, true);
        const value = await work();
        const stored = put({ kind: "step", key, value }, isWrite);
        if (stored instanceof Promise) await stored;
        return value;
      } finally {
        running.delete(key);
      }
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
