import { randomBytes } from "node:crypto";
import { keptEntries, unknownRun, viewOf } from "@knowhow/runtime/toolkit";
import type { DamagedRun, Runs } from "@knowhow/runtime/workflows";
import { bePatient, within } from "./be-patient.ts";
import { answerRun, cancelRun, createRun, deleteRun, retryRun } from "./change-run.ts";
import { openDatabase } from "./database.ts";
import { openExecutor } from "./executor.ts";
import { listRuns } from "./list-runs.ts";
import { openLayout } from "./open-layout.ts";
import { openPresence } from "./presence.ts";
import { readRun } from "./run-rows.ts";
import { startWorker } from "./worker.ts";

/** Options of the engine, with their defaults filled in. */
export interface EngineOptions {
  readonly url: string;
  readonly now: () => number;
  readonly pollMs: number;
  readonly deadAfterMs: number;
}

/** How long an opening waits for a database that is being restarted. Shorter than a call, because the URL may be wrong. */
const OPEN_MS = 3_000;

/** Runs in PostgreSQL. The row of a run is also its place in the queue of the workers. */
export async function openEngine(options: EngineOptions): Promise<Runs & { close(): Promise<void> }> {
  const { url, now, pollMs, deadAfterMs } = options;
  const database = openDatabase(url);
  const { query } = database;
  await bePatient(
    () => openLayout(database, url),
    () => within(OPEN_MS),
  ).catch(async (error) => {
    await database.close();
    throw error;
  });
  const presence = openPresence(database, deadAfterMs);
  const context = { database, presence, now };
  const executor = openExecutor(context, pollMs);
  const workers = new Set<{ close(): Promise<void> }>();

  return {
    secret: async () => {
      const made = randomBytes(32).toString("hex");
      return bePatient(async () => {
        await query("INSERT INTO knowhow.settings VALUES ('secret', $1) ON CONFLICT DO NOTHING", [made]);
        const [row] = await query<{ value: string }>("SELECT value FROM knowhow.settings WHERE name = $1", [
          "secret",
        ]);
        return row?.value ?? made;
      });
    },
    start: (start, options) => createRun(context, { application: "default", ...start }, options),
    run: executor.run,
    signal: (id, key, value) => answerRun(context, { id, key, value }),
    cancel: (id, reason) => cancelRun(context, id, reason),
    get: async (id) => {
      const run = await bePatient(() => readRun(query, id));
      return run === undefined ? undefined : viewOf(run.start, run.state, run.isBusy);
    },
    list: async function* (which = {}) {
      for await (const { start, state, isBusy } of listRuns(query, which)) yield viewOf(start, state, isBusy);
    },
    fork: async (id, copy, keep) => {
      const run = await bePatient(() => readRun(query, id));
      if (run === undefined) throw unknownRun(id);
      await createRun(context, { ...run.start, ...copy }, { entries: keptEntries(run.state, keep) });
    },
    delete: (id) => deleteRun(context, id),
    retry: (id) => retryRun(context, id),
    damaged: async () => {
      const found: DamagedRun[] = [];
      for await (const _ of listRuns(query, {}, (run) => found.push(run)));
      return found;
    },
    work: async (handler, options) => {
      const worker = startWorker(context, { executor, pollMs }, handler, options);
      workers.add(worker);
      return {
        close: async () => {
          workers.delete(worker);
          await worker.close();
        },
      };
    },
    close: async () => {
      for (const worker of workers) await worker.close();
      executor.close();
      await presence.leave();
      await database.close();
    },
  };
}
