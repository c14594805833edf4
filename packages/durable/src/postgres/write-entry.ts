import type { RunEntry } from "@knowhow/runtime/toolkit";
import type { Database } from "./database.ts";
import { entryOf, jsonOf } from "./run-rows.ts";

/**
 * Stores the entry only while the run has the owner of this epoch: the row is locked against a new owner until the entry
 * is committed. Without `synchronous_commit` the commit does not wait for the disk; a later one that does includes it.
 */
const WRITE = `
  WITH setting AS (SELECT set_config('synchronous_commit', $6, true)),
    held AS (SELECT r.id FROM knowhow.runs r, setting WHERE r.id = $1 AND r.epoch = $2 FOR SHARE OF r),
    made AS (
      INSERT INTO knowhow.entries (run, kind, key, value) SELECT id, $3, $4, $5 FROM held
      ON CONFLICT DO NOTHING RETURNING run
    )
  SELECT EXISTS (SELECT FROM held) AS is_held, EXISTS (SELECT FROM made) AS is_made`;

/** Stores an entry. Returns the stored one if another was first, and `lost` if the run has another owner now. */
export async function writeEntry(
  database: Database,
  run: string,
  epoch: number,
  entry: RunEntry,
  isSync: boolean,
): Promise<RunEntry | "lost" | undefined> {
  if (entry.kind === "result") throw new Error("results are stored with the run");
  const { kind, key } = entry;
  const [row] = await database.query<{ is_held: boolean; is_made: boolean }>("write", WRITE, [
    run,
    epoch,
    kind,
    key,
    jsonOf(entry),
    isSync ? "on" : "off",
  ]);
  if (row?.is_held !== true) return "lost";
  if (row.is_made) return undefined;
  const [first] = await database.query<{ kind: string; key: string; value: string }>(
    "entry",
    "SELECT kind, key, value FROM knowhow.entries WHERE run = $1 AND kind = $2 AND key = $3",
    [run, kind, key],
  );
  return first === undefined ? undefined : entryOf(first);
}
