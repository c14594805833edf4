import { migrateSystemDatabase } from "@dbos-inc/dbos-sdk/internal/system_database";
import { GlobalLogger } from "@dbos-inc/dbos-sdk/internal/telemetry/logs";
import type { Connection, Database } from "./database.ts";
import { DBOS_SCHEMA, silentLogger } from "./dbos-names.ts";

/** Number of this layout, with the version of DBOS whose tables are beside it. */
const LAYOUT = "1/5.3.0";

/** Any number, the same in every process: only one of them creates the tables. */
const LOCK = 7_205_759;
const RETRY_MS = 100;

/**
 * `entries` has what `RunEntry` describes, except results; JSON is stored as text, because `jsonb` refuses NUL
 * characters. A run belongs to its `owner` while that executor is alive, and `epoch` counts its owners: an entry is
 * stored only with the current one.
 */
const TABLES = `
  CREATE SCHEMA IF NOT EXISTS knowhow;
  CREATE TABLE IF NOT EXISTS knowhow.settings (name text PRIMARY KEY, value text NOT NULL);
  CREATE TABLE IF NOT EXISTS knowhow.executors (id text PRIMARY KEY, alive_until timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS knowhow.runs (
    id text COLLATE "C" PRIMARY KEY,
    skill text NOT NULL,
    definition text NOT NULL,
    inputs text NOT NULL,
    started_at bigint NOT NULL,
    status text NOT NULL DEFAULT 'running',
    result text,
    ended_at bigint,
    owner text,
    epoch integer NOT NULL DEFAULT 0,
    cancel text
  );
  CREATE INDEX IF NOT EXISTS runs_owner ON knowhow.runs (owner) WHERE owner IS NOT NULL;
  CREATE INDEX IF NOT EXISTS runs_status ON knowhow.runs (status, id);
  CREATE INDEX IF NOT EXISTS runs_skill ON knowhow.runs (skill, id);
  CREATE TABLE IF NOT EXISTS knowhow.entries (
    run text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    value text NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (run, kind, key)
  );
`;

/** Creates the tables of runs and those of DBOS, once: processes that start at the same time wait for each other. */
export async function createSchema(database: Database): Promise<void> {
  if (await isCurrent(database)) return;
  const connection = await database.pool.connect();
  try {
    // DBOS creates indexes concurrently, which waits for every statement that began earlier, also one that waits for a lock.
    while (!(await isLocked(connection))) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    if (await isCurrent(database)) return;
    await connection.query(TABLES);
    const logger = new GlobalLogger(undefined, { logger: silentLogger });
    await migrateSystemDatabase(database.url, logger, DBOS_SCHEMA);
    await connection.query(
      "INSERT INTO knowhow.settings VALUES ('layout', $1) ON CONFLICT (name) DO UPDATE SET value = $1",
      [LAYOUT],
    );
  } finally {
    await connection.query("SELECT pg_advisory_unlock($1)", [LOCK]).catch(() => undefined);
    connection.release();
  }
}

async function isLocked(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [
    LOCK,
  ]);
  return rows[0]?.locked === true;
}

async function isCurrent({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ found: string | null }>(
    "SELECT to_regclass('knowhow.settings')::text AS found",
  );
  if (rows[0]?.found == null) return false;
  const layout = await pool.query<{ value: string }>(
    "SELECT value FROM knowhow.settings WHERE name = 'layout'",
  );
  return layout.rows[0]?.value === LAYOUT;
}
