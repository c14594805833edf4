import { isRecord } from "../../basics/is-record.ts";
import type { SqliteDatabase, SqliteValue } from "./sqlite-database.ts";

/** A row whose columns are strings; numbers and null are left out. */
type Row = Readonly<Record<string, string | undefined>>;

/** Statements on a database, prepared once. */
export interface Queries {
  run(sql: string, ...values: SqliteValue[]): { readonly changes: number | bigint };
  get(sql: string, ...values: SqliteValue[]): Row | undefined;
  all(sql: string, ...values: SqliteValue[]): readonly Row[];
  /** All changes or none. */
  together<T>(work: () => T): T;
  /** Waits until the changes are on disk, so that they survive a power failure. */
  synced(work: () => void): void;
}

/** Opens the statements of a database. */
export function queriesOf(database: SqliteDatabase): Queries {
  const prepared = new Map<string, ReturnType<SqliteDatabase["prepare"]>>();
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  return {
    run: (sql, ...values) => statement(sql).run(...values),
    get: (sql, ...values) => {
      const row = statement(sql).get(...values);
      return row === undefined || row === null ? undefined : rowOf(row);
    },
    all: (sql, ...values) =>
      statement(sql)
        .all(...values)
        .map(rowOf),
    together: (work) => {
      database.exec("BEGIN IMMEDIATE");
      try {
        const value = work();
        database.exec("COMMIT");
        return value;
      } catch (error) {
        database.exec("ROLLBACK");
        throw error;
      }
    },
    synced: (work) => {
      database.exec("PRAGMA synchronous = FULL");
      try {
        work();
      } finally {
        database.exec("PRAGMA synchronous = NORMAL");
      }
    },
  };
}

function rowOf(row: unknown): Row {
  const entries = isRecord(row) ? Object.entries(row) : [];
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])),
  );
}
