import { Socket } from "node:net";
import pg from "pg";
import { closedDatabase, databaseError, isPassing } from "./database-errors.ts";

/** Executes a statement and returns its rows. One with values is planned once per connection, so its text has to be constant. */
export type Query = <Row extends pg.QueryResultRow>(
  text: string,
  values?: readonly unknown[],
  timeoutMs?: number,
) => Promise<readonly Row[]>;

/** The database of the runs. All failures are `run.database`. */
export interface Database {
  readonly query: Query;
  /** Executes statements that are all stored, or none of them. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How long a new connection, and a free one of the pool, is waited for. */
const CONNECT_MS = 5_000;
/** How long PostgreSQL may work on a statement. */
const STATEMENT_MS = 12_000;
/** How long an answer is waited for. Longer than PostgreSQL works, so that none within this time means a dead connection. */
const ANSWER_MS = 15_000;
/** PostgreSQL ends a transaction in which nothing happens for this time, because it locks its rows for everyone. */
const IDLE_TRANSACTION_MS = 10_000;
/** After this time without an answer of the other machine both sides close a connection. */
const KEEP_ALIVE_MS = 10_000;
/** What was not closed politely in this time is closed. */
const CLOSE_MS = 1_000;

const ignore = () => undefined;

/** Opens a database. The first statement connects. */
export function openDatabase(url: string): Database {
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "knowhow",
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      return socket;
    },
    onConnect: async (client) => {
      await client.query(
        `SET statement_timeout = ${STATEMENT_MS};
        SET idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS};
        SET tcp_user_timeout = ${KEEP_ALIVE_MS}`,
      );
    },
  });
  // A connection that breaks is replaced, and its statement rejects. Without a listener it would end the process.
  pool.on("connect", (client) => client.on("error", ignore));
  pool.on("error", ignore);

  let isClosed = false;

  /** Without an answer in time the other connections are probably dead too: all of them are replaced. */
  const failed = (cause: unknown): Error => {
    if (isClosed) return closedDatabase();
    if (cause instanceof Error && cause.message === "Query read timeout")
      for (const socket of sockets) socket.destroy();
    return databaseError(url, cause);
  };

  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `knowhow_${names.size}`;
    names.set(text, name);
    return name;
  };

  const queryOn =
    (client: pg.Pool | pg.PoolClient): Query =>
    async <Row extends pg.QueryResultRow>(
      text: string,
      values?: readonly unknown[],
      timeoutMs: number = ANSWER_MS,
    ) => {
      const prepared = values === undefined ? {} : { name: nameOf(text), values: [...values] };
      const config = { text, ...prepared, query_timeout: timeoutMs };
      try {
        return (await client.query<Row>(config)).rows;
      } catch (cause) {
        throw failed(cause);
      }
    };

  return {
    query: queryOn(pool),
    transaction: async (work) => {
      const client = await pool.connect().catch((cause) => {
        throw failed(cause);
      });
      const query = queryOn(client);
      let isUsable = false;
      try {
        await query("BEGIN");
        const value = await work(query);
        await query("COMMIT");
        isUsable = true;
        return value;
      } catch (error) {
        if (!isPassing(error))
          isUsable = await query("ROLLBACK").then(
            () => true,
            () => false,
          );
        throw error;
      } finally {
        client.release(!isUsable);
      }
    },
    close: async () => {
      isClosed = true;
      await pool.end();
      setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, CLOSE_MS).unref();
    },
  };
}
