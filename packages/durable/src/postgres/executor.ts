import { randomUUID } from "node:crypto";
import {
  applyEntry,
  busyRun,
  canContinue,
  cancelledResult,
  openDurable,
  type RunState,
  viewOf,
} from "@knowhow/runtime/toolkit";
import type { ActionExecutionResult, RunHandler } from "@knowhow/runtime/workflows";
import type { Connection, Database } from "./database.ts";
import type { RunQueue } from "./run-queue.ts";
import { claimRun, lockRun, type StoredRun, storeResult } from "./run-rows.ts";
import { writeEntry } from "./write-entry.ts";

/** Executes runs, and says that it is alive while it does. */
export interface Executor {
  readonly id: string;
  /**
   * Executes a run until it ends or pauses. Undefined if another executor has it, or it has ended or is not wanted.
   * After a failure the run is in the queue again.
   */
  execute(
    id: string,
    handler: RunHandler,
    options?: ExecuteOptions,
  ): Promise<ActionExecutionResult | undefined>;
  close(): Promise<void>;
}

export interface ExecuteOptions {
  readonly signal?: AbortSignal | undefined;
  /** Asked when nobody else can change the run any more. Default always. */
  readonly isWanted?: (run: StoredRun) => boolean;
}

export interface ExecutorOptions {
  readonly now: () => number;
  readonly pollMs: number;
  readonly deadAfterMs: number;
  /** Alive also while it executes nothing. */
  readonly isWorker?: boolean;
}

interface Execution {
  readonly controller: AbortController;
  /** Undefined until the run is claimed. */
  epoch?: number;
}

/** After a failure a run is left alone for this time. */
const RETRY_MS = 5_000;

/** An executor says that it is alive so many times before it would be taken for dead. */
const BEATS = 5;

/** Opens an executor. It has a new id, so nobody takes it for one that was here before. */
export function openExecutor(database: Database, queue: RunQueue, options: ExecutorOptions): Executor {
  const { now, pollMs, deadAfterMs, isWorker = false } = options;
  const id = randomUUID();
  const active = new Map<string, Execution>();
  let beatAt = Number.NEGATIVE_INFINITY;
  let isTicking = false;
  let hasStrays = false;

  const beat = async (): Promise<void> => {
    if (performance.now() - beatAt < deadAfterMs / BEATS) return;
    const at = performance.now();
    await database.query(
      "beat",
      `INSERT INTO knowhow.executors VALUES ($1, now() + $2 * interval '1 millisecond')
        ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`,
      [id, deadAfterMs],
    );
    beatAt = at;
  };

  /** Aborts what was cancelled or taken over, and gives back runs whose end could not be stored. */
  const look = async (): Promise<void> => {
    const before = [...active].filter(([, { epoch }]) => epoch !== undefined);
    const rows = await database.query<{ id: string; epoch: number; cancel: string | null }>(
      "owned",
      "SELECT id, epoch, cancel FROM knowhow.runs WHERE owner = $1",
      [id],
    );
    const owned = new Map(rows.map((row) => [row.id, row]));
    for (const [run, { controller, epoch }] of before) {
      const row = owned.get(run);
      if (row?.epoch !== epoch) controller.abort(takenOver(run));
      else if (row?.cancel != null) controller.abort(new Error(row.cancel));
    }
    const strays = rows.filter((row) => !active.has(row.id));
    for (const stray of strays) await letGo(stray.id, stray.epoch, RETRY_MS);
    hasStrays = false;
  };

  const tick = async (): Promise<void> => {
    if (isTicking || (active.size === 0 && !hasStrays && !isWorker)) return;
    isTicking = true;
    try {
      await beat();
      if (active.size > 0 || hasStrays) await look();
    } catch {
      // The next tick tries again.
    } finally {
      isTicking = false;
    }
  };
  const timer = setInterval(() => void tick(), pollMs);
  timer.unref();

  const settle = async (connection: Connection, run: string, state: RunState, delayMs = 0): Promise<void> => {
    const until = state.result?.waiting?.until;
    if (canContinue(state, now())) await queue.add(connection, run, delayMs);
    else if (state.result?.status === "paused" && until !== undefined)
      await queue.add(connection, run, until - now());
  };

  const letGo = (run: string, epoch: number, delayMs: number): Promise<void> =>
    database.transaction(async (connection) => {
      const locked = await lockRun(connection, run);
      if (locked === undefined || locked.epoch !== epoch) return;
      await connection.query("UPDATE knowhow.runs SET owner = NULL, epoch = epoch + 1 WHERE id = $1", [run]);
      await settle(connection, run, locked.state, delayMs);
    });

  const finish = (run: string, epoch: number, given: ActionExecutionResult): Promise<ActionExecutionResult> =>
    database.transaction(async (connection) => {
      const locked = await lockRun(connection, run);
      if (locked?.epoch !== epoch) throw takenOver(run);
      const { state, cancel } = locked;
      const result =
        given.status === "paused" && cancel !== undefined ? cancelledResult(given, cancel) : given;
      await storeResult(connection, run, result, now());
      applyEntry(state, { kind: "result", result, at: now() });
      await settle(connection, run, state);
      return result;
    });

  const executeClaimed = async (
    { start, state, epoch, cancel }: StoredRun,
    handler: RunHandler,
    { controller }: Execution,
  ): Promise<ActionExecutionResult> => {
    if (cancel !== undefined) controller.abort(new Error(cancel));
    const durable = openDurable(state, {
      now,
      write: async (entry, isSync) => {
        const written = await writeEntry(database, start.id, epoch, entry, isSync);
        if (written !== "lost") return written;
        controller.abort(takenOver(start.id));
        throw takenOver(start.id);
      },
    });
    try {
      const result = await handler(viewOf(start, state), durable, controller.signal);
      return await finish(start.id, epoch, result);
    } catch (error) {
      await letGo(start.id, epoch, RETRY_MS).catch(() => {
        hasStrays = true;
      });
      throw error;
    }
  };

  return {
    id,
    execute: async (run, handler, { signal, isWanted = () => true } = {}) => {
      if (active.has(run)) throw busyRun(run, "this process");
      const execution: Execution = { controller: new AbortController() };
      const abort = () => execution.controller.abort(signal?.reason);
      active.set(run, execution);
      try {
        await beat();
        const claimed = await claimRun(database, run, id);
        if (claimed === undefined) return undefined;
        execution.epoch = claimed.epoch;
        if (!isWanted(claimed)) {
          await letGo(run, claimed.epoch, 0);
          return undefined;
        }
        if (signal?.aborted === true) abort();
        signal?.addEventListener("abort", abort, { once: true });
        return await executeClaimed(claimed, handler, execution);
      } catch (error) {
        hasStrays = true;
        throw error;
      } finally {
        signal?.removeEventListener("abort", abort);
        active.delete(run);
      }
    },
    close: async () => {
      clearInterval(timer);
      await database
        .query("leave", "DELETE FROM knowhow.executors WHERE id = $1", [id])
        .catch(() => undefined);
    },
  };
}

function takenOver(run: string): Error {
  return busyRun(run, "another process, which took it over");
}
