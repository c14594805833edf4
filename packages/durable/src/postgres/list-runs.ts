import type { DamagedRun, RunQuery } from "@knowhow/runtime/workflows";
import { bePatient } from "./be-patient.ts";
import type { Query } from "./database.ts";
import {
  type EntryRow,
  RUN_COLUMNS,
  type RunRow,
  readEntries,
  type StoredRun,
  storedRun,
} from "./run-rows.ts";

const PAGE = 50;

/** Stored runs, newest id first, in pages. Those that cannot be read are left out, and given to `onDamaged`. */
export async function* listRuns(
  query: Query,
  { skill, status, limit = Number.POSITIVE_INFINITY }: RunQuery,
  onDamaged?: (run: DamagedRun) => void,
): AsyncGenerator<StoredRun> {
  let last: string | null = null;
  for (let count = 0; count < limit; ) {
    const size = Math.min(PAGE, limit - count);
    const page: readonly RunRow[] = await bePatient(() =>
      query<RunRow>(
        `SELECT ${RUN_COLUMNS} FROM knowhow.runs r
        WHERE ($1::text IS NULL OR r.skill = $1) AND ($2::text IS NULL OR r.status = $2)
          AND ($3::text IS NULL OR r.id < $3)
        ORDER BY r.id DESC LIMIT $4`,
        [skill ?? null, status ?? null, last, size],
      ),
    );
    const open = page.filter(({ status }) => status === "running" || status === "paused").map(({ id }) => id);
    const read = onDamaged === undefined ? outlineOf : readEntries;
    const entries = open.length === 0 ? [] : await bePatient(() => read(query, open));
    for (const row of page) {
      let run: StoredRun | undefined;
      try {
        run = storedRun(row, entries);
      } catch (error) {
        onDamaged?.({ id: row.id, message: error instanceof Error ? error.message : String(error) });
      }
      if (run === undefined) continue;
      count += 1;
      yield run;
    }
    last = page.at(-1)?.id ?? null;
    if (page.length < size) return;
  }
}

/** Which steps of runs are finished, and what was answered. Results of steps can be large, so they are left out. */
function outlineOf(query: Query, ids: readonly string[]): Promise<readonly EntryRow[]> {
  return query<EntryRow>(
    `SELECT run, kind, key, CASE kind WHEN 'answer' THEN value ELSE 'null' END AS value FROM knowhow.entries
      WHERE run = ANY($1) AND kind IN ('step', 'answer') ORDER BY number`,
    [ids],
  );
}
