import { KnowhowError } from "@knowhow/runtime/errors";
import {
  applyEntry,
  emptyState,
  type JsonValue,
  type RunEntry,
  type RunState,
} from "@knowhow/runtime/toolkit";
import type { RunStart } from "@knowhow/runtime/workflows";
import type { Query } from "./database.ts";

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
export interface RunRow {
  readonly id: string;
  readonly application: string | null;
  readonly needs: string;
  readonly definition: string;
  readonly inputs: string;
  readonly started_at: string;
  readonly status: string;
  readonly result: string | null;
  readonly ended_at: string | null;
  readonly owner: string | null;
  readonly epoch: number;
  readonly executions: number;
  readonly cancel: string | null;
  readonly is_busy: boolean;
}

/** An entry of a run, or the attempts of a step. */
export interface EntryRow {
  readonly run: string;
  readonly kind: string;
  readonly key: string;
  readonly value: string;
}

/** An entry that has a row. */
export type StoredEntry = Exclude<RunEntry, { kind: "result" | "begin" | "retry" | "attempt" }>;

/** True if the owner of the run `r` is alive. The clock is that of the database. */
const IS_BUSY =
  "(r.owner IS NOT NULL AND EXISTS (SELECT FROM knowhow.executors e WHERE e.id = r.owner AND e.alive_until > now()))";

export const RUN_COLUMNS: string = `r.id, r.application, r.needs, r.definition, r.inputs, r.started_at, r.status, r.result, r.ended_at,
  r.owner, r.epoch, r.executions, r.cancel, ${IS_BUSY} AS is_busy`;

/** True if the run `r` has not ended. */
export const IS_OPEN: string = "r.status IN ('running', 'paused')";

/** Reads the row of a run; with `lock` nobody else may change it until the transaction ends. */
export async function readRow(query: Query, id: string, lock = false): Promise<RunRow | undefined> {
  const text = `SELECT ${RUN_COLUMNS} FROM knowhow.runs r WHERE r.id = $1`;
  const [row] = await query<RunRow>(lock ? `${text} FOR UPDATE OF r` : text, [id]);
  return row;
}

/** Reads a run with all of its entries. */
export async function readRun(query: Query, id: string, lock = false): Promise<StoredRun | undefined> {
  const row = await readRow(query, id, lock);
  if (row === undefined) return undefined;
  return storedRun(row, await readEntries(query, [id]));
}

/** Reads the entries of runs, in the order in which they were stored. */
export function readEntries(query: Query, ids: readonly string[]): Promise<readonly EntryRow[]> {
  return query<EntryRow>(
    `SELECT run, kind, key, value FROM (
      SELECT run, kind, key, value, number FROM knowhow.entries WHERE run = ANY($1)
      UNION ALL SELECT run, 'attempt', key, count::text, 0 FROM knowhow.attempts WHERE run = ANY($1)
    ) AS e ORDER BY number`,
    [ids],
  );
}

/** Adds an entry, unless there is one of the same kind and key. */
export async function insertEntry(query: Query, run: string, entry: StoredEntry): Promise<void> {
  await query(
    "INSERT INTO knowhow.entries (run, kind, key, value) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    [run, entry.kind, entry.key, jsonOf(entry)],
  );
}

/** An entry's value as it is stored: JSON. */
export function jsonOf(entry: StoredEntry): string {
  if (entry.kind === "intent") return "null";
  return JSON.stringify(entry.kind === "wait" ? entry.until : entry.value);
}

/** An entry as it is stored. */
export function entryOf({ kind, key, value }: Omit<EntryRow, "run">): StoredEntry {
  const json: JsonValue = JSON.parse(value);
  if (kind === "intent") return { kind, key };
  if (kind === "wait") return { kind, key, until: typeof json === "number" ? json : null };
  return kind === "answer" ? { kind, key, value: json } : { kind: "step", key, value: json };
}

/** A run from its row and entries. Throws `state.log-broken` if they cannot be read. */
export function storedRun(row: RunRow, entries: readonly EntryRow[]): StoredRun {
  const { id, application } = row;
  try {
    return {
      start: {
        id,
        definition: JSON.parse(row.definition),
        inputs: JSON.parse(row.inputs),
        startedAt: Number(row.started_at),
        ...(application === null ? {} : { application }),
        needs: JSON.parse(row.needs),
      },
      state: stateOf(row, entries),
      epoch: row.epoch,
      isBusy: row.is_busy,
      cancel: row.cancel ?? undefined,
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new KnowhowError("state.log-broken", `the run "${id}" in the database cannot be read: ${reason}`, {
      hint: "delete the run, or restore its rows from a backup",
      cause,
    });
  }
}

function stateOf(row: RunRow, entries: readonly EntryRow[]): RunState {
  const state = emptyState();
  for (const entry of entries) {
    if (entry.run !== row.id) continue;
    if (entry.kind === "attempt") state.attempts.set(entry.key, Number(entry.value));
    else applyEntry(state, entryOf(entry));
  }
  if (row.result !== null)
    applyEntry(state, { kind: "result", result: JSON.parse(row.result), at: Number(row.ended_at) });
  state.executions = row.executions;
  return state;
}
