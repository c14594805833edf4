import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { type DatabaseRuns, postgresRuns } from "@knowhow/durable";
import type { RunHandler } from "@knowhow/runtime/workflows";
import { KILLED } from "../../packages/runtime/testing/run-task.ts";
import { type Databases, lines, openDatabases, query, until } from "../support/databases.ts";
import { startWorker, stopWorker, type WorkerProcess } from "../support/worker-processes.ts";

const STEPS = ["first", "items[0]/a", "items[0]/b", "items[1]/a", "items[1]/b", "keyed", "plain", "last"];
/** Calls of the step that is tried again. */
const TRIES = 2;
const OUTPUT = { items: [{ x: 1 }, { x: 2 }] };
/** Long enough that a living process on a busy machine is not taken for dead. */
const PATIENT = 60_000;
const SHORT = 3_000;

let databases: Databases;
let folder: string;
const opened: DatabaseRuns[] = [];
const started: WorkerProcess[] = [];
before(async () => {
  databases = await openDatabases();
  folder = mkdtempSync(join(tmpdir(), "knowhow-durable-"));
});
afterEach(async () => {
  for (const { child } of started.splice(0)) child.kill("SIGKILL");
  for (const runs of opened.splice(0)) await runs.close();
});
after(async () => {
  await databases.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(url: string, deadAfterMs = PATIENT): Promise<DatabaseRuns> {
  const runs = await postgresRuns({ url, pollMs: 50, deadAfterMs });
  opened.push(runs);
  return runs;
}

async function work(task: Parameters<typeof startWorker>[0]): Promise<WorkerProcess> {
  const worker = await startWorker(task);
  started.push(worker);
  return worker;
}

const startRun = (runs: DatabaseRuns, id: string) =>
  runs.start({ id, definition: KILLED, inputs: {}, startedAt: Date.now() });

const countOf = (path: string, step: string) => lines(path).filter((line) => line === step).length;

const statusOf = async (runs: DatabaseRuns, id: string) => (await runs.get(id))?.result.status;

/** A handler that waits for an approval. */
const waits: RunHandler = async ({ id, skill }, durable) => {
  const answer = await durable.wait("q", { kind: "approval" }).catch(() => undefined);
  const result = { runId: id, skill, steps: [] };
  if (answer !== undefined) return { ...result, status: "succeeded", output: answer };
  const waiting = { step: "q", key: "q", kind: "approval", prompt: "?", token: "", digest: "" } as const;
  return { ...result, status: "paused", waiting };
};

describe("X9 several processes that share runs in PostgreSQL", () => {
  test("X9 create the tables once when they start at the same time", { timeout: 120_000 }, async () => {
    const url = await databases.createEmpty();
    const runs = await Promise.all(Array.from({ length: 6 }, () => open(url)));
    const secrets = new Set(await Promise.all(runs.map((each) => each.secret())));
    equal(secrets.size, 1);
  });

  test("X9 execute every step of a queue once", { timeout: 240_000 }, async () => {
    const url = await databases.create();
    const calls = join(folder, "queue.calls");
    const runs = await open(url);
    const ids = Array.from({ length: 12 }, (_, index) => `r${index}`);
    for (const id of ids.slice(0, 6)) await startRun(runs, id);
    const workers = await Promise.all([1, 2].map(() => work({ url, calls, deadAfterMs: PATIENT })));
    for (const id of ids.slice(6)) await startRun(runs, id);
    for (const id of ids)
      await until(
        async () => (await statusOf(runs, id)) === "succeeded",
        () => `the end of ${id}`,
      );
    for (const id of ids) deepEqual((await runs.get(id))?.result.output, OUTPUT);
    for (const step of STEPS) equal(countOf(calls, step), ids.length, step);
    equal(countOf(calls, "tried"), ids.length * TRIES);
    deepEqual(await Promise.all(workers.map(stopWorker)), [0, 0]);
  });

  // The calls of a run have two halves each: 3 to 10 are in the parallel items, 13 and 14 in the write without a key.
  for (const killAt of [4, 5, 7, 10, 12, 14, 16])
    test(`X9 take over the run of a process that is killed at half ${killAt} of its calls, and repeat no finished step`, {
      timeout: 240_000,
    }, async () => {
      const url = await databases.create();
      const calls = join(folder, `killed-${killAt}.calls`);
      const runs = await open(url);
      await startRun(runs, "r");
      const doomed = await work({ url, calls, deadAfterMs: SHORT, killAt });
      deepEqual(await doomed.ended, [null, "SIGKILL"]);
      const finished = await finishedSteps(url);
      const before = lines(calls);
      await work({ url, calls, deadAfterMs: SHORT });
      const hasPaused = async () => ["succeeded", "paused"].includes((await statusOf(runs, "r")) ?? "");
      await until(hasPaused, () => "the takeover");
      const { result } = (await runs.get("r")) ?? {};
      const isUncertain = before.includes("plain") && !finished.includes("plain");
      equal(result?.status, isUncertain || killAt === 13 ? "paused" : "succeeded");
      if (result?.waiting !== undefined) {
        equal(result.waiting.step, "plain");
        await runs.signal("r", result.waiting.key, { answer: "done" });
        await until(
          async () => (await statusOf(runs, "r")) === "succeeded",
          () => "the end",
        );
      }
      deepEqual((await runs.get("r"))?.result.output, OUTPUT);
      for (const step of finished) equal(countOf(calls, step), 1, step);
      for (const step of STEPS) ok(countOf(calls, step) <= 2, step);
      equal(countOf(calls, "plain"), 1);
    });

  test("X9 share the work of a process that is killed among those that live", {
    timeout: 240_000,
  }, async () => {
    const url = await databases.create();
    const calls = join(folder, "shared.calls");
    const runs = await open(url);
    const ids = Array.from({ length: 8 }, (_, index) => `r${index}`);
    for (const id of ids) await startRun(runs, id);
    const task = { url, calls, deadAfterMs: SHORT, toolMs: 20 };
    const [doomed] = await Promise.all([work({ ...task, killAt: 9 }), work(task)]);
    deepEqual(await doomed.ended, [null, "SIGKILL"]);
    for (const id of ids)
      await until(
        async () => ["succeeded", "paused"].includes((await statusOf(runs, id)) ?? ""),
        () => `the end of ${id}`,
      );
    // At most two runs were in flight, with two parallel items each.
    ok(lines(calls).length <= ids.length * (STEPS.length + TRIES) + 4);
    ok(countOf(calls, "plain") <= ids.length);
  });

  test("X9 store nothing of a process that was taken for dead and comes back", {
    timeout: 240_000,
  }, async () => {
    const url = await databases.create();
    const first = await open(url, 1_000);
    await startRun(first, "r");
    const other = await open(url);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const results: string[] = [];
    const handlerOf =
      (name: string, during: () => Promise<void>): RunHandler =>
      async ({ id, skill }, durable) => {
        await during();
        const output = await durable.step("s", async () => name);
        results.push(name);
        return { runId: id, skill, status: "succeeded", output, steps: [] };
      };
    const late = first.run(
      "r",
      handlerOf("late", () => held),
    );
    await until(async () => {
      // The clock of the database decides who is alive; here it is made to run out.
      await expire(url);
      return other
        .run(
          "r",
          handlerOf("new", async () => undefined),
        )
        .then(
          () => true,
          () => false,
        );
    });
    release();
    await rejects(late, { code: "run.busy" });
    deepEqual(results, ["new"]);
    equal((await other.get("r"))?.result.output, "new");
  });

  test("X8 continue a run that was approved in another process", { timeout: 240_000 }, async () => {
    const url = await databases.create();
    const runs = await open(url);
    await startRun(runs, "r");
    const worker = await (await open(url)).work(waits, { concurrency: 1, application: "default" });
    await until(
      async () => (await statusOf(runs, "r")) === "paused",
      () => "the pause",
    );
    await (await open(url)).signal("r", "q", { answer: "yes" });
    await until(
      async () => (await statusOf(runs, "r")) === "succeeded",
      () => "the end",
    );
    deepEqual((await runs.get("r"))?.result.output, { answer: "yes" });
    await worker.close();
  });

  test("X9 cancel a run that waits, and one that a worker process executes", {
    timeout: 240_000,
  }, async () => {
    const url = await databases.create();
    const runs = await open(url);
    await startRun(runs, "waiting");
    equal((await runs.run("waiting", waits)).status, "paused");
    await (await open(url)).cancel("waiting", "too late");
    equal(await statusOf(runs, "waiting"), "cancelled");
    await runs.signal("waiting", "q", "yes");
    const calls = join(folder, "cancelled.calls");
    await startRun(runs, "busy");
    await work({ url, calls, deadAfterMs: PATIENT, toolMs: 1_500 });
    await until(
      () => countOf(calls, "first") === 1,
      () => "the first step",
    );
    await runs.cancel("busy", "not needed");
    await until(
      async () => (await statusOf(runs, "busy")) === "cancelled",
      () => "the cancellation",
    );
    equal((await runs.get("busy"))?.result.error?.message, "not needed");
    ok(!lines(calls).includes("last"));
    equal(await statusOf(runs, "waiting"), "cancelled");
  });
});

/** Keys of the steps of the run `r` whose results are stored. */
async function finishedSteps(url: string): Promise<readonly string[]> {
  const rows = await query<{ key: string }>(url, "SELECT key FROM knowhow.entries WHERE kind = 'step'");
  return rows.map(({ key }) => key);
}

async function expire(url: string): Promise<void> {
  await query(url, "UPDATE knowhow.executors SET alive_until = now() - interval '1 second'");
}
