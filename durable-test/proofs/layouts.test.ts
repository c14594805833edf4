import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { type DatabaseRuns, openRuns, postgresRuns } from "@knowhow/durable";
import { isKnowhowError } from "@knowhow/runtime/errors";
import type { RunHandler } from "@knowhow/runtime/workflows";
import { LAYOUT } from "../../packages/durable/src/postgres/open-layout.ts";
import { killedHandler } from "../../packages/runtime/testing/run-task.ts";
import { type Databases, lines, openDatabases, query, until } from "../support/databases.ts";

const fixtures = new URL("../fixtures/", import.meta.url);
/** When the runs of the fixtures began. */
const THEN = 1_795_000_000_000;

let databases: Databases;
let folder: string;
const opened: DatabaseRuns[] = [];
before(async () => {
  databases = await openDatabases();
  folder = mkdtempSync(join(tmpdir(), "knowhow-layouts-"));
});
afterEach(async () => {
  for (const runs of opened.splice(0)) await runs.close();
});
after(async () => {
  await databases.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(url: string, now: () => number = Date.now): Promise<DatabaseRuns> {
  const runs = await postgresRuns({ url, pollMs: 20, deadAfterMs: 1_000, now });
  opened.push(runs);
  return runs;
}

/** A database with the tables and runs of an earlier layout. */
async function earlier(layout: number): Promise<string> {
  const url = await databases.createEmpty();
  await query(url, readFileSync(new URL(`layout-${layout}.sql`, fixtures), "utf8"));
  return url;
}

const phasesOf = async (runs: DatabaseRuns) => {
  const found: [string, string][] = [];
  for await (const { id, phase } of runs.list()) found.push([id, phase]);
  return Object.fromEntries(found);
};

/** Executes the runs of the fixtures: those that wait, and those of `KILLED`. */
function handlerOf(calls: string): RunHandler {
  const steps = killedHandler(calls);
  return async (run, durable, signal) => {
    const waits = { asks: "q", answered: "q", sleeps: "t" } as const;
    if (run.id !== "asks" && run.id !== "answered" && run.id !== "sleeps") return steps(run, durable, signal);
    const output = await durable.wait(waits[run.id], { kind: "approval" });
    return { runId: run.id, skill: run.skill, status: "succeeded", output, steps: [] };
  };
}

describe("tables of an earlier layout", () => {
  test("X9 are in the fixtures, one file for each", () => {
    const expected = Array.from({ length: LAYOUT - 1 }, (_, index) => `layout-${index + 1}.sql`);
    deepEqual(readdirSync(fixtures).sort(), expected);
  });

  test("X9 have runs that are read as they were, and finished without repeating a step", {
    timeout: 120_000,
  }, async () => {
    const url = await earlier(1);
    let now = THEN;
    const runs = await open(url, () => now);
    equal(await runs.secret(), "the secret of an earlier version of knowhow");
    deepEqual(await phasesOf(runs), {
      answered: "queued",
      asks: "waiting",
      cancelled: "cancelled",
      ended: "succeeded",
      failed: "failed",
      interrupted: "interrupted",
      owned: "interrupted",
      queued: "queued",
      sleeps: "waiting",
      uncertain: "interrupted",
    });
    deepEqual((await runs.get("ended"))?.result.output, { items: [{ x: 1 }, { x: 2 }] });
    const calls = join(folder, "earlier.calls");
    const worker = await runs.work(handlerOf(calls), { concurrency: 2, application: "any" });
    const reach = (expected: Record<string, string>) =>
      until(
        async () => {
          const phases = await phasesOf(runs);
          return Object.entries(expected).every(([id, phase]) => phases[id] === phase);
        },
        async () => JSON.stringify(await phasesOf(runs)),
      );
    await reach({ answered: "succeeded", queued: "succeeded", interrupted: "succeeded", owned: "succeeded" });
    await reach({ uncertain: "uncertain", asks: "waiting", sleeps: "waiting" });
    // What was finished before: `first` of three runs, the items of two and the keyed write of one.
    const counts = Object.fromEntries(
      ["first", "items[0]/a", "items[1]/b", "keyed", "plain", "last"].map((step) => [
        step,
        lines(calls).filter((line) => line === step).length,
      ]),
    );
    deepEqual(counts, { first: 1, "items[0]/a": 2, "items[1]/b": 2, keyed: 3, plain: 3, last: 3 });
    const { waiting } = (await runs.get("uncertain"))?.result ?? {};
    await runs.signal("uncertain", waiting?.key ?? "", { answer: "done" });
    await runs.signal("asks", "q", "yes");
    now = THEN + 60_000;
    await reach({ uncertain: "succeeded", asks: "succeeded", sleeps: "succeeded" });
    await worker.close();
  });

  test("X9 lose the queue of that time, and its versions can neither start nor take runs", async () => {
    const url = await earlier(1);
    await open(url);
    deepEqual(await query(url, "SELECT FROM pg_namespace WHERE nspname = 'knowhow_dbos'"), []);
    // What versions that used DBOS do when they start.
    await rejects(
      query(
        url,
        "INSERT INTO knowhow.settings VALUES ('layout', '1/5.3.0') ON CONFLICT (name) DO UPDATE SET value = '1/5.3.0'",
      ),
      /a_newer_version_of_knowhow_is_needed/,
    );
    deepEqual(await query(url, "SELECT value FROM knowhow.settings WHERE name = 'layout'"), [
      { value: String(LAYOUT) },
    ]);
  });
});

describe("tables of a newer layout", () => {
  const raise = (url: string) =>
    query(
      url,
      "UPDATE knowhow.settings SET value = CASE name WHEN 'layout' THEN '99' ELSE '9.8.7' END WHERE name IN ('layout', 'version')",
    );

  test("X9 are refused with the version that can read them, and stay as they are", async () => {
    const url = await databases.create();
    await raise(url);
    await rejects(openRuns(url), (error) => {
      ok(isKnowhowError(error));
      equal(error.code, "run.layout");
      match(error.message, /layout 99.*knowhow 9\.8\.7/);
      match(error.hint ?? "", /9\.8\.7/);
      return true;
    });
    deepEqual(await query(url, "SELECT value FROM knowhow.settings WHERE name = 'layout'"), [
      { value: "99" },
    ]);
  });

  test("X9 stop the workers and callers of this version that are running", { timeout: 60_000 }, async () => {
    const url = await databases.create();
    const runs = await open(url);
    const seen: unknown[] = [];
    const worker = await runs.work(handlerOf(join(folder, "newer.calls")), {
      concurrency: 1,
      application: "default",
      onStore: (state, error) => seen.push([state, isKnowhowError(error) ? error.code : error]),
    });
    await raise(url);
    await until(() => seen.length > 0);
    deepEqual(seen, [["lost", "run.layout"]]);
    const definition = { format: 1, entry: "s", skills: {} } as const;
    await runs.start({ id: "a", definition, inputs: {}, startedAt: THEN }, { background: true });
    await rejects(runs.run("a", handlerOf("")), { code: "run.layout" });
    equal((await runs.get("a"))?.phase, "queued");
    await worker.close();
  });
});

describe("rights in the database", () => {
  const urlFor = (url: string, role: string) => Object.assign(new URL(url), { username: role }).href;
  const hintOf = async (url: string): Promise<string> => {
    const error = await openRuns(url).then(
      () => undefined,
      (error: unknown) => error,
    );
    ok(isKnowhowError(error));
    equal(error.code, "run.database");
    return error.hint ?? "";
  };

  /** Roles belong to the server, not to a database. */
  const outsider = `outsider_${process.pid}`;
  const dataOnly = `data_only_${process.pid}`;

  test("X9 are named if a role may not create the tables, update them, or use them", async () => {
    const empty = await databases.createEmpty();
    await query(empty, `CREATE ROLE ${outsider} LOGIN`);
    match(await hintOf(urlFor(empty, outsider)), /GRANT CREATE ON DATABASE "t\d+_\d+" TO "outsider_\d+"/);
    const ready = await databases.create();
    match(
      await hintOf(urlFor(ready, outsider)),
      /GRANT USAGE ON SCHEMA knowhow TO "outsider_\d+"; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES/,
    );
    const old = await earlier(1);
    await query(
      old,
      `GRANT USAGE ON SCHEMA knowhow TO ${outsider}; GRANT ALL ON ALL TABLES IN SCHEMA knowhow TO ${outsider}`,
    );
    match(await hintOf(urlFor(old, outsider)), /open the runs once with the role that owns the schema/);
  });

  test("X9 to read and write the rows are enough to start and execute runs", {
    timeout: 60_000,
  }, async () => {
    const url = await databases.create();
    await query(
      url,
      `CREATE ROLE ${dataOnly} LOGIN;
      GRANT USAGE ON SCHEMA knowhow TO ${dataOnly};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA knowhow TO ${dataOnly}`,
    );
    const runs = await open(urlFor(url, dataOnly));
    ok((await runs.secret()).length > 30);
    const work: RunHandler = async ({ id, skill }, durable) => {
      await durable.attempt("x");
      const output = await durable.step("x", () => id, { effect: "write" });
      return { runId: id, skill, status: "succeeded", output, steps: [] };
    };
    const definition = { format: 1, entry: "s", skills: {} } as const;
    const worker = await runs.work(work, { concurrency: 1, application: "default" });
    for (const id of ["a", "b"])
      await runs.start({ id, definition, inputs: {}, startedAt: THEN }, { background: true });
    await until(async () => Object.values(await phasesOf(runs)).every((phase) => phase === "succeeded"));
    await worker.close();
    equal(await runs.delete("a"), true);
  });
});
