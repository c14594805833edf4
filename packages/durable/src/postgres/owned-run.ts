import { cancelledResult, type RunEntry } from "@knowhow/runtime/toolkit";
import type { ActionExecutionResult } from "@knowhow/runtime/workflows";
import type { Database, Query } from "./database.ts";
import { entryOf, jsonOf, type StoredEntry } from "./run-rows.ts";

/** A run that an executor owns. Nothing is stored once it has another owner: these then return `lost`. */
export interface Hold {
  readonly run: string;
  readonly owner: string;
  readonly epoch: number;
}

/** A run that misses something is tried again after this time. */
const MISSING_MS = 5_000;

/**
 * The row of the run is locked against a new owner until the entry is committed. Without `synchronous_commit` the commit does
 * not wait for the disk; a later one that does includes it.
 */
const HELD = `
  WITH setting AS (SELECT set_config('synchronous_commit', $4, true)),
    held AS (
      SELECT r.id FROM knowhow.runs r, setting WHERE r.id = $1 AND r.owner = $2 AND r.epoch = $3 FOR SHARE OF r
    )`;

const WRITE = `${HELD}, made AS (
    INSERT INTO knowhow.entries (run, kind, key, value) SELECT id, $5, $6, $7 FROM held
    ON CONFLICT DO NOTHING RETURNING run
  )
  SELECT EXISTS (SELECT FROM held) AS is_held, EXISTS (SELECT FROM made) AS is_made`;

const COUNT_ATTEMPT = `${HELD}
  INSERT INTO knowhow.attempts AS a (run, key, count) SELECT id, $5, $6 FROM held
  ON CONFLICT (run, key) DO UPDATE SET count = GREATEST(a.count, excluded.count) RETURNING a.run`;

/** Stores an entry. Returns the stored one if another was first. Can be repeated. */
export async function writeEntry(
  database: Database,
  { run, owner, epoch }: Hold,
  entry: StoredEntry,
  isSync: boolean,
): Promise<RunEntry | "lost" | undefined> {
  const { kind, key } = entry;
  const [row] = await database.query<{ is_held: boolean; is_made: boolean }>(WRITE, [
    run,
    owner,
    epoch,
    isSync ? "on" : "off",
    kind,
    key,
    jsonOf(entry),
  ]);
  if (row?.is_held !== true) return "lost";
  if (row.is_made) return undefined;
  const [first] = await database.query<{ kind: string; key: string; value: string }>(
    "SELECT kind, key, value FROM knowhow.entries WHERE run = $1 AND kind = $2 AND key = $3",
    [run, kind, key],
  );
  return first === undefined ? undefined : entryOf(first);
}

/** Stores that a step was attempted `count` times. Can be repeated. */
export async function writeAttempt(
  database: Database,
  { run, owner, epoch }: Hold,
  key: string,
  count: number,
): Promise<"lost" | undefined> {
  const rows = await database.query(COUNT_ATTEMPT, [run, owner, epoch, "off", key, count]);
  return rows.length === 0 ? "lost" : undefined;
}

/** Stores how an execution ended; the run has no owner then. Can be repeated. */
export async function storeEnd(
  database: Database,
  hold: Hold,
  given: ActionExecutionResult,
  now: number,
): Promise<ActionExecutionResult | "lost"> {
  const { run, owner, epoch } = hold;
  if (given.status !== "paused") {
    if (await storeResult(database.query, run, given, { now, hold })) return given;
  } else {
    const stored = await database.transaction(async (query) => {
      const [row] = await query<{ cancel: string | null; is_answered: boolean }>(
        "SELECT cancel FROM knowhow.runs WHERE id = $1 AND owner = $2 AND epoch = $3 FOR UPDATE",
        [run, owner, epoch],
      );
      if (row === undefined) return "lost";
      const result = row.cancel === null ? given : cancelledResult(given, row.cancel);
      const isAnswered = await hasAnswer(query, run, given.waiting?.key);
      await storeResult(query, run, result, { now, hold, isAnswered });
      return result;
    });
    if (stored !== "lost") return stored;
  }
  // An earlier attempt may have stored it before its connection broke.
  const own = await database.query("SELECT FROM knowhow.runs WHERE id = $1 AND epoch = $2 AND result = $3", [
    run,
    epoch + 1,
    JSON.stringify(given),
  ]);
  return own.length === 0 ? "lost" : given;
}

/** Stores the result of a run; without a hold it has no living owner and is locked. Returns false if it has another owner. */
export async function storeResult(
  query: Query,
  run: string,
  result: ActionExecutionResult,
  { now, hold, isAnswered = false }: { now: number; hold?: Hold; isAnswered?: boolean },
): Promise<boolean> {
  const { status } = result;
  const rows = await query(
    `UPDATE knowhow.runs SET status = $2, result = $3, ended_at = $4, due_at = $5, executions = 0,
        owner = NULL, epoch = epoch + 1, cancel = NULL, reserved_until = NULL
      WHERE id = $1 AND ($6::text IS NULL OR (owner = $6 AND epoch = $7)) RETURNING id`,
    [
      run,
      status,
      JSON.stringify(result),
      status === "paused" ? null : now,
      dueAfter(result, isAnswered, now),
      hold?.owner ?? null,
      hold?.epoch ?? null,
    ],
  );
  return rows.length > 0;
}

/**
 * Gives up a run without a result. One that is not counted ended only because of the database, or never began. It is due from
 * `dueAt` on, or when it was due before.
 */
export async function letGo(
  database: Database,
  { run, owner, epoch }: Hold,
  { isCounted, dueAt = 0 }: { readonly isCounted: boolean; readonly dueAt?: number },
): Promise<void> {
  await database.query(
    `UPDATE knowhow.runs SET owner = NULL, epoch = epoch + 1, executions = executions - $4,
        due_at = GREATEST(due_at, $5)
      WHERE id = $1 AND owner = $2 AND epoch = $3`,
    [run, owner, epoch, isCounted ? 0 : 1, dueAt],
  );
}

/** No longer counts an execution that another executor took over because this one could not reach the database. */
export async function uncount(database: Database, { run, epoch }: Hold): Promise<void> {
  await database.query(
    "UPDATE knowhow.runs SET executions = executions - 1 WHERE id = $1 AND epoch > $2 AND executions > 1",
    [run, epoch],
  );
}

/** When a run with this result can continue; null: when it is answered, or never. */
function dueAfter(result: ActionExecutionResult, isAnswered: boolean, now: number): number | null {
  if (result.status !== "paused") return null;
  const { waiting, missing } = result;
  if (waiting === undefined) return missing === undefined ? null : now + MISSING_MS;
  return isAnswered ? now : (waiting.until ?? null);
}

async function hasAnswer(query: Query, run: string, key: string | undefined): Promise<boolean> {
  if (key === undefined) return false;
  const rows = await query("SELECT FROM knowhow.entries WHERE run = $1 AND kind = 'answer' AND key = $2", [
    run,
    key,
  ]);
  return rows.length > 0;
}
