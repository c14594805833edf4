import {
  applyEntry,
  emptyState,
  type JsonValue,
  type RunEntry,
  type RunState,
} from "@knowhow/runtime/toolkit";
import type { ActionExecutionResult, RunQuery, RunStart } from "@knowhow/runtime/workflows";
import type { Connection, Database } from "./database.ts";

/** A run as the database has it. */
export interface StoredRun {
  readonly start: RunStart;
  readonly state: RunState;
  readonly epoch: number;
  /** True while a living process executes it. */
  readonly isBusy: boolean;
  /** Why it is to be cancelled. */
  readonly cancel: string | undefined;
}

/** Columns of a run. `bigint` comes as text. */
interface RunRow {
  readonly id: string;
  readonly definition: string;
  readonly inputs: string;
  readonly started_at: string;
  readonly result: string | null;
  readonly ended_at: string | null;
  readonly epoch: number;
  readonly cancel: string | null;
  readonly is_busy: boolean;
}

interface EntryRow {
  readonly kind: string;
  readonly key: string;
  readonly value: string;
}

/** True if the owner of the run `r` is alive. The clock is that of the database. */
export const IS_BUSY =
  "(r.owner IS NOT NULL AND EXISTS (SELECT FROM knowhow.executors e WHERE e.id = r.owner AND e.alive_until > now()))";

const COLUMNS = `r.id, r.definition, r.inputs, r.started_at, r.result, r.ended_at, r.epoch, r.cancel, ${IS_BUSY} AS is_busy`;

const PAGE = 50;

/** Reads a run with all of its entries. */
export async function readRun(database: Database, id: string): Promise<StoredRun | undefined> {
  const [row] = await database.query<RunRow>("run", `SELECT ${COLUMNS} FROM knowhow.runs r WHERE r.id = $1`, [
    id,
  ]);
  return row === undefined ? undefined : withEntries(database, row);
}

/** Reads a run that nobody else may change until the transaction ends; only its answers are read. */
export async function lockRun(connection: Connection, id: string): Promise<StoredRun | undefined> {
  const { rows } = await connection.query<RunRow>(
    `SELECT ${COLUMNS} FROM knowhow.runs r WHERE r.id = $1 FOR UPDATE OF r`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const answers = await connection.query<EntryRow>(
    "SELECT kind, key, value FROM knowhow.entries WHERE run = $1 AND kind = 'answer' ORDER BY number",
    [id],
  );
  return storedRun(row, answers.rows);
}

/** Makes an executor the owner of a run that has not ended, unless it has a living one. */
export async function claimRun(
  database: Database,
  id: string,
  executor: string,
): Promise<StoredRun | undefined> {
  const [row] = await database.query<RunRow>(
    "claim",
    `UPDATE knowhow.runs r SET owner = $2, epoch = r.epoch + 1
      WHERE r.id = $1 AND r.status IN ('running', 'paused') AND NOT ${IS_BUSY}
      RETURNING ${COLUMNS}`,
    [id, executor],
  );
  return row === undefined ? undefined : withEntries(database, row);
}

/** Adds a run. Returns false if the id is known. */
export async function insertRun(
  connection: Connection,
  { id, definition, inputs, startedAt }: RunStart,
  entries: readonly RunEntry[] = [],
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `INSERT INTO knowhow.runs (id, skill, definition, inputs, started_at)
      VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [id, definition.entry, JSON.stringify(definition), JSON.stringify(inputs), startedAt],
  );
  if (rowCount === 0) return false;
  for (const entry of entries) {
    if (entry.kind === "result") continue;
    await insertEntry(connection, id, entry);
  }
  return true;
}

/** Adds an entry, unless there is one of the same kind and key. */
export async function insertEntry(
  connection: Connection,
  run: string,
  entry: Exclude<RunEntry, { kind: "result" }>,
): Promise<void> {
  await connection.query(
    "INSERT INTO knowhow.entries (run, kind, key, value) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    [run, entry.kind, entry.key, jsonOf(entry)],
  );
}

/** Stores how an execution ended; the run has no owner then. */
export async function storeResult(
  connection: Connection,
  id: string,
  result: ActionExecutionResult,
  now: number,
): Promise<void> {
  await connection.query(
    `UPDATE knowhow.runs SET status = $2, result = $3, ended_at = $4, owner = NULL, cancel = NULL, epoch = epoch + 1
      WHERE id = $1`,
    [id, result.status, JSON.stringify(result), result.status === "paused" ? null : now],
  );
}

/** Stored runs, newest id first, in pages. */
export async function* listRuns(
  database: Database,
  { skill, status, limit = Number.POSITIVE_INFINITY }: RunQuery,
): AsyncGenerator<StoredRun> {
  let last: string | null = null;
  for (let count = 0; count < limit; ) {
    const page: readonly RunRow[] = await database.query<RunRow>(
      "list",
      `SELECT ${COLUMNS} FROM knowhow.runs r
        WHERE ($1::text IS NULL OR r.skill = $1) AND ($2::text IS NULL OR r.status = $2)
          AND ($3::text IS NULL OR r.id < $3)
        ORDER BY r.id DESC LIMIT $4`,
      [skill ?? null, status ?? null, last, Math.min(PAGE, limit - count)],
    );
    // What a result says needs no entries.
    for (const row of page) yield row.result === null ? await withEntries(database, row) : storedRun(row, []);
    count += page.length;
    last = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return;
  }
}

/** An entry's value as it is stored: JSON. */
export function jsonOf(entry: Exclude<RunEntry, { kind: "result" }>): string {
  if (entry.kind === "intent") return "null";
  return JSON.stringify(entry.kind === "wait" ? entry.until : entry.value);
}

/** An entry as it is stored. */
export function entryOf({ kind, key, value }: EntryRow): RunEntry {
  const json: JsonValue = JSON.parse(value);
  if (kind === "intent") return { kind, key };
  if (kind === "wait") return { kind, key, until: typeof json === "number" ? json : null };
  return kind === "answer" ? { kind, key, value: json } : { kind: "step", key, value: json };
}

async function withEntries(database: Database, row: RunRow): Promise<StoredRun> {
  const entries = await database.query<EntryRow>(
    "entries",
    "SELECT kind, key, value FROM knowhow.entries WHERE run = $1 ORDER BY number",
    [row.id],
  );
  return storedRun(row, entries);
}

function storedRun(row: RunRow, entries: readonly EntryRow[]): StoredRun {
  const state = emptyState();
  for (const entry of entries) applyEntry(state, entryOf(entry));
  if (row.result !== null)
    applyEntry(state, { kind: "result", result: JSON.parse(row.result), at: Number(row.ended_at) });
  const { id, definition, inputs } = row;
  return {
    start: {
      id,
      definition: JSON.parse(definition),
      inputs: JSON.parse(inputs),
      startedAt: Number(row.started_at),
    },
    state,
    epoch: row.epoch,
    isBusy: row.is_busy,
    cancel: row.cancel ?? undefined,
  };
}
