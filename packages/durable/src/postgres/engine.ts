import { randomBytes } from "node:crypto";
import {
  applyEntry,
  badRunId,
  busyRun,
  canContinue,
  cancelledResult,
  existingRun,
  hasEnded,
  isRunId,
  keptEntries,
  type RunEntry,
  unknownRun,
  viewOf,
} from "@knowhow/runtime/toolkit";
import type { RunStart, Runs } from "@knowhow/runtime/workflows";
import { createSchema } from "./create-schema.ts";
import { openDatabase, unreachableDatabase } from "./database.ts";
import { openExecutor } from "./executor.ts";
import { openQueue } from "./run-queue.ts";
import { insertEntry, insertRun, listRuns, lockRun, readRun, storeResult } from "./run-rows.ts";
import { joinProcess } from "./worker-process.ts";

/** Options of the engine, with their defaults filled in. */
export interface EngineOptions {
  readonly url: string;
  readonly now: () => number;
  readonly pollMs: number;
  readonly deadAfterMs: number;
}

/** Who stores a run or an answer usually executes the run next; workers leave it alone for this time. */
const HEAD_START_MS = 1_000;

/** Runs in PostgreSQL: state in tables of our own, by key; DBOS has the queue and calls the workers. */
export async function openEngine(options: EngineOptions): Promise<Runs & { close(): Promise<void> }> {
  const { url, now } = options;
  const database = openDatabase(url);
  const queue = await createSchema(database)
    .then(() => openQueue(database))
    .catch(async (cause) => {
      await database.close();
      throw unreachableDatabase(url, cause);
    });
  const executor = openExecutor(database, queue, options);
  const leaving = new Set<() => Promise<void>>();

  const create = async (start: RunStart, entries: readonly RunEntry[] = []): Promise<void> => {
    if (!isRunId(start.id)) throw badRunId(start.id);
    await database.transaction(async (connection) => {
      if (!(await insertRun(connection, start, entries))) throw existingRun(start.id);
      await queue.add(connection, start.id, HEAD_START_MS);
    });
  };

  return {
    secret: async () => {
      const made = randomBytes(32).toString("hex");
      await database.query(
        "make-secret",
        "INSERT INTO knowhow.settings VALUES ('secret', $1) ON CONFLICT DO NOTHING",
        [made],
      );
      const [row] = await database.query<{ value: string }>(
        "secret",
        "SELECT value FROM knowhow.settings WHERE name = $1",
        ["secret"],
      );
      return row?.value ?? made;
    },
    start: (start) => create(start),
    run: async (id, handler, signal) => {
      const result = await executor.execute(id, handler, { signal });
      if (result !== undefined) return result;
      const run = await readRun(database, id);
      if (run === undefined) throw unknownRun(id);
      if (hasEnded(run.state) && run.state.result !== undefined) return run.state.result;
      throw busyRun(id, "another process");
    },
    signal: (id, key, value) =>
      database.transaction(async (connection) => {
        const run = await lockRun(connection, id);
        if (run === undefined) throw unknownRun(id);
        const entry = { kind: "answer", key, value } as const;
        await insertEntry(connection, id, entry);
        applyEntry(run.state, entry);
        // Whoever executes it looks for answers before it lets go.
        if (!run.isBusy && canContinue(run.state, now())) await queue.add(connection, id, HEAD_START_MS);
      }),
    cancel: (id, reason) =>
      database.transaction(async (connection) => {
        const run = await lockRun(connection, id);
        if (run === undefined) throw unknownRun(id);
        if (hasEnded(run.state)) return;
        if (run.isBusy)
          await connection.query("UPDATE knowhow.runs SET cancel = $2 WHERE id = $1", [id, reason]);
        else
          await storeResult(
            connection,
            id,
            cancelledResult(viewOf(run.start, run.state).result, reason),
            now(),
          );
      }),
    get: async (id) => {
      const run = await readRun(database, id);
      return run === undefined ? undefined : viewOf(run.start, run.state, run.isBusy);
    },
    list: async function* (query = {}) {
      for await (const { start, state, isBusy } of listRuns(database, query))
        yield viewOf(start, state, isBusy);
    },
    fork: async (id, copy, keep) => {
      const run = await readRun(database, id);
      if (run === undefined) throw unknownRun(id);
      await create({ ...run.start, ...copy }, keptEntries(run.state, keep));
    },
    delete: async (id) => {
      const isDeleted = await database.transaction(async (connection) => {
        const run = await lockRun(connection, id);
        if (run === undefined) return false;
        if (run.isBusy) throw busyRun(id, "another process");
        await connection.query("DELETE FROM knowhow.entries WHERE run = $1", [id]);
        await connection.query("DELETE FROM knowhow.runs WHERE id = $1", [id]);
        return true;
      });
      if (isDeleted) await queue.forget(id);
      return isDeleted;
    },
    work: async (handler, { concurrency }) => {
      const { leave } = await joinProcess(url, { handler, concurrency }, options);
      leaving.add(leave);
      return {
        close: async () => {
          leaving.delete(leave);
          await leave();
        },
      };
    },
    close: async () => {
      for (const leave of leaving) await leave();
      await executor.close();
      await queue.close();
      await database.close();
    },
  };
}
