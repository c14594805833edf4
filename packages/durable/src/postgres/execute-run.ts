import { isKnowhowError } from "@knowhow/runtime/errors";
import { busyRun, openDurable, type RunEntry, viewOf } from "@knowhow/runtime/toolkit";
import type { ActionExecutionResult, RunHandler } from "@knowhow/runtime/workflows";
import { bePatient } from "./be-patient.ts";
import type { Database } from "./database.ts";
import { isStoreError } from "./database-errors.ts";
import { type Hold, letGo, storeEnd, uncount, writeAttempt, writeEntry } from "./owned-run.ts";
import type { Presence } from "./presence.ts";
import type { StoredRun } from "./run-rows.ts";

/** A run that this process owns. */
export interface OwnedRun {
  readonly hold: Hold;
  readonly run: StoredRun;
}

export interface ExecutionContext {
  readonly database: Database;
  readonly presence: Presence;
  readonly now: () => number;
}

export interface ExecutionOptions {
  readonly handler: RunHandler;
  readonly controller: AbortController;
  /** How long to wait for a database that cannot be reached. */
  readonly patience: Parameters<typeof bePatient>[1];
}

/** After an execution that rejected a run is left alone for this time, after the next that counts for twice as long, and so on. */
const RETRY_MS = 5_000;

/** Executes a run until it ends or pauses, and stores its end. */
export async function executeRun(
  { database, presence, now }: ExecutionContext,
  { hold, run: { start, state, cancel } }: OwnedRun,
  { handler, controller, patience }: ExecutionOptions,
): Promise<ActionExecutionResult> {
  const began = performance.now();
  let isLost = false;

  const lose = async (): Promise<never> => {
    isLost = true;
    const error = takenOver(start.id);
    controller.abort(error);
    if (presence.hasFailedSince(began)) await uncount(database, hold).catch(() => undefined);
    throw error;
  };
  const unlessLost = async <T>(stored: T | "lost"): Promise<T> => (stored === "lost" ? lose() : stored);

  const write = async (entry: RunEntry, isSync: boolean): Promise<RunEntry | undefined> => {
    if (entry.kind === "result" || entry.kind === "begin" || entry.kind === "retry")
      throw new Error(`"${entry.kind}" is stored with the run`);
    if (entry.kind !== "attempt")
      return unlessLost(await bePatient(() => writeEntry(database, hold, entry, isSync), patience));
    const count = (state.attempts.get(entry.key) ?? 0) + 1;
    return unlessLost(await bePatient(() => writeAttempt(database, hold, entry.key, count), patience));
  };

  if (cancel !== undefined) controller.abort(new Error(cancel));
  try {
    const result = await handler(viewOf(start, state), openDurable(state, { now, write }), controller.signal);
    if (isTakenOver(controller.signal.reason)) return await lose();
    return await unlessLost(await bePatient(() => storeEnd(database, hold, result, now()), patience));
  } catch (error) {
    const end = { isCounted: !isOfStore(error), dueAt: now() + RETRY_MS * 2 ** (state.executions - 1) };
    if (!isLost) await bePatient(() => letGo(database, hold, end), patience).catch(() => undefined);
    throw error;
  }
}

/** True if the database failed or the audit log could not be written: nothing of the run is the reason. */
export function isOfStore(error: unknown): boolean {
  return isStoreError(error) || (isKnowhowError(error) && error.code === "audit.not-written");
}

const takeovers = new WeakSet<object>();

/** Another process executes a run that this one executed. */
export function takenOver(run: string): Error {
  const error = busyRun(run, "another process, which took it over");
  takeovers.add(error);
  return error;
}

function isTakenOver(reason: unknown): boolean {
  return typeof reason === "object" && reason !== null && takeovers.has(reason);
}
