import { deepEqual, ok } from "node:assert/strict";
import { after, before, test } from "node:test";
import { postgresRuns } from "@knowhow/durable";
import pg from "pg";
import { PLAIN, runWithSecrets, SECRET } from "../../packages/runtime/testing/secret-runs.ts";
import { type Databases, openDatabases } from "../support/databases.ts";

let databases: Databases;
before(async () => {
  databases = await openDatabases();
});
after(() => databases.close());

/** Names of the tables of every schema in which a text occurs. */
async function tablesWith(url: string, text: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ readonly name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    );
    ok(rows.length > 2);
    const found: string[] = [];
    for (const { name } of rows) {
      const query = `SELECT 1 FROM ${name} AS t WHERE position($1 IN t::text) > 0 LIMIT 1`;
      if ((await client.query(query, [text])).rowCount !== 0) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}

test("X8 the value of a secret input is in no table, whatever the run does with it", {
  timeout: 240_000,
}, async () => {
  const url = await databases.create();
  const runs = await postgresRuns({ url, pollMs: 50 });
  try {
    const seen = JSON.stringify(await runWithSecrets(runs));
    ok(seen.includes("[secret token]"));
    ok(!seen.includes(SECRET));
  } finally {
    await runs.close();
  }
  ok((await tablesWith(url, PLAIN)).length > 0);
  deepEqual(await tablesWith(url, SECRET.slice(0, 8)), []);
});
