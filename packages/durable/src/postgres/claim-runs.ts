import { createHash } from "node:crypto";
import { MAX_EXECUTIONS } from "@knowhow/runtime/toolkit";
import type { RunDemand, RunStart } from "@knowhow/runtime/workflows";
import type { Database } from "./database.ts";
import { LAYOUT } from "./open-layout.ts";
import { IS_OPEN, RUN_COLUMNS, type RunRow } from "./run-rows.ts";

/** Which runs a worker can take now. */
export interface Due {
  readonly application: string;
  readonly now: number;
  /** Owners that are dead: their runs can be taken over. */
  readonly dead: readonly string[];
  /** How long the database has to answer; a worker asks again. */
  readonly answerMs: number;
}

/**
 * A run that can be executed: it is due, not stuck, and belongs to nobody who is alive. Only its row decides, because a row that
 * another statement has just changed is checked again, but not what other tables say about it.
 */
const IS_DUE = `r.due_at <= $1 AND (r.application = $2 OR r.application IS NULL) AND ${IS_OPEN}
  AND (r.owner IS NULL OR r.owner = ANY($3)) AND r.executions < ${MAX_EXECUTIONS}
  AND (r.reserved_until IS NULL OR r.reserved_until <= now())`;

const IS_CURRENT = `EXISTS (SELECT FROM knowhow.settings WHERE name = 'layout' AND value = '${LAYOUT}')`;

/**
 * A claim does not wait for the disk. If it is lost in a crash of the server, its owner finds out with the next write, which
 * compares owner and epoch.
 */
const UNSYNCED = "setting AS (SELECT set_config('synchronous_commit', 'off', true))";

const CLAIM = `
  WITH ${UNSYNCED}, due AS (
      SELECT r.id FROM knowhow.runs r, setting
      WHERE ${IS_DUE} AND ($4::text[] IS NULL OR r.demand = ANY($4)) AND r.id <> ALL($5) AND ${IS_CURRENT}
      ORDER BY r.due_at LIMIT $6 FOR UPDATE OF r SKIP LOCKED
    )
  UPDATE knowhow.runs r SET owner = $7, epoch = r.epoch + 1, executions = r.executions + 1
    FROM due WHERE r.id = due.id RETURNING ${RUN_COLUMNS}`;

/** Makes an executor the owner of runs that are due, at most `limit`, with one of the demands. */
export function claimDue(
  database: Database,
  owner: string,
  { application, now, dead, answerMs }: Due,
  {
    limit,
    demands,
    active,
  }: {
    readonly limit: number;
    readonly demands: readonly string[] | undefined;
    readonly active: readonly string[];
  },
): Promise<readonly RunRow[]> {
  const values = [now, application, dead, demands ?? null, active, limit, owner];
  return database.query<RunRow>(CLAIM, values, answerMs);
}

/**
 * Makes an executor the owner of a run whose row nobody has changed. Undefined if somebody has. If the owner dies, the run is
 * due, also one that only waited: nobody knows whether it was answered or cancelled meanwhile.
 */
export async function claimRow(
  database: Database,
  owner: string,
  { id, epoch }: RunRow,
  now: number,
): Promise<RunRow | undefined> {
  const [row] = await database.query<RunRow>(
    `WITH ${UNSYNCED}
      UPDATE knowhow.runs r SET owner = $2, epoch = r.epoch + 1, due_at = COALESCE(r.due_at, $4),
        executions = r.executions + CASE WHEN r.owner = $2 THEN 0 ELSE 1 END
      FROM setting WHERE r.id = $1 AND r.epoch = $3 AND ${IS_OPEN} AND ${IS_CURRENT} RETURNING ${RUN_COLUMNS}`,
    [id, owner, epoch, now],
  );
  return row;
}

/** Different demands are asked about in groups of this size. */
const GROUP = 100;

/**
 * What runs that are due demand, except for what is known. Undefined for a run that cannot be read. In any order, so that of
 * more demands than can be asked about while an answer is used none is always left out.
 */
export async function findDemands(
  database: Database,
  { application, now, dead, answerMs }: Due,
  known: readonly string[],
): Promise<readonly { readonly key: string; readonly demand: RunDemand | undefined }[]> {
  const rows = await database.query<Pick<RunRow, "needs" | "definition"> & { demand: string; skill: string }>(
    `SELECT * FROM (
        SELECT DISTINCT ON (r.demand) r.demand, r.skill, r.needs, r.definition FROM knowhow.runs r
        WHERE ${IS_DUE} AND r.demand <> ALL($4)
      ) AS unknown ORDER BY random() LIMIT ${GROUP}`,
    [now, application, dead, known],
    answerMs,
  );
  return rows.map(({ demand, ...row }) => ({ key: demand, demand: demandOf(row) }));
}

function demandOf(row: Pick<RunRow, "needs" | "definition"> & { skill: string }): RunDemand | undefined {
  try {
    const { directory } = JSON.parse(row.definition);
    return { skill: row.skill, needs: JSON.parse(row.needs), directory };
  } catch {
    return undefined;
  }
}

/** Equal for runs with the same demand. Short, because it is in an index. */
export function demandKey({ definition, needs = [] }: RunStart): string {
  const text = JSON.stringify([definition.entry, definition.directory ?? null, needs]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
