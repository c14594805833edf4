import { KnowhowError } from "@knowhow/runtime/errors";
import { VERSION } from "../version.ts";
import type { Database, Query } from "./database.ts";
import { layoutError } from "./database-errors.ts";
import { MIGRATIONS } from "./migrations.ts";

/** Number of the layout that this version reads and writes. */
export const LAYOUT: number = MIGRATIONS.length;

/** Any number, the same in every process and version: only one of them changes the tables. */
const LOCK = 7_205_759;

/** How long the other processes and the changes themselves may take. */
const MIGRATION_MS = 600_000;

/** Creates the tables, or changes those of an earlier layout. Throws `run.layout` if they are newer than this version. */
export async function openLayout(database: Database, url: string): Promise<void> {
  if ((await storedLayout(database.query)) === LAYOUT) return;
  await database
    .transaction(async (query) => {
      await query(`SET LOCAL statement_timeout = ${MIGRATION_MS}`);
      await query("SELECT pg_advisory_xact_lock($1)", [LOCK], MIGRATION_MS);
      const found = await storedLayout(query);
      if (found === LAYOUT) return;
      for (const migration of MIGRATIONS.slice(found)) await query(migration, undefined, MIGRATION_MS);
      for (const [name, value] of [
        ["layout", String(LAYOUT)],
        ["version", VERSION],
      ])
        await query(
          "INSERT INTO knowhow.settings VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
          [name, value],
        );
    })
    .catch((error) => {
      throw layoutError(url, error);
    });
}

/** Throws `run.layout` if a layout is newer than this version. */
export function checkLayout(layout: string | undefined, version: string | undefined): void {
  if (numberOf(layout) <= LAYOUT) return;
  const writer = version === undefined ? "a newer version" : `knowhow ${version}`;
  throw new KnowhowError(
    "run.layout",
    `the tables of the runs have layout ${layout}, which was made by ${writer}; this is knowhow ${VERSION} and uses layout ${LAYOUT}`,
    { hint: `update @knowhow/durable to ${version ?? "the newest version"} or newer` },
  );
}

/** The number of the layout that is stored, 0 if there are no tables. */
async function storedLayout(query: Query): Promise<number> {
  // A statement, because `to_regclass` does not see a table that was created while the transaction waited for the lock.
  const tables = await query("SELECT FROM pg_tables WHERE schemaname = 'knowhow' AND tablename = 'settings'");
  if (tables.length === 0) return 0;
  const rows = await query<{ name: string; value: string }>(
    "SELECT name, value FROM knowhow.settings WHERE name IN ('layout', 'version')",
  );
  const settings = new Map(rows.map(({ name, value }) => [name, value]));
  const layout = settings.get("layout");
  checkLayout(layout, settings.get("version"));
  return numberOf(layout);
}

/** Earlier versions wrote the version of DBOS behind a slash. */
function numberOf(layout: string | undefined): number {
  return Number.parseInt(layout ?? "0", 10);
}
