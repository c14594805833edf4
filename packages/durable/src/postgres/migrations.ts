/**
 * What changed in the tables, one entry for each layout, in order; an entry is never changed after a release. Every entry is
 * made so that processes of the version before can finish what they are executing.
 *
 * JSON is stored as text, because `jsonb` refuses NUL characters.
 */
export const MIGRATIONS: readonly string[] = [
  // 1: `entries` has what `RunEntry` describes, except results. A run belongs to its `owner` while that executor is alive, and
  // `epoch` counts its owners.
  `CREATE SCHEMA IF NOT EXISTS knowhow;
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
  );`,

  // 2: The row of a run is its place in the queue: workers take it from `due_at` on, which is null if it only waits for an
  // answer or has ended. Whoever stored it can execute it first until `reserved_until`. Runs with the same `demand` need the
  // same; an application of null is any. The queue of earlier versions is removed with its schema, so their workers take no
  // more runs, and a check keeps them from writing their layout.
  `ALTER TABLE knowhow.runs
    ADD COLUMN application text,
    ADD COLUMN needs text NOT NULL DEFAULT '[]',
    ADD COLUMN demand text NOT NULL DEFAULT '',
    ADD COLUMN executions integer NOT NULL DEFAULT 0,
    ADD COLUMN due_at bigint DEFAULT 0,
    ADD COLUMN reserved_until timestamptz;
  UPDATE knowhow.runs SET demand = md5(definition),
    executions = CASE WHEN status = 'running' AND epoch > 0 THEN 1 ELSE 0 END
    WHERE status IN ('running', 'paused');
  UPDATE knowhow.runs SET due_at = NULL WHERE status NOT IN ('running', 'paused');
  CREATE INDEX runs_due ON knowhow.runs (due_at, application, demand) WHERE due_at IS NOT NULL;
  CREATE TABLE knowhow.attempts (
    run text COLLATE "C" NOT NULL,
    key text NOT NULL,
    count integer NOT NULL,
    PRIMARY KEY (run, key)
  );
  ALTER TABLE knowhow.settings ADD CONSTRAINT a_newer_version_of_knowhow_is_needed
    CHECK (name <> 'layout' OR value NOT LIKE '%/%') NOT VALID;
  DROP SCHEMA IF EXISTS knowhow_dbos CASCADE;`,
];
