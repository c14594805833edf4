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
