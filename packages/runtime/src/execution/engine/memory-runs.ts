import { sharedValues } from "../../basics/shared-values.ts";
import type { ActionExecutionResult, RunHandler, RunStart, Runs } from "../../run.ts";
import type { RunDefinition } from "../../workflow.ts";
import { openDurable } from "./open-durable.ts";
import { busyRun, existingRun, unknownRun } from "./run-errors.ts";
import {
  applyEntry,
  canContinue,
  emptyState,
  hasEnded,
  keptEntries,
  type RunState,
  viewOf,
} from "./run-state.ts";
import { workLoop } from "./work-loop.ts";

/** How often `work` looks for waits that ended, in milliseconds. */
const POLL_MS = 50;

interface MemoryRun {
  readonly start: RunStart;
  readonly state: RunState;
  /** Set while it is executed. */
  execution?: AbortController | undefined;
}

/** Runs in the memory of this process: for tests, and for hosts that need not continue a run after a restart. */
export function memoryRuns({ now = Date.now }: { readonly now?: () => number } = {}): Runs {
  const stored = new Map<string, MemoryRun>();
  const loops = new Set<{ wake(): void }>();
  const share = sharedValues<string, RunDefinition>((text, other) => text === other);
  const secret = crypto.randomUUID() + crypto.randomUUID();
  const find = (id: string): MemoryRun => stored.get(id) ?? throwUnknown(id);
  const wake = () => {
    for (const loop of loops) loop.wake();
  };

  /** What the caller changes later is not part of the run. Runs of the same workflow share its definition. */
  const copyOf = ({ definition, ...start }: RunStart): RunStart => ({
    ...structuredClone(start),
    definition: share(JSON.stringify(definition), () => structuredClone(definition)),
  });

  const add = (start: RunStart): MemoryRun => {
    if (stored.has(start.id)) throw existingRun(start.id);
    const run = { start: copyOf(start), state: emptyState() };
    stored.set(start.id, run);
    return run;
  };

  const finish = ({ state }: MemoryRun, result: ActionExecutionResult): void =>
    applyEntry(state, { kind: "result", result, at: now() });

  const execute = async (run: MemoryRun, handler: RunHandler, signal?: AbortSignal) => {
    const { start, state } = run;
    if (hasEnded(state) && state.result !== undefined) return state.result;
    if (run.execution !== undefined) throw busyRun(start.id);
    const execution = new AbortController();
    run.execution = execution;
    const abort = () => execution.abort(signal?.reason);
    if (signal?.aborted === true) abort();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const durable = openDurable(state, { write: () => undefined, now });
      const result = await handler(viewOf(start, state), durable, execution.signal);
      finish(run, result);
      return result;
    } finally {
      signal?.removeEventListener("abort", abort);
      run.execution = undefined;
      wake();
    }
  };

  return {
    secret: () => secret,
    start: async (start) => {
      add(start);
      wake();
    },
    run: async (id, handler, signal) => execute(find(id), handler, signal),
    signal: async (id, key, value) => {
      applyEntry(find(id).state, { kind: "answer", key, value });
      wake();
    },
    cancel: async (id, reason) => {
      const run = find(id);
      if (run.execution !== undefined) run.execution.abort(new Error(reason));
      else if (!hasEnded(run.state))
        finish(run, cancelledResult(viewOf(run.start, run.state).result, reason));
    },
    get: async (id) => {
      const run = stored.get(id);
      return run === undefined ? undefined : viewOf(run.start, run.state, run.execution !== undefined);
    },
    list: async function* ({ skill, status, limit = Number.POSITIVE_INFINITY } = {}) {
      let count = 0;
      for (const id of [...stored.keys()].sort().reverse()) {
        const run = stored.get(id);
        if (run === undefined || count >= limit) continue;
        const view = viewOf(run.start, run.state, run.execution !== undefined);
        if (skill !== undefined && view.skill !== skill) continue;
        if (status !== undefined && view.result.status !== status) continue;
        count += 1;
        yield view;
      }
    },
    fork: async (id, copy, keep) => {
      const { start, state } = find(id);
      const made = add({ ...start, ...copy });
      for (const entry of keptEntries(state, keep)) applyEntry(made.state, entry);
      wake();
    },
    delete: async (id) => {
      if (stored.get(id)?.execution !== undefined) throw busyRun(id);
      return stored.delete(id);
    },
    work: async (handler, { concurrency }) => {
      const loop = workLoop({
        pollMs: POLL_MS,
        concurrency,
        candidates: async () =>
          [...stored.values()]
            .filter(({ state, execution }) => execution === undefined && canContinue(state, now()))
            .map(({ start }) => start.id),
        execute: async (id) => {
          await execute(find(id), handler);
        },
      });
      loops.add(loop);
      return {
        close: async () => {
          loops.delete(loop);
          await loop.close();
        },
      };
    },
  };
}

/** The result of a run that is cancelled while nobody executes it. */
export function cancelledResult(last: ActionExecutionResult, reason: string): ActionExecutionResult {
  const { runId, skill, steps } = last;
  return { runId, skill, steps, status: "cancelled", error: { code: "cancelled", message: reason } };
}

function throwUnknown(id: string): never {
  throw unknownRun(id);
}
