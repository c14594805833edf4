import {
  answeredRun,
  badRunId,
  busyRun,
  cancelledResult,
  existingRun,
  hasEnded,
  isRunId,
  type JsonValue,
  MAX_EXECUTIONS,
  type RunEntry,
  unknownRun,
  viewOf,
} from "@knowhow/runtime/toolkit";
import type { ActionExecutionResult, RunStart } from "@knowhow/runtime/workflows";
import { bePatient } from "./be-patient.ts";
import { demandKey } from "./claim-runs.ts";
import type { Query } from "./database.ts";
import type { ExecutionContext } from "./execute-run.ts";
import { storeResult } from "./owned-run.ts";
import { IS_OPEN, insertEntry, readRow, readRun } from "./run-rows.ts";

/**
 * Who stores a run or an answer usually executes the run next; workers leave it alone for this time, which is enough for a
 * caller with many others before it or a database that is being restarted.
 */
const RESERVED = "now() + interval '10 seconds'";

/** The given time, or that of the database if it is earlier: the clock of the machine may be ahead of those of the workers. */
const atOnce = (value: string) => `LEAST(${value}, (extract(epoch FROM now()) * 1000)::bigint)`;

const INSERT = `
  INSERT INTO knowhow.runs
    (id, skill, application, needs, demand, definition, inputs, started_at, due_at, reserved_until)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ${atOnce("$9")}, CASE WHEN $10 THEN ${RESERVED} END) ON CONFLICT DO NOTHING RETURNING id`;

/** Stores a run, with entries if it is a copy. Throws `run.exists` if the id is known. */
export async function createRun(
  { database, now }: ExecutionContext,
  start: RunStart,
  { entries = [], background = false }: { entries?: readonly RunEntry[]; background?: boolean } = {},
): Promise<void> {
  const { id, definition, inputs, startedAt, application = null, needs = [] } = start;
  if (!isRunId(id)) throw badRunId(id);
  const [definitionText, inputsText] = [JSON.stringify(definition), JSON.stringify(inputs)];
  const insert = async (query: Query, attempt: number): Promise<void> => {
    const made = await query(INSERT, [
      id,
      definition.entry,
      application,
      JSON.stringify(needs),
      demandKey(start),
      definitionText,
      inputsText,
      startedAt,
      now(),
      !background,
    ]);
    if (made.length > 0) return;
    // An earlier attempt may have stored it before its connection broke.
    const own = await query(
      "SELECT FROM knowhow.runs WHERE id = $1 AND definition = $2 AND inputs = $3 AND started_at = $4",
      [id, definitionText, inputsText, startedAt],
    );
    if (attempt === 1 || own.length === 0) throw existingRun(id);
  };
  await bePatient((attempt) =>
    entries.length === 0
      ? insert(database.query, attempt)
      : database.transaction(async (query) => {
          await insert(query, attempt);
          for (const entry of entries)
            if (entry.kind === "step" || entry.kind === "wait" || entry.kind === "answer")
              await insertEntry(query, id, entry);
        }),
  );
}

/** Stores the answer to a question. */
export function answerRun(
  { database, now }: ExecutionContext,
  { id, key, value }: { readonly id: string; readonly key: string; readonly value: JsonValue },
): Promise<void> {
  return bePatient((attempt) =>
    database.transaction(async (query) => {
      const row = await readRow(query, id, true);
      if (row === undefined) throw unknownRun(id);
      const [first] = await query<{ value: string }>(
        "SELECT value FROM knowhow.entries WHERE run = $1 AND kind = 'answer' AND key = $2",
        [id, key],
      );
      if (first === undefined) await insertEntry(query, id, { kind: "answer", key, value });
      else if (attempt === 1 || first.value !== JSON.stringify(value))
        throw answeredRun(id, key, JSON.parse(first.value));
      const result: ActionExecutionResult | null = JSON.parse(row.result ?? "null");
      // Whoever executes it looks for answers before it lets go.
      if (result?.waiting?.key === key)
        await query(
          `UPDATE knowhow.runs r SET due_at = ${atOnce("$2")}, reserved_until = ${RESERVED} WHERE r.id = $1 AND ${IS_OPEN}`,
          [id, now()],
        );
    }),
  );
}

/** Ends a run, or tells the process that executes it to end it. */
export function cancelRun({ database, now }: ExecutionContext, id: string, reason: string): Promise<void> {
  return bePatient(() =>
    database.transaction(async (query) => {
      const run = await readRun(query, id, true);
      if (run === undefined) throw unknownRun(id);
      if (hasEnded(run.state)) return;
      if (run.isBusy) await query("UPDATE knowhow.runs SET cancel = $2 WHERE id = $1", [id, reason]);
      else {
        const { result } = viewOf(run.start, run.state);
        await storeResult(query, id, cancelledResult(result, reason), { now: now() });
      }
    }),
  );
}

/** Lets workers execute a run that is stuck, or that was left to a caller. */
export function retryRun({ database, now }: ExecutionContext, id: string): Promise<void> {
  return bePatient(() =>
    database.transaction(async (query) => {
      const row = await readRow(query, id, true);
      if (row === undefined) throw unknownRun(id);
      if (row.is_busy) return;
      await query("UPDATE knowhow.runs SET reserved_until = NULL WHERE id = $1", [id]);
      if (row.executions < MAX_EXECUTIONS) return;
      await query(
        `UPDATE knowhow.runs SET executions = 0, due_at = CASE WHEN due_at IS NULL THEN NULL ELSE $2::bigint END
          WHERE id = $1`,
        [id, now()],
      );
    }),
  );
}

/** Removes a run, also one that cannot be read. */
export function deleteRun({ database }: ExecutionContext, id: string): Promise<boolean> {
  return bePatient((attempt) =>
    database.transaction(async (query) => {
      const row = await readRow(query, id, true);
      if (row === undefined) return attempt > 1;
      if (row.is_busy) throw busyRun(id, "another process");
      for (const [table, column] of [
        ["attempts", "run"],
        ["entries", "run"],
        ["runs", "id"],
      ])
        await query(`DELETE FROM knowhow.${table} WHERE ${column} = $1`, [id]);
      return true;
    }),
  );
}
