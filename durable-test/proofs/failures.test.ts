import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { type DatabaseRuns, postgresRuns } from "@knowhow/durable";
import type { RunHandler, WorkOptions } from "@knowhow/runtime/workflows";
import { openDatabase } from "../../packages/durable/src/postgres/database.ts";
import { KILLED } from "../../packages/runtime/testing/run-task.ts";
import { type Databases, openDatabases, query, until } from "../support/databases.ts";
import { openProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { startWorker, type WorkerProcess } from "../support/worker-processes.ts";

let databases: Databases;
let folder: string;
const opened: { close(): Promise<void> }[] = [];
const started: WorkerProcess[] = [];
before(async () => {
  databases = await openDatabases();
  folder = mkdtempSync(join(tmpdir(), "knowhow-failures-"));
});
afterEach(async () => {
  for (const { child } of started.splice(0)) child.kill("SIGKILL");
  for (const each of opened.splice(0)) await each.close();
});
after(async () => {
  await databases.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(url: string, deadAfterMs = 60_000): Promise<DatabaseRuns> {
  const runs = await postgresRuns({ url, pollMs: 20, deadAfterMs });
  opened.unshift(runs);
  return runs;
}

async function proxy(url: string): Promise<TcpProxy> {
  const made = await openProxy(url);
  opened.push(made);
  return made;
}

const start = (runs: DatabaseRuns, id: string) =>
  runs.start(
    { id, definition: { format: 1, entry: "s", skills: {} }, inputs: {}, startedAt: Date.now() },
    { background: true },
  );

const succeeded = async (runs: DatabaseRuns): Promise<number> => {
  let count = 0;
  for await (const _ of runs.list({ status: "succeeded" })) count += 1;
  return count;
};

/** A handler with a write without a key, which says that it was made. */
const writes =
  (made: string[]): RunHandler =>
  async ({ id, skill }, durable) => {
    await durable.step("read", () => new Promise<number>((resolve) => setTimeout(() => resolve(1), 5)));
    const write = async () => {
      made.push(id);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return id;
    };
    const output = await durable.step("write", write, { effect: "write" });
    return { runId: id, skill, status: "succeeded", output, steps: [] };
  };

const cut = (url: string) =>
  query(
    url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );

describe("X9 a database that fails", () => {
  test("X9 ends no process and loses no run if connections are cut again and again", {
    timeout: 120_000,
  }, async () => {
    const url = await databases.create();
    const host = await open(url);
    const made: string[] = [];
    const worker = await (await open(url)).work(writes(made), { concurrency: 4, application: "default" });
    const ids = Array.from({ length: 40 }, (_, index) => `r${index}`);
    let isDone = false;
    const cutting = (async () => {
      for (; !isDone; await new Promise((resolve) => setTimeout(resolve, 25))) await cut(url);
    })();
    for (const id of ids) await start(host, id);
    await until(async () => (await succeeded(host)) === ids.length);
    isDone = true;
    await cutting;
    // The process never lost what it had written, so nothing was asked and nothing is written twice.
    deepEqual([...made].sort(), [...ids].sort());
    await worker.close();
  });

  test("X9 ends no process if a connection breaks between two statements of a transaction", async () => {
    const url = await databases.create();
    const database = openDatabase(url);
    opened.push(database);
    const work = database.transaction(async (query) => {
      await query("SELECT 1");
      await cut(url);
      await new Promise((resolve) => setTimeout(resolve, 200));
      await query("SELECT 1");
    });
    await rejects(work, { code: "run.database" });
    deepEqual(await database.query("SELECT 1 AS one"), [{ one: 1 }]);
  });

  test("X9 is reported once when it is lost and once when it is back, and nobody takes over a run that goes on", {
    timeout: 120_000,
  }, async () => {
    const url = await databases.create();
    const through = await proxy(url);
    const made: string[] = [];
    const seen: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const work: RunHandler = async (run, durable, signal) => {
      await durable.step("hold", async () => {
        made.push("held");
        await held;
        return null;
      });
      return writes(made)(run, durable, signal);
    };
    const worker = await (await open(through.url, 2_000)).work(work, {
      concurrency: 2,
      application: "default",
      onStore: (state) => seen.push(state),
    });
    const host = await open(url);
    await start(host, "a");
    await until(() => made.length === 1);
    const besides = await proxy(url);
    const otherSeen: string[] = [];
    const other = await (await open(besides.url, 4_000)).work(work, {
      concurrency: 2,
      application: "default",
      onStore: (state) => otherSeen.push(state),
    });
    through.refuse();
    besides.refuse();
    await until(() => seen.length === 1 && otherSeen.length === 1);
    // Longer than it takes until the process seems to be dead.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    release();
    await start(host, "b");
    deepEqual(seen, ["lost"]);
    besides.restore();
    await until(async () => otherSeen.length === 2 && (await succeeded(host)) === 1);
    through.restore();
    await until(async () => (await succeeded(host)) === 2);
    deepEqual(seen, ["lost", "restored"]);
    deepEqual([...made].sort(), ["a", "b", "held", "held"]);
    await other.close();
    await worker.close();
  });

  test("X9 does not hold up a worker if connections are silent and new ones work", {
    timeout: 120_000,
  }, async () => {
    const url = await databases.create();
    const through = await proxy(url);
    const made: string[] = [];
    const worker = await (await open(through.url, 4_000)).work(writes(made), {
      concurrency: 2,
      application: "default",
    });
    const host = await open(url);
    await start(host, "a");
    await until(async () => (await succeeded(host)) === 1);
    through.swallow();
    through.restore();
    await start(host, "b");
    const began = Date.now();
    await until(async () => (await succeeded(host)) === 2);
    ok(Date.now() - began < 15_000, "it took a timeout of the operating system");
    deepEqual(made, ["a", "b"]);
    await worker.close();
  });

  test("X9 is waited for when its runs are opened, and not for long", { timeout: 60_000 }, async () => {
    const through = await proxy(await databases.create());
    through.refuse();
    await rejects(postgresRuns({ url: through.url }), { code: "run.database" });
    const opening = open(through.url);
    setTimeout(through.restore, 200);
    await start(await opening, "a");
  });

  test("X9 makes calls of a host fail with what failed, and does not keep them waiting", {
    timeout: 60_000,
  }, async () => {
    const url = await databases.create();
    const through = await proxy(url);
    const runs = await open(through.url);
    await start(runs, "a");
    through.refuse();
    await rejects(runs.get("a"), { code: "run.database" });
    const controller = new AbortController();
    through.restore();
    const cancelled = runs.run(
      "a",
      async ({ id, skill }, durable, signal) => {
        through.refuse();
        setTimeout(() => controller.abort(new Error("enough")), 200);
        await durable.step("x", () => 1);
        return { runId: id, skill, status: signal.aborted ? "cancelled" : "succeeded", steps: [] };
      },
      controller.signal,
    );
    await rejects(cancelled, { code: "run.database" });
    through.restore();
    // The process lived, so the execution is not counted.
    await until(async () => (await runs.get("a"))?.phase === "queued");
    equal((await runs.get("a"))?.executions, 0);
  });
});

describe("X9 a database that a worker may not write to", () => {
  test("X9 is reported, and its runs are not executed again and again", { timeout: 60_000 }, async () => {
    const url = await databases.create();
    const role = `reader_${process.pid}`;
    await query(
      url,
      `CREATE ROLE ${role} LOGIN; GRANT USAGE ON SCHEMA knowhow TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA knowhow TO ${role};
      REVOKE INSERT ON knowhow.entries FROM ${role}`,
    );
    // A clock that stands still: what is tried again later is not tried in this test.
    const now = Date.now() + 3_600_000;
    const runs = await postgresRuns({
      url: Object.assign(new URL(url), { username: role }).href,
      pollMs: 20,
      now: () => now,
    });
    opened.unshift(runs);
    const host = await open(url);
    const executed: string[] = [];
    const work: RunHandler = async ({ id, skill }, durable) => {
      executed.push(id);
      if (id === "a") await durable.step("x", () => 1);
      return { runId: id, skill, status: "succeeded", steps: [] };
    };
    const seen: unknown[] = [];
    const onStore = (state: string, error?: unknown) => seen.push([state, error instanceof Error]);
    const worker = await runs.work(work, { concurrency: 1, application: "default", onStore });
    await start(host, "a");
    await until(() => seen.length === 1);
    deepEqual(seen, [["lost", true]]);
    for (const [index, id] of ["b", "c", "d"].entries()) {
      await start(host, id);
      await until(async () => (await succeeded(host)) === index + 1);
    }
    deepEqual(executed, ["a", "b", "c", "d"]);
    // Nothing of the run was the reason, so it does not count against it.
    equal((await host.get("a"))?.executions, 0);
    await worker.close();
    await query(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });
});

describe("X9 an executor", () => {
  test("X9 ends an execution at once if its runs were closed", { timeout: 20_000 }, async () => {
    const runs = await postgresRuns({ url: await databases.create() });
    await start(runs, "a");
    const work: RunHandler = async ({ id, skill }, durable) => {
      await runs.close();
      await durable.step("x", () => 1);
      return { runId: id, skill, status: "succeeded", steps: [] };
    };
    await rejects(runs.run("a", work), { code: "run.database", message: "the runs were closed" });
  });

  test("X9 does not take a run that it has just claimed for one that others took over", {
    timeout: 60_000,
  }, async () => {
    const runs = await postgresRuns({ url: await databases.create(), pollMs: 1 });
    opened.unshift(runs);
    const ids = Array.from({ length: 100 }, (_, index) => `r${index}`);
    const work: RunHandler = async ({ id, skill }, durable, signal) => {
      await durable.step("x", () => 1);
      return { runId: id, skill, status: signal.aborted ? "cancelled" : "succeeded", steps: [] };
    };
    const turns = Array.from({ length: 8 }, async (_, turn) => {
      for (const id of ids.filter((_, index) => index % 8 === turn)) {
        await start(runs, id);
        equal((await runs.run(id, work)).status, "succeeded");
      }
    });
    await Promise.all(turns);
  });
});

describe("X9 workers", () => {
  test("X9 leave a new run to a caller that needs longer to execute it", { timeout: 60_000 }, async () => {
    const url = await databases.create();
    const host = await open(url);
    const taken: string[] = [];
    const work: RunHandler = async ({ id, skill }) => {
      taken.push(id);
      return { runId: id, skill, status: "succeeded", steps: [] };
    };
    const worker = await (await open(url)).work(work, { concurrency: 1, application: "default" });
    const definition = { format: 1, entry: "s", skills: {} } as const;
    await host.start({ id: "a", definition, inputs: {}, startedAt: Date.now() });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await start(host, "b");
    await until(() => taken.length > 0);
    deepEqual(taken, ["b"]);
    equal((await host.run("a", work)).status, "succeeded");
    await worker.close();
  });

  test("X9 find the run that they accept among many that they do not", { timeout: 60_000 }, async () => {
    const url = await databases.create();
    const host = await open(url);
    const definition = { format: 1, entry: "s", skills: {} } as const;
    const names = [...Array.from({ length: 200 }, (_, index) => `missing${index}`), "known"];
    for (const name of names) {
      const needs = [{ kind: "tool", name }] as const;
      const run = { id: name, definition, inputs: {}, startedAt: Date.now(), needs };
      await host.start(run, { background: true });
    }
    await query(url, "UPDATE knowhow.runs SET demand = 'zz' WHERE id = 'known'");
    // With this clock every answer is too old for the next look.
    let now = Date.now();
    const runs = await postgresRuns({ url, pollMs: 20, now: () => (now += 10_000) });
    opened.unshift(runs);
    const accepts: WorkOptions["accepts"] = ({ needs }) => needs[0]?.name === "known";
    const worker = await runs.work(writes([]), { concurrency: 1, application: "default", accepts });
    await until(async () => (await succeeded(host)) === 1);
    await worker.close();
  });

  test("X9 take a run of a host whose clock is ahead", { timeout: 60_000 }, async () => {
    const url = await databases.create();
    const host = await postgresRuns({ url, now: () => Date.now() + 3_600_000 });
    opened.unshift(host);
    const worker = await (await open(url)).work(writes([]), { concurrency: 1, application: "default" });
    await start(host, "a");
    await until(async () => (await succeeded(host)) === 1);
    await worker.close();
  });

  test("X9 execute as many runs at a time as each of them was told, whatever others were told before", {
    timeout: 60_000,
  }, async () => {
    const url = await databases.create();
    const host = await open(url);
    let busy = 0;
    let most = 0;
    const work: RunHandler = async ({ id, skill }) => {
      busy += 1;
      most = Math.max(most, busy);
      await new Promise((resolve) => setTimeout(resolve, 10));
      busy -= 1;
      return { runId: id, skill, status: "succeeded", steps: [] };
    };
    const large = await (await open(url)).work(work, { concurrency: 50, application: "default" });
    for (let index = 0; index < 30; index += 1) await start(host, `a${index}`);
    await until(async () => (await succeeded(host)) === 30);
    await large.close();
    ok(most > 1);
    most = 0;
    const small = await (await open(url)).work(work, { concurrency: 1, application: "default" });
    for (let index = 0; index < 10; index += 1) await start(host, `b${index}`);
    await until(async () => (await succeeded(host)) === 40);
    await small.close();
    equal(most, 1);
  });

  test("X9 stop after five executions that killed their process, and try again when they are told to", {
    timeout: 240_000,
  }, async () => {
    const url = await databases.create();
    const host = await open(url, 1_000);
    await host.start({ id: "r", definition: KILLED, inputs: {}, startedAt: Date.now() });
    const calls = join(folder, "poison.calls");
    for (const executions of [1, 2, 5]) {
      const worker = await startWorker({ url, calls, deadAfterMs: 1_000, killAt: 1 });
      started.push(worker);
      deepEqual(await worker.ended, [null, "SIGKILL"]);
      equal((await host.get("r"))?.executions, executions);
      // Two more, to save time.
      if (executions === 2) await query(url, "UPDATE knowhow.runs SET executions = 4");
    }
    await until(async () => (await host.get("r"))?.phase === "stuck");
    const patient = await startWorker({ url, calls, deadAfterMs: 1_000 });
    started.push(patient);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    equal((await host.get("r"))?.phase, "stuck");
    await host.retry("r");
    await until(async () => (await host.get("r"))?.phase === "succeeded");
  });
});
