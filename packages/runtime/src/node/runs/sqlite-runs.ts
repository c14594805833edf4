import { randomBytes } from "node:crypto";
import { checkArgument, checkOptions } from "../../basics/check-options.ts";
import { callable, either, filledText, number, objectWith } from "../../basics/kinds.ts";
import { once } from "../../basics/once.ts";
import { cancelledResult } from "../../execution/engine/memory-runs.ts";
import { openDurable } from "../../execution/engine/open-durable.ts";
import { busyRun, existingRun, unknownRun } from "../../execution/engine/run-errors.ts";
import {
  canContinue,
  hasEnded,
  keptEntries,
  type RunEntry,
  type RunState,
  viewOf,
} from "../../execution/engine/run-state.ts";
import { workLoop } from "../../execution/engine/work-loop.ts";
import type { ActionExecutionResult, RunHandler, RunStart, Runs, RunView } from "../../run.ts";
import { readRun, type StoredRun, startRecord } from "./run-file.ts";
import { openSqlite, type SqliteDatabase } from "./sqlite-database.ts";
import { keepLease, leaseLost } from "./sqlite-lease.ts";
import { type Queries, queriesOf } from "./sqlite-queries.ts";

/** Options of runs in a database. */
export interface SqliteRunsOptions {
  readonly now?: () => number;
  /** How often `work` looks for runs, and an execution for its cancellation, in milliseconds. Default 250. */
  readonly pollMs?: number;
  /** After so many milliseconds without a sign of life, another process may take a run over. Default 15,000. */
  readonly leaseMs?: number;
}

const database = either(
  "the path of a file, or an open database",
  filledText,
  objectWith(
    { exec: { kind: callable, required: true }, prepare: { kind: callable, required: true } },
    "an open database with `exec` and `prepare`",
  ),
);

const SCHEMA = `
PRAGMA busy_timeout = 5000;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS runs (
  id TEXT PRIMARY KEY,
  skill TEXT NOT NULL,
  status TEXT NOT NULL,
  start TEXT NOT NULL,
  wake INTEGER,
  answered INTEGER NOT NULL DEFAULT 0,
  owner TEXT,
  lease INTEGER,
  cancel TEXT
);
CREATE INDEX IF NOT EXISTS runs_open ON runs (status) WHERE status IN ('running', 'paused');
CREATE TABLE IF NOT EXISTS entries (
  run TEXT NOT NULL,
  seq INTEGER NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (run, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
`;

const NEXT = "(SELECT COALESCE(MAX(seq), 0) + 1 FROM entries WHERE run = ?1)";
const FREE = "(owner IS NULL OR lease < ?2)";

/**
 * Runs in an SQLite database, for several processes on one machine: a file, or a database that the host opened with
 * libsql or better-sqlite3. A process holds a lease on the run that it executes; nothing is stored without it.
 */
export function sqliteRuns(place: string | SqliteDatabase, options: SqliteRunsOptions = {}): Runs {
  checkArgument("sqliteRuns", "place", place, database);
  checkOptions("sqliteRuns", options, { now: callable, pollMs: number(1), leaseMs: number(1) });
  const { now = Date.now, pollMs = 250, leaseMs = 15_000 } = options;
  const open = once(async () => {
    const opened = typeof place === "string" ? await openSqlite(place) : place;
    opened.exec(SCHEMA);
    return queriesOf(opened);
  });

  const read = (queries: Queries, id: string): StoredRun | undefined => {
    const row = queries.get("SELECT start FROM runs WHERE id = ?", id);
    if (row === undefined) return undefined;
    const entries = queries.all("SELECT entry FROM entries WHERE run = ? ORDER BY seq", id);
    return readRun(id, [row.start, ...entries.map(({ entry }) => entry)].map(parse), "the database");
  };
  const view = (queries: Queries, id: string): RunView | undefined => {
    const run = read(queries, id);
    if (run === undefined) return undefined;
    const owned = queries.get(`SELECT id FROM runs WHERE id = ?1 AND NOT ${FREE}`, id, Date.now());
    return viewOf(run.start, run.state, owned !== undefined);
  };
  const find = (queries: Queries, id: string): StoredRun => read(queries, id) ?? throwUnknown(id);

  const create = (queries: Queries, start: RunStart, entries: readonly RunEntry[] = []): void => {
    queries.together(() => {
      const row = [start.id, start.definition.entry, JSON.stringify(startRecord(start))];
      const { changes } = queries.run(
        "INSERT OR IGNORE INTO runs (id, skill, status, start) VALUES (?, ?, 'running', ?)",
        ...row,
      );
      if (Number(changes) === 0) throw existingRun(start.id);
      for (const [index, entry] of entries.entries())
        queries.run("INSERT INTO entries VALUES (?, ?, ?)", start.id, index + 1, JSON.stringify(entry));
    });
  };

  /** Takes the lease, or returns undefined if somebody else has it. */
  const claim = (queries: Queries, id: string): string | undefined => {
    const owner = randomBytes(12).toString("hex");
    const time = Date.now();
    const sql = `UPDATE runs SET owner = ?3, lease = ?4 WHERE id = ?1 AND ${FREE}`;
    return Number(queries.run(sql, id, time, owner, time + leaseMs).changes) === 1 ? owner : undefined;
  };
  const release = (queries: Queries, id: string, owner: string): void => {
    queries.run("UPDATE runs SET owner = NULL, lease = NULL WHERE id = ? AND owner = ?", id, owner);
  };

  const finish = (queries: Queries, id: string, owner: string, result: ActionExecutionResult): void =>
    queries.synced(() =>
      queries.together(() => {
        append(queries, id, owner, { kind: "result", result, at: now() });
        const wake = result.waiting?.until ?? null;
        queries.run(
          "UPDATE runs SET status = ?2, wake = ?3, answered = 0 WHERE id = ?1",
          id,
          result.status,
          wake,
        );
      }),
    );

  const execute = async (
    queries: Queries,
    id: string,
    {
      owner,
      handler,
      signal,
    }: { readonly owner: string; readonly handler: RunHandler; readonly signal?: AbortSignal | undefined },
  ): Promise<ActionExecutionResult> => {
    const { start, state } = find(queries, id);
    if (hasEnded(state) && state.result !== undefined) return state.result;
    const watch = keepLease(queries, id, owner, { signal, pollMs, leaseMs });
    try {
      const durable = openDurable(state, {
        write: (entry, sync) => {
          const write = () => append(queries, id, owner, entry);
          if (sync) queries.synced(write);
          else write();
          return undefined;
        },
        now,
      });
      const result = await handler(viewOf(start, state), durable, watch.signal);
      finish(queries, id, owner, result);
      return result;
    } finally {
      watch.close();
    }
  };

  /** Works with a run while nobody else does. */
  const alone = async <T>(
    queries: Queries,
    id: string,
    work: (owner: string) => Promise<T> | T,
  ): Promise<T> => {
    const owner = claim(queries, id);
    if (owner === undefined) throw busyRun(id);
    try {
      return await work(owner);
    } finally {
      release(queries, id, owner);
    }
  };

  return {
    secret: once(async () => {
      const queries = await open();
      const made = randomBytes(32).toString("hex");
      queries.run("INSERT OR IGNORE INTO settings VALUES ('secret', ?)", made);
      return queries.get("SELECT value FROM settings WHERE name = 'secret'")?.value ?? made;
    }),
    start: async (start) => create(await open(), start),
    run: async (id, handler, signal) => {
      const queries = await open();
      const { state } = find(queries, id);
      if (hasEnded(state) && state.result !== undefined) return state.result;
      return alone(queries, id, (owner) => execute(queries, id, { owner, handler, signal }));
    },
    signal: async (id, key, value) => {
      const queries = await open();
      find(queries, id);
      const entry: RunEntry = { kind: "answer", key, value };
      queries.synced(() =>
        queries.together(() => {
          queries.run(`INSERT INTO entries VALUES (?1, ${NEXT}, ?2)`, id, JSON.stringify(entry));
          queries.run("UPDATE runs SET answered = 1 WHERE id = ?", id);
        }),
      );
    },
    cancel: async (id, reason) => {
      const queries = await open();
      if (hasEnded(find(queries, id).state)) return;
      queries.run("UPDATE runs SET cancel = ?2 WHERE id = ?1", id, reason);
      const owner = claim(queries, id);
      // The process that executes it looks for the reason.
      if (owner === undefined) return;
      const { start, state } = find(queries, id);
      if (!hasEnded(state)) finish(queries, id, owner, cancelledResult(viewOf(start, state).result, reason));
      release(queries, id, owner);
    },
    get: async (id) => view(await open(), id),
    list: async function* ({ skill = null, status = null, limit = -1 } = {}) {
      const queries = await open();
      const where = "(?1 IS NULL OR skill = ?1) AND (?2 IS NULL OR status = ?2)";
      const sql = `SELECT id FROM runs WHERE ${where} ORDER BY id DESC LIMIT ?3`;
      for (const { id = "" } of queries.all(sql, skill, status, limit)) {
        const run = view(queries, id);
        if (run !== undefined) yield run;
      }
    },
    fork: async (id, copy, keep) => {
      const queries = await open();
      const { start, state } = find(queries, id);
      create(queries, { ...start, ...copy }, keptEntries(state, keep));
    },
    delete: async (id) => {
      const queries = await open();
      return queries.together(() => {
        const { changes } = queries.run(`DELETE FROM runs WHERE id = ?1 AND ${FREE}`, id, Date.now());
        if (Number(changes) === 0 && read(queries, id) !== undefined) throw busyRun(id);
        queries.run("DELETE FROM entries WHERE run = ?", id);
        return Number(changes) === 1;
      });
    },
    work: async (handler, { concurrency }) => {
      const queries = await open();
      const sql = `SELECT id FROM runs WHERE status IN ('running', 'paused') AND (owner IS NULL OR lease < ?1)
        AND (status = 'running' OR answered = 1 OR wake <= ?2) ORDER BY id LIMIT ?3`;
      return workLoop({
        pollMs,
        concurrency,
        candidates: async () => queries.all(sql, Date.now(), now(), concurrency * 4).map(({ id = "" }) => id),
        execute: async (id) => {
          const owner = claim(queries, id);
          if (owner === undefined) return;
          try {
            if (canContinue(stateOf(read(queries, id)), now()))
              await execute(queries, id, { owner, handler });
            else queries.run("UPDATE runs SET answered = 0 WHERE id = ? AND owner = ?", id, owner);
          } finally {
            release(queries, id, owner);
          }
        },
      });
    },
  };
}

/** Stores an entry of the process that holds the lease, and of no other. */
function append(queries: Queries, id: string, owner: string, entry: RunEntry): void {
  const sql = `INSERT INTO entries SELECT ?1, ${NEXT}, ?2 WHERE EXISTS (SELECT 1 FROM runs WHERE id = ?1 AND owner = ?3)`;
  if (Number(queries.run(sql, id, JSON.stringify(entry), owner).changes) === 0) throw leaseLost(id);
}

function parse(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}

function stateOf(run: StoredRun | undefined): RunState {
  if (run === undefined) throw new Error("the run was removed");
  return run.state;
}

function throwUnknown(id: string): never {
  throw unknownRun(id);
}
