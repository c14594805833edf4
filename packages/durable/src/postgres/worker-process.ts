import { DBOS } from "@dbos-inc/dbos-sdk";
import { KnowhowError } from "@knowhow/runtime/errors";
import { canContinue, hasEnded } from "@knowhow/runtime/toolkit";
import type { RunHandler } from "@knowhow/runtime/workflows";
import { type Database, openDatabase, openPool } from "./database.ts";
import {
  DBOS_APPLICATION,
  DBOS_QUEUE,
  DBOS_SCHEMA,
  DBOS_VERSION,
  DBOS_WORKFLOW,
  silentLogger,
} from "./dbos-names.ts";
import { type Executor, type ExecutorOptions, openExecutor } from "./executor.ts";
import { reap } from "./reap.ts";
import { openQueue, type RunQueue } from "./run-queue.ts";
import { readRun } from "./run-rows.ts";

/** A handler that executes up to `concurrency` runs of the queue at the same time. */
interface Worker {
  readonly handler: RunHandler;
  readonly concurrency: number;
  readonly active: Set<Promise<void>>;
}

interface WorkerProcess {
  readonly url: string;
  readonly workers: Set<Worker>;
  /** Executes a run that came from the queue, if it can continue. */
  take(id: string): Promise<void>;
  /** Tells the queue how many runs the workers of this process may execute. */
  allow(): Promise<void>;
  close(): Promise<void>;
}

/** A run for which no worker of this process is free goes back to the queue for this time. */
const FULL_MS = 500;
const SHUTDOWN_MS = 10_000;

/** DBOS has one executor per process, so all workers of a process share it. */
let current: WorkerProcess | undefined;
let isRegistered = false;
let turn: Promise<unknown> = Promise.resolve();

/** Lets a handler execute runs of the queue in this process, until it leaves. */
export async function joinProcess(
  url: string,
  { handler, concurrency }: { readonly handler: RunHandler; readonly concurrency: number },
  options: ExecutorOptions,
): Promise<{ leave(): Promise<void> }> {
  const worker: Worker = { handler, concurrency, active: new Set() };
  await inTurn(async () => {
    if (current === undefined ? DBOS.isInitialized() : current.url !== url) throw occupied();
    current ??= await launch(url, options);
    current.workers.add(worker);
    await current.allow();
  });
  return {
    leave: () =>
      inTurn(async () => {
        if (current?.workers.delete(worker) !== true) return;
        await Promise.allSettled(worker.active);
        if (current.workers.size > 0) return;
        await current.close();
        current = undefined;
      }),
  };
}

/** One after the other. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = turn.then(work, work);
  turn = next.catch(() => undefined);
  return next;
}

async function launch(url: string, options: ExecutorOptions): Promise<WorkerProcess> {
  const database = openDatabase(url);
  const queue = await openQueue(database);
  const executor = openExecutor(database, queue, { ...options, isWorker: true });
  const workers = new Set<Worker>();
  if (!isRegistered) DBOS.registerWorkflow((id: string) => executeQueued(id), { name: DBOS_WORKFLOW });
  isRegistered = true;
  await queue.allow(1, options.pollMs);
  const pool = openPool(url, 5);
  DBOS.setConfig({
    name: DBOS_APPLICATION,
    applicationVersion: DBOS_VERSION,
    executorID: executor.id,
    systemDatabaseUrl: url,
    systemDatabasePool: pool,
    systemDatabaseSchemaName: DBOS_SCHEMA,
    runMigrations: false,
    useListenNotify: false,
    listenQueues: [DBOS_QUEUE],
    logger: silentLogger,
  });
  await DBOS.launch();
  const reaper = setInterval(
    () => void reap(database, queue).catch(() => undefined),
    options.deadAfterMs / 2,
  );
  void reap(database, queue).catch(() => undefined);
  return {
    url,
    workers,
    take: (id) => take(id, { database, queue, executor, workers, now: options.now }),
    allow: () =>
      queue.allow(
        [...workers].reduce((sum, { concurrency }) => sum + concurrency, 0),
        options.pollMs,
      ),
    close: async () => {
      clearInterval(reaper);
      await DBOS.shutdown({ workflowCompletionTimeoutMS: SHUTDOWN_MS });
      await pool.end();
      await queue.takeBack(executor.id);
      await executor.close();
      await queue.close();
      await database.close();
    },
  };
}

/** The workflow that DBOS knows. */
async function executeQueued(id: string): Promise<void> {
  await current?.take(id);
}

interface TakeContext {
  readonly database: Database;
  readonly queue: RunQueue;
  readonly executor: Executor;
  readonly workers: ReadonlySet<Worker>;
  readonly now: () => number;
}

async function take(id: string, { database, queue, executor, workers, now }: TakeContext): Promise<void> {
  const requeue = (delayMs: number) =>
    database.transaction((connection) => queue.add(connection, id, delayMs));
  const run = await readRun(database, id);
  // Whoever executes it puts it into the queue again if that is necessary.
  if (run === undefined || run.isBusy || hasEnded(run.state)) return;
  const until = run.state.result?.waiting?.until;
  if (!canContinue(run.state, now())) {
    if (until !== undefined) await requeue(until - now());
    return;
  }
  const worker = [...workers].find(({ active, concurrency }) => active.size < concurrency);
  if (worker === undefined) return requeue(FULL_MS);
  const execution = executor
    .execute(id, worker.handler, { isWanted: ({ state }) => canContinue(state, now()) })
    .then(() => undefined);
  worker.active.add(execution);
  try {
    await execution;
  } finally {
    worker.active.delete(execution);
  }
}

function occupied(): KnowhowError {
  return new KnowhowError(
    "run.worker-conflict",
    "this process already works for another database of runs, or uses DBOS itself",
    { hint: "start one process for each database" },
  );
}
