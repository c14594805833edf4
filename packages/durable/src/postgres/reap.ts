import type { Database } from "./database.ts";
import type { RunQueue } from "./run-queue.ts";

/** Any number, the same in every process: one of them at a time takes over. */
const LOCK = 7_205_760;

const DEAD = `
  SELECT id FROM knowhow.executors WHERE alive_until <= now()
  UNION
  SELECT r.owner FROM knowhow.runs r WHERE r.owner IS NOT NULL
    AND NOT EXISTS (SELECT FROM knowhow.executors e WHERE e.id = r.owner)`;

/**
 * Puts the runs of dead executors into the queue again. DBOS continues only what its own process left behind, unless its
 * commercial service is used.
 */
export async function reap(database: Database, queue: RunQueue): Promise<void> {
  await database.transaction(async (connection) => {
    const { rows: locks } = await connection.query<{ is_mine: boolean }>(
      "SELECT pg_try_advisory_xact_lock($1) AS is_mine",
      [LOCK],
    );
    if (locks[0]?.is_mine !== true) return;
    const { rows: dead } = await connection.query<{ id: string }>(DEAD);
    for (const { id } of dead) {
      const queued = new Set(await queue.takeBack(id));
      const { rows: freed } = await connection.query<{ id: string }>(
        "UPDATE knowhow.runs SET owner = NULL, epoch = epoch + 1 WHERE owner = $1 RETURNING id",
        [id],
      );
      for (const run of freed) if (!queued.has(run.id)) await queue.add(connection, run.id);
      await connection.query("DELETE FROM knowhow.executors WHERE id = $1", [id]);
    }
  });
}
