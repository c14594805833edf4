import { after, before, describe, test } from "node:test";
import { type DatabaseRuns, type PostgresRunsOptions, postgresRuns } from "@knowhow/durable";
import { runsSuite } from "@knowhow/runtime/testing";
import type { Runs } from "@knowhow/runtime/workflows";
import { type Databases, openDatabases, query } from "../support/databases.ts";

let databases: Databases;
before(async () => {
  databases = await openDatabases();
});
after(() => databases.close());

/** Runs that are opened with the first call, because the suite opens them without waiting. */
function openLater(options: Promise<PostgresRunsOptions>): Runs & { close(): Promise<void> } {
  let opened: Promise<DatabaseRuns> | undefined;
  const runs = () => {
    opened ??= options.then(postgresRuns);
    return opened;
  };
  return {
    secret: async () => (await runs()).secret(),
    start: async (start, options) => (await runs()).start(start, options),
    run: async (id, handler, signal) => (await runs()).run(id, handler, signal),
    signal: async (id, key, value) => (await runs()).signal(id, key, value),
    cancel: async (id, reason) => (await runs()).cancel(id, reason),
    get: async (id) => (await runs()).get(id),
    list: async function* (query) {
      yield* (await runs()).list(query);
    },
    fork: async (id, copy, keep) => (await runs()).fork(id, copy, keep),
    delete: async (id) => (await runs()).delete(id),
    retry: async (id) => (await runs()).retry(id),
    damaged: async () => (await runs()).damaged(),
    work: async (handler, options) => (await runs()).work(handler, options),
    close: async () => (await opened)?.close(),
  };
}

describe("X9 runs in PostgreSQL", () => {
  for (const { title, run } of runsSuite)
    test(`X9 a database of runs ${title}`, { timeout: 120_000 }, () =>
      run((clock) => {
        const opened: { close(): Promise<void> }[] = [];
        const url = databases.create();
        return {
          open: () => {
            const options = url.then((url) => ({
              url,
              now: () => clock.now,
              pollMs: 20,
              deadAfterMs: 60_000,
            }));
            const runs = openLater(options);
            opened.push(runs);
            return runs;
          },
          damage: async (id) => {
            await query(await url, "UPDATE knowhow.runs SET definition = '{' WHERE id = $1", [id]);
          },
          close: async () => {
            for (const runs of opened) await runs.close();
          },
        };
      }),
    );
});
