import { busyRun, canContinue, hasEnded, unknownRun } from "@knowhow/runtime/toolkit";
import type { ActionExecutionResult, RunHandler } from "@knowhow/runtime/workflows";
import { bePatient, within } from "./be-patient.ts";
import { claimDue, claimRow } from "./claim-runs.ts";
import { type ExecutionContext, executeRun, type OwnedRun, takenOver } from "./execute-run.ts";
import { letGo, storeEnd } from "./owned-run.ts";
import { type EntryRow, type RunRow, readEntries, readRow, storedRun } from "./run-rows.ts";

/** Executes runs, each of them once at a time. */
export interface Executor {
  /** Executes a run until it ends or pauses. Throws `run.unknown`, or `run.busy` while it is executed elsewhere. */
  run(id: string, handler: RunHandler, signal?: AbortSignal): Promise<ActionExecutionResult>;
  /** Takes runs of an application that are due; each of them is executed or given back next. */
  take(application: string, limit: number, demands?: readonly string[]): Promise<readonly OwnedRun[]>;
  /** Executes a run that was taken, if it can continue. Waits for the database while `mayWait`. */
  execute(owned: OwnedRun, handler: RunHandler, mayWait: () => boolean): Promise<void>;
  giveBack(owned: OwnedRun): Promise<void>;
  close(): void;
}

interface Execution {
  readonly controller: AbortController;
  /** Undefined until the run is owned. */
  epoch?: number;
}

/** How long a caller who executes a run waits for the database. A worker waits until it is back. */
const CALLER_MS = 30_000;

/** Opens an executor, which looks for cancellations every `pollMs`. */
export function openExecutor(context: ExecutionContext, pollMs: number): Executor {
  const { database, presence, now } = context;
  const owner = presence.id;
  const active = new Map<string, Execution>();
  let claims = 0;
  let hasStrays = false;
  let isLooking = false;

  /** Aborts what was cancelled or taken over, and gives back runs that are owned but not executed. */
  const look = async (): Promise<void> => {
    // A run that is claimed while the statement is on its way may be missing in its answer.
    const before = [...active].map(([run, execution]) => ({ run, execution, epoch: execution.epoch }));
    const isQuiet = claims === 0;
    const rows = await database.query<{ id: string; epoch: number; cancel: string | null }>(
      "SELECT id, epoch, cancel FROM knowhow.runs WHERE owner = $1",
      [owner],
    );
    const owned = new Map(rows.map((row) => [row.id, row]));
    for (const { run, execution, epoch } of before) {
      if (epoch === undefined) continue;
      const row = owned.get(run);
      if (row?.epoch !== epoch) execution.controller.abort(takenOver(run));
      else if (row.cancel !== null) execution.controller.abort(new Error(row.cancel));
    }
    if (!isQuiet || claims > 0) return;
    for (const { id, epoch } of rows)
      if (!active.has(id)) await letGo(database, { run: id, owner, epoch }, { isCounted: false });
    hasStrays = false;
  };

  const tick = async (): Promise<void> => {
    if (isLooking || (active.size === 0 && !hasStrays)) return;
    isLooking = true;
    try {
      await presence.beat();
      await look();
    } catch {
      // The next tick tries again.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void tick(), pollMs);
  timer.unref();

  /** The run of a row. One that cannot be read is given up, as if its execution had rejected. */
  const own = async (row: RunRow, entries: readonly EntryRow[]): Promise<OwnedRun | undefined> => {
    const hold = { run: row.id, owner, epoch: row.epoch };
    try {
      return { hold, run: storedRun(row, entries) };
    } catch {
      active.delete(row.id);
      await letGo(database, hold, { isCounted: true });
      return undefined;
    }
  };

  /** The row of a run that this executor owns now, or the result of one that has ended. */
  const claim = async (id: string): Promise<RunRow | ActionExecutionResult> => {
    await presence.beat();
    const row = await readRow(database.query, id);
    if (row === undefined) throw unknownRun(id);
    const { state } = storedRun(row, []);
    if (hasEnded(state) && state.result !== undefined) return state.result;
    // Its own claim whose answer was lost; not one of a worker that is on its way.
    const isOwn = row.owner === owner && claims === 0;
    const isFree = !row.is_busy || isOwn;
    const claimed = isFree ? await claimRow(database, owner, row, now()) : undefined;
    if (claimed === undefined) throw busyRun(id, "another process");
    return claimed;
  };

  /** Does something with a run while it is registered as active. */
  const during = async <T>(run: string, execution: Execution, work: () => Promise<T>): Promise<T> => {
    active.set(run, execution);
    try {
      return await work();
    } catch (error) {
      hasStrays = true;
      throw error;
    } finally {
      active.delete(run);
    }
  };

  return {
    run: async (id, handler, signal) => {
      if (active.has(id)) throw busyRun(id, "this process");
      const execution: Execution = { controller: new AbortController() };
      const { controller } = execution;
      const abort = () => controller.abort(signal?.reason);
      const patience = () => {
        const isInTime = within(CALLER_MS);
        return () => isInTime() && signal?.aborted !== true;
      };
      return during(id, execution, async () => {
        const row = await bePatient(() => claim(id));
        if ("runId" in row) return row;
        execution.epoch = row.epoch;
        const hold = { run: id, owner, epoch: row.epoch };
        const run = storedRun(row, await bePatient(() => readEntries(database.query, [id])));
        if (signal?.aborted === true) abort();
        signal?.addEventListener("abort", abort, { once: true });
        try {
          return await executeRun(context, { hold, run }, { handler, controller, patience });
        } finally {
          signal?.removeEventListener("abort", abort);
        }
      });
    },
    take: async (application, limit, demands) => {
      let rows: readonly RunRow[] = [];
      claims += 1;
      try {
        const due = { application, now: now(), dead: presence.dead(), answerMs: presence.answerMs };
        rows = await claimDue(database, owner, due, { limit, demands, active: [...active.keys()] });
        for (const { id, epoch } of rows) active.set(id, { controller: new AbortController(), epoch });
        const ids = rows.map(({ id }) => id);
        const entries = ids.length === 0 ? [] : await readEntries(database.query, ids);
        const owned = await Promise.all(rows.map((row) => own(row, entries)));
        return owned.filter((each) => each !== undefined);
      } catch (error) {
        for (const { id } of rows) active.delete(id);
        hasStrays = true;
        throw error;
      } finally {
        claims -= 1;
      }
    },
    execute: async (owned, handler, mayWait) => {
      const { hold, run } = owned;
      const execution = active.get(hold.run) ?? { controller: new AbortController(), epoch: hold.epoch };
      const { controller } = execution;
      await during(hold.run, execution, async () => {
        const { result } = run.state;
        // Stored by an earlier version, which did not say when the run is due.
        if (result !== undefined && !canContinue(run.state, now()))
          await storeEnd(database, hold, result, now());
        else await executeRun(context, owned, { handler, controller, patience: () => mayWait });
      });
    },
    giveBack: ({ hold }) =>
      during(hold.run, { controller: new AbortController() }, () =>
        letGo(database, hold, { isCounted: false }),
      ),
    close: () => clearInterval(timer),
  };
}
