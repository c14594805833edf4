import { existsSync, readFileSync } from "node:fs";
import { postgresRuns } from "@knowhow/durable";
import pg from "pg";

const TEMPLATE = "knowhow_template";

/** Databases on the server that the test command started, each with empty tables of runs. */
export interface Databases {
  /** The URL of a new database. */
  create(): Promise<string>;
  /** The URL of a new database without tables. */
  createEmpty(): Promise<string>;
  close(): Promise<void>;
}

/** Opens the server that `KNOWHOW_TEST_POSTGRES` names. */
export async function openDatabases(): Promise<Databases> {
  const server = process.env.KNOWHOW_TEST_POSTGRES;
  if (server === undefined) throw new Error("start the tests with `npm run test:durable`");
  const pool = new pg.Pool({ connectionString: server, max: 1 });
  const urlOf = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const prefix = `t${process.pid}_`;
  let count = 0;
  const make = async (from: string): Promise<string> => {
    count += 1;
    const name = prefix + count;
    await pool.query(`CREATE DATABASE ${name} TEMPLATE ${from}`);
    return urlOf(name);
  };
  const template = TEMPLATE + process.pid;
  await pool.query(`CREATE DATABASE ${template}`);
  await (await postgresRuns({ url: urlOf(template) })).close();
  return { create: () => make(template), createEmpty: () => make("template0"), close: () => pool.end() };
}

/** Rows of one statement, on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, values.length === 0 ? undefined : [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Waits until something holds. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  what: () => Promise<string> | string = () => "what was expected",
): Promise<void> {
  const end = Date.now() + 90_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`it did not happen in time: ${await what()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The lines of a file that may be missing. */
export function lines(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
}
