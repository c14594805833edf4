import { dirname } from "node:path";
import { KnowhowError } from "../../errors.ts";
import { codeOf } from "../files/file-stat.ts";
import { writeFileAtomic } from "../state/write-file.ts";

/** A value of a column. */
export type SqliteValue = string | number | null;

/** A prepared statement, as node:sqlite, libsql and better-sqlite3 have it. */
export interface SqliteStatement {
  run(...values: SqliteValue[]): { readonly changes: number | bigint };
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): readonly unknown[];
}

/** An open database: `DatabaseSync` of node:sqlite, or `Database` of libsql or better-sqlite3. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
}

/**
 * Opens a database file that only the user can read, with the SQLite of Node 22.13 or newer, or else with the package
 * libsql if it is installed.
 */
export async function openSqlite(
  path: string,
  find: () => Promise<unknown> = findSqlite,
): Promise<SqliteDatabase> {
  const Database = await find();
  if (typeof Database !== "function")
    throw new KnowhowError("run.no-sqlite", `Node ${process.versions.node} has no SQLite`, {
      hint: "use Node 22.13 or newer, or run `npm install libsql`, or pass a database that you opened with better-sqlite3",
    });
  // SQLite gives its other files the mode of this one.
  await writeFileAtomic(path, "", { private: true, exclusive: true }).catch((error) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });
  const database: unknown = Reflect.construct(Database, [path]);
  if (isDatabase(database)) return database;
  throw new Error(`${dirname(path)}: not a database`);
}

/** A variable, because the package is optional: compilers and bundlers must not require it. */
const PACKAGE: string = "libsql";

/** The class that opens a file, or undefined if there is none. */
async function findSqlite(): Promise<unknown> {
  try {
    const builtin = process.getBuiltinModule?.("node:sqlite");
    return builtin === undefined
      ? (await import(PACKAGE)).default
      : Reflect.get(Object(builtin), "DatabaseSync");
  } catch {
    return undefined;
  }
}

function isDatabase(value: unknown): value is SqliteDatabase {
  return ["exec", "prepare"].every((name) => typeof Reflect.get(Object(value), name) === "function");
}
