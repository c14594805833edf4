import { randomUUID } from "node:crypto";
import type { Database } from "./database.ts";
import { checkLayout } from "./open-layout.ts";

/** That this process is alive, as the others see it. */
export interface Presence {
  /** New for every process and every opening, so nobody takes it for one that was here before. */
  readonly id: string;
  /** Says that this process is alive, if the last time was a while ago. Throws `run.layout` if the tables are too new. */
  beat(): Promise<void>;
  /** How long the database has to answer what is asked again and again. */
  readonly answerMs: number;
  /** Owners of runs that are dead. */
  dead(): readonly string[];
  /** True if the database could not be reached at some time since then, as `performance.now()` measures it. */
  hasFailedSince(time: number): boolean;
  leave(): Promise<void>;
}

/** It says that it is alive this number of times before it would be taken for dead. */
const BEATS = 5;

const BEAT = `
  WITH setting AS (SELECT set_config('synchronous_commit', 'off', true))
  INSERT INTO knowhow.executors AS e SELECT $1, now() + $2 * interval '1 millisecond' FROM setting
  ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until
  RETURNING (SELECT value FROM knowhow.settings WHERE name = 'layout') AS layout,
    (SELECT value FROM knowhow.settings WHERE name = 'version') AS version`;

const DEAD = `
  SELECT DISTINCT r.owner FROM knowhow.runs r WHERE r.owner IS NOT NULL
    AND NOT EXISTS (SELECT FROM knowhow.executors e WHERE e.id = r.owner AND e.alive_until > now())`;

const FORGET = "DELETE FROM knowhow.executors WHERE alive_until < now() - interval '1 day'";

/** Opens the presence of this process. */
export function openPresence(database: Database, deadAfterMs: number): Presence {
  const id = randomUUID();
  const answerMs = deadAfterMs / 2;
  let beatAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let steadyAt = Number.POSITIVE_INFINITY;
  let dead: readonly string[] = [];
  let beating: Promise<void> | undefined;

  const findDead = async (): Promise<readonly string[]> => {
    // After an outage of the database all of them seem to be dead: those that live get the time to say so.
    if (performance.now() - steadyAt < deadAfterMs / 2) return [];
    const owners = await database.query<{ owner: string }>(DEAD, [], answerMs);
    return owners.map(({ owner }) => owner).filter((owner) => owner !== id);
  };

  const beat = async (): Promise<void> => {
    const at = performance.now();
    try {
      const [row] = await database.query<{ layout: string; version: string | null }>(
        BEAT,
        [id, deadAfterMs],
        answerMs,
      );
      checkLayout(row?.layout, row?.version ?? undefined);
      if (beatAt < failedAt || at - beatAt > deadAfterMs) steadyAt = at;
      dead = await findDead();
      beatAt = at;
    } catch (error) {
      failedAt = performance.now();
      throw error;
    }
  };

  return {
    id,
    answerMs,
    beat: async () => {
      if (performance.now() - beatAt < deadAfterMs / BEATS) return;
      beating ??= beat().finally(() => {
        beating = undefined;
      });
      await beating;
    },
    dead: () => dead,
    hasFailedSince: (time) => failedAt > time,
    leave: async () => {
      await database.query("DELETE FROM knowhow.executors WHERE id = $1", [id]).catch(() => undefined);
      await database.query(FORGET, []).catch(() => undefined);
    },
  };
}
