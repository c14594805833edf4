import { sharedValues } from "../../basics/shared-values.ts";
import type { ActionExecutionResult, RunHandler, RunStart, Runs } from "../../run.ts";
import type { RunDefinition } from "../../workflow.ts";
import { openDurable } from "./open-durable.ts";
import { answeredRun, busyRun, existingRun, unknownRun } from "./run-errors.ts";
import {
  applyEntry,
  canContinue,
  demandOf,
  emptyState,
  hasEnded,
  isStuck,
  keptEntries,
  type RunState,
  viewOf,
} from "./run-state.ts";
import { type Execution, workLoop } from "./work-loop.ts";

/** How often `work` looks for waits that ended, in milliseconds. */
const POLL_MS = 50;

/** How long a run is left to the caller who started or answered it, and is probably about to execute it. */
const RESERVED_MS = 100;

interface MemoryRun {
  readonly start: RunStart;
  readonly state: RunState;
  /** Until when workers leave it alone, by the monotonic clock. */
  reservedUntil: number;
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
    const run = { start: copyOf(start), state: emptyState(), reservedUntil: soon() };
    stored.set(start.id, run);
    return run;
  };

  const finish = ({ state }: MemoryRun, result: ActionExecutionResult): void =>
    applyEntry(state, { kind: "result", result, at: now() });

  const execute = async (run: MemoryRun, handler: RunHandler, signal?: AbortSignal): Promise<Execution> => {
    const { start, state } = run;
    const execution = new AbortController();
    run.execution = execution;
    const abort = () => execution.abort(signal?.reason);
    if (signal?.aborted === true) abort();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      applyEntry(state, { kind: "begin", executions: state.executions + 1 });
      const durable = openDurable(state, { write: () => undefined, now });
      const result = await handler(viewOf(start, state), durable, execution.signal);
      finish(run, result);
      return { result };
    } catch (rejected) {
      return { rejected };
    } finally {
      signal?.removeEventListener("abort", abort);
      run.execution = undefined;
      wake();
    }
  };

  /** True if a worker of an application may execute it now. */
  const isFree = ({ start, state, execution, reservedUntil }: MemoryRun, application: string): boolean =>
    execution === undefined &&
    reservedUntil <= performance.now() &&
    (start.application ?? "default") === application &&
    canContinue(state, now()) &&
    !isStuck(state, false);

  return {
    secret: () => secret,
    start: async (start, { background = false } = {}) => {
      const run = add(start);
      if (!background) return;
      run.reservedUntil = 0;
      wake();
    },
    run: async (id, handler, signal) => {
      const run = find(id);
      if (hasEnded(run.state) && run.state.result !== undefined) return run.state.result;
      if (run.execution !== undefined) throw busyRun(id);
      const execution = await execute(run, handler, signal);
      if ("rejected" in execution) throw execution.rejected;
      return execution.result;
    },
    signal: async (id, key, value) => {
      const run = find(id);
      const first = run.state.answers.get(key);
      if (first !== undefined) throw answeredRun(id, key, first);
      applyEntry(run.state, { kind: "answer", key, value });
      run.reservedUntil = soon();
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
    },
    delete: async (id) => {
      if (stored.get(id)?.execution !== undefined) throw busyRun(id);
      return stored.delete(id);
    },
    retry: async (id) => {
      const run = find(id);
      const { state, execution } = run;
      if (isStuck(state, execution !== undefined)) applyEntry(state, { kind: "retry" });
      run.reservedUntil = 0;
      wake();
    },
    damaged: async () => [],
    work: async (handler, options) => {
      const { application } = options;
      const queue = {
        pollMs: POLL_MS,
        now,
        candidates: async () =>
          [...stored.values()]
            .filter((run) => isFree(run, application))
            .map(({ start }) => ({ id: start.id, demand: demandOf(start) })),
        execute: async (id: string) => {
          const run = stored.get(id);
          return run !== undefined && isFree(run, application) ? execute(run, handler) : undefined;
        },
      };
      const loop = workLoop(queue, options);
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

function soon(): number {
  return performance.now() + RESERVED_MS;
}

/** The result of a run that is cancelled while nobody executes it. */
export function cancelledResult(last: ActionExecutionResult, reason: string): ActionExecutionResult {
  const { runId, skill, steps } = last;
  return { runId, skill, steps, status: "cancelled", error: { code: "cancelled", message: reason } };
}

function throwUnknown(id: string): never {
  throw unknownRun(id);
}
