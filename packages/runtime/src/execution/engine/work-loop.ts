import type { ActionExecutionResult, RunDemand, WorkOptions } from "../../run.ts";

/** A run that can probably continue. */
export interface RunCandidate {
  readonly id: string;
  readonly demand: RunDemand;
}

/** How an execution ended. `rejected`: without a result, because of the handler. */
export type Execution = { readonly result: ActionExecutionResult } | { readonly rejected: unknown };

/** A queue of runs, as an engine offers it. */
export interface WorkQueue {
  /** Oldest first. Rejects if the store cannot be read. */
  candidates(): Promise<readonly RunCandidate[]>;
  /**
   * Executes a run; undefined if it cannot continue any more, or others execute it. Rejects if the store cannot be read or
   * written.
   */
  execute(id: string): Promise<Execution | undefined>;
  now(): number;
  /** Milliseconds between two looks at the queue. */
  readonly pollMs: number;
}

/** How long a run is left alone that is not accepted. */
const REFUSED_MS = 5_000;

/** How long a run is left alone after an execution without a result, or one that lacked something: twice as long after each. */
const REJECTED_MS = 1_000;
const MISSING_MS = 5_000;
const MAX_PAUSE_MS = 30_000;

/** A run that is left alone for some time. */
interface Pause {
  readonly since: number;
  readonly ms: number;
  readonly failures: number;
}

/** Executes runs until closed. `wake` looks at the queue at once. */
export function workLoop(queue: WorkQueue, options: WorkOptions): { wake(): void; close(): Promise<void> } {
  const { concurrency } = options;
  const active = new Map<string, Promise<void>>();
  const pauses = new Map<string, Pause>();
  const store = storeWatch(options.onStore);
  let isClosed = false;
  let isLooking = false;
  let again = false;

  const pause = (id: string, ms: number, failures = 0): void => {
    pauses.set(id, { since: queue.now(), ms, failures });
  };
  const pauseLonger = (id: string, firstMs: number): void => {
    const failures = pauses.get(id)?.failures ?? 0;
    pause(id, Math.min(firstMs * 2 ** failures, MAX_PAUSE_MS), failures + 1);
  };
  /** A clock that was set back ends a pause, too. */
  const isPaused = (id: string): boolean => {
    const found = pauses.get(id);
    return found !== undefined && Math.abs(queue.now() - found.since) < found.ms;
  };

  const execute = async (id: string): Promise<void> => {
    try {
      const execution = await queue.execute(id);
      if (execution === undefined) return;
      store.works("executing");
      if ("rejected" in execution) pauseLonger(id, REJECTED_MS);
      else if (execution.result.missing !== undefined) pauseLonger(id, MISSING_MS);
      else pauses.delete(id);
    } catch (error) {
      store.fails("executing", error);
      pauseLonger(id, REJECTED_MS);
    }
  };

  const begin = (id: string): void => {
    active.set(
      id,
      execute(id).finally(() => {
        active.delete(id);
        void look();
      }),
    );
  };

  const takeFrom = async (candidates: readonly RunCandidate[]): Promise<void> => {
    const isAccepted = acceptance(options.accepts);
    for (const { id, demand } of candidates) {
      if (isClosed || active.size >= concurrency) return;
      if (active.has(id) || isPaused(id)) continue;
      if (!(await isAccepted(demand))) pause(id, REFUSED_MS);
      else if (!isClosed) begin(id);
    }
  };

  const look = async (): Promise<void> => {
    again = isLooking;
    if (isClosed || isLooking || active.size >= concurrency) return;
    isLooking = true;
    try {
      const candidates = await queue.candidates();
      store.works("looking");
      const ids = new Set(candidates.map(({ id }) => id));
      for (const id of pauses.keys()) if (!ids.has(id) && !active.has(id)) pauses.delete(id);
      await takeFrom(candidates);
    } catch (error) {
      // The next look tries again.
      store.fails("looking", error);
    } finally {
      isLooking = false;
      if (again) void look();
    }
  };

  const timer = setInterval(() => void look(), queue.pollMs);
  void look();
  return {
    wake: () => void look(),
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await Promise.all(active.values());
    },
  };
}

/** Asks once about runs with the same demand. What cannot be told is not accepted. */
function acceptance(accepts: WorkOptions["accepts"]): (demand: RunDemand) => Promise<boolean> {
  const known = new Map<string, boolean>();
  return async (demand) => {
    if (accepts === undefined) return true;
    const key = JSON.stringify(demand);
    const answer =
      known.get(key) ??
      (await Promise.resolve(demand)
        .then(accepts)
        .catch(() => false));
    known.set(key, answer);
    return answer;
  };
}

type StoreUse = "looking" | "executing";

/** Reports when the store fails, and when it works again for what it failed at: a full disk can still be read. */
export function storeWatch(report: WorkOptions["onStore"]): {
  fails(use: StoreUse, error: unknown): void;
  works(use: StoreUse): void;
} {
  const failed = new Set<StoreUse>();
  return {
    fails: (use: StoreUse, error: unknown): void => {
      if (failed.size === 0) report?.("lost", error);
      failed.add(use);
    },
    works: (use: StoreUse): void => {
      if (failed.delete(use) && failed.size === 0) report?.("restored");
    },
  };
}
