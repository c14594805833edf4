import { join } from "node:path";
import { checkArgument, checkOptions } from "../../basics/check-options.ts";
import { anything, callable, filledText, number } from "../../basics/kinds.ts";
import { once } from "../../basics/once.ts";
import { isKnowhowError } from "../../errors.ts";
import { cancelledResult } from "../../execution/engine/memory-runs.ts";
import { answeredRun, unknownRun } from "../../execution/engine/run-errors.ts";
import { canContinue, hasEnded, isStuck, keptEntries, viewOf } from "../../execution/engine/run-state.ts";
import { workLoop } from "../../execution/engine/work-loop.ts";
import type { DamagedRun, RunHandler, Runs, RunView } from "../../run.ts";
import { type Disk, nodeDisk } from "../state/disk.ts";
import { writeFileAtomic } from "../state/write-file.ts";
import { executeStored, store, storeResult } from "./execute-stored.ts";
import { workFinder } from "./find-work.ts";
import type { StoredRun } from "./run-file.ts";
import { damageOf, runFolder } from "./run-folder.ts";
import { readSecret } from "./run-secret.ts";

/** Options of runs in files. */
export interface FileRunsOptions {
  /** Application of runs that an earlier version stored without one. Default `default`. */
  readonly application?: string;
  readonly now?: () => number;
  /** How often `work` looks for runs, and an execution for its cancellation, in milliseconds. Default 250. */
  readonly pollMs?: number;
  readonly disk?: Disk;
}

/** How long to wait for a lock that is held only while a record is added. */
const SHORT_WAIT_MS = 250;
const LONG_WAIT_MS = 5_000;

/** How long a cancellation waits for the process that executes the run. */
const CANCEL_WAIT_MS = 1_500;

/**
 * Runs in a folder that only the user can read, one folder with a journal for each. A run is executed by at most one
 * process, which holds its lock; the lock of a killed process is taken over.
 */
export function fileRuns(path: string, options: FileRunsOptions = {}): Runs {
  checkArgument("fileRuns", "folder", path, filledText);
  const kinds = { application: filledText, now: callable, pollMs: number(1), disk: anything };
  checkOptions("fileRuns", options, kinds);
  const { application = "default", now = Date.now, pollMs = 250, disk = nodeDisk } = options;
  const folder = runFolder(path, disk, application);
  const { alone, create } = folder;

  const find = async (id: string): Promise<StoredRun> => {
    const run = await folder.read(id);
    if (run === undefined) throw unknownRun(id);
    return run;
  };

  const view = async ({ start, state }: StoredRun): Promise<RunView> =>
    viewOf(start, state, hasEnded(state) || (await folder.isHeld(start.id)));

  const contextOf = (handler: RunHandler, signal?: AbortSignal) => {
    return { folder, handler, signal, pollMs, now, disk };
  };

  return {
    secret: once(() => readSecret(join(path, "secret"), disk)),
    start: (start, { background } = {}) => create(start, { background }),
    run: (id, handler, signal) =>
      alone(id, SHORT_WAIT_MS, async (run, journal) => {
        if (hasEnded(run.state) && run.state.result !== undefined) return run.state.result;
        const execution = await executeStored(run, journal, contextOf(handler, signal));
        if ("rejected" in execution) throw execution.rejected;
        return execution.result;
      }),
    signal: (id, key, value) =>
      alone(id, LONG_WAIT_MS, async ({ state }, journal) => {
        const first = state.answers.get(key);
        if (first !== undefined) throw answeredRun(id, key, first);
        await store(journal, { kind: "answer", key, value }, true);
      }),
    cancel: async (id, reason) => {
      if (hasEnded((await find(id)).state)) return;
      const marker = folder.pathOf(id, "cancel");
      await writeFileAtomic(marker, JSON.stringify({ reason }), { private: true, sync: true, disk });
      await unlessBusy(
        alone(id, CANCEL_WAIT_MS, async ({ start, state }, journal) => {
          const result = cancelledResult(viewOf(start, state).result, reason);
          if (!hasEnded(state)) await storeResult(journal, result, now());
          await disk.unlink(marker).catch(() => undefined);
        }),
        // Otherwise the process that executes it finds the marker.
      );
    },
    get: async (id) => {
      const run = await folder.read(id);
      return run === undefined ? undefined : view(run);
    },
    list: async function* ({ skill, status, limit = Number.POSITIVE_INFINITY } = {}) {
      let count = 0;
      for (const id of await folder.ids()) {
        if (count >= limit) return;
        const run = await folder.read(id).catch((error) => void damageOf(id, error));
        if (run === undefined) continue;
        const found = await view(run);
        if (skill !== undefined && found.skill !== skill) continue;
        if (status !== undefined && found.result.status !== status) continue;
        count += 1;
        yield found;
      }
    },
    fork: async (id, copy, keep) => {
      const { start, state } = await find(id);
      await create({ ...start, ...copy }, { entries: keptEntries(state, keep) });
    },
    delete: (id) => folder.remove(id, SHORT_WAIT_MS),
    retry: async (id) => {
      if (!isStuck((await find(id)).state, false)) return;
      await unlessBusy(
        alone(id, SHORT_WAIT_MS, async ({ state }, journal) => {
          if (isStuck(state, false)) await store(journal, { kind: "retry" }, true);
        }),
      );
    },
    damaged: async () => {
      const damaged: DamagedRun[] = [];
      for (const id of await folder.ids())
        await folder.read(id).catch((error) => damaged.push(damageOf(id, error)));
      return damaged;
    },
    work: async (handler, work) => {
      const queue = {
        pollMs,
        now,
        candidates: workFinder({ path, folder, application: work.application, now, disk }),
        execute: (id: string) =>
          unlessBusy(
            alone(id, 0, async (run, journal) =>
              canContinue(run.state, now()) && !isStuck(run.state, false)
                ? executeStored(run, journal, contextOf(handler))
                : undefined,
            ),
          ),
      };
      const loop = workLoop(queue, work);
      return { close: loop.close };
    },
  };
}

/** What work with a run returned; undefined if another process works with it. */
async function unlessBusy<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!isKnowhowError(error) || error.code !== "run.busy") throw error;
    return undefined;
  }
}
