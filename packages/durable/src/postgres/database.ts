import { KnowhowError } from "@knowhow/runtime/errors";
import pg from "pg";

/** A connection inside a transaction. */
export type Connection = pg.PoolClient;

/** The database of the runs. */
export interface Database {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Rows of one statement. It has a name, so that PostgreSQL plans it once per connection. */
  query<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly Row[]>;
  /** Runs statements that are all stored, or none of them. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** PostgreSQL ends a transaction in which nothing happens for this time, because it would lock its rows for everyone. */
const IDLE_TRANSACTION_MS = 60_000;

/**
 * A pool of connections, which connects at the first statement. DBOS gets one of these instead of opening its own, which
 * sends the setting of a new connection at the same time as its first statement; `pg` warns about that.
 */
export function openPool(url: string, size?: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "knowhow",
    max: size,
    onConnect: async (client) => {
      await client.query(`SET idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS}`);
    },
  });
  // A connection that breaks while nobody uses it is replaced; those in use reject.
  pool.on("error", () => undefined);
  return pool;
}

/** Opens a database. The first statement connects. */
export function openDatabase(url: string): Database {
  const pool = openPool(url);
  return {
    url,
    pool,
    query: async <Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[]) =>
      (await pool.query<Row>({ name, text, values: [...values] })).rows,
    transaction: async (work) => {
      const connection = await pool.connect();
      try {
        await connection.query("BEGIN");
        const value = await work(connection);
        await connection.query("COMMIT");
        connection.release();
        return value;
      } catch (error) {
        const isUsable = await connection.query("ROLLBACK").then(
          () => true,
          () => false,
        );
        connection.release(!isUsable);
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

/** The error for a database that cannot be used. The URL is left out, because it may contain a password. */
export function unreachableDatabase(url: string, cause: unknown): KnowhowError {
  const reason = cause instanceof Error && cause.message !== "" ? cause.message : "no answer";
  return new KnowhowError("run.database", `the database of the runs at ${placeOf(url)} failed: ${reason}`, {
    hint: "check the URL, and that the user may create schemas in this database",
    cause,
  });
}

function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return host + pathname;
  } catch {
    return "a URL that cannot be read";
  }
}
