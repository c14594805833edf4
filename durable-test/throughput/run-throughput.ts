/**
 * Runs per second of knowhow and of bare DBOS, in turn, each in a process and a database of its own; prints the medians and
 * their ratios as Markdown.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { query } from "../support/databases.ts";
import type { Throughput } from "./measure.ts";

const ROUNDS = 5;
const ENGINES = ["knowhow", "dbos"] as const;
const WAYS = ["one after the other", "8 at once", "through the queue"] as const;

const server = process.env.KNOWHOW_TEST_POSTGRES;
if (server === undefined) throw new Error("start it with `npm run test:durable -- throughput`");
const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const measured = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round += 1)
  for (const engine of ENGINES) {
    const name = `throughput_${engine}_${round}`;
    await query(server, `CREATE DATABASE ${name}`);
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
    const script = fileURLToPath(new URL(`${engine}.ts`, import.meta.url));
    const args = ["--conditions=@knowhow/source", "--no-deprecation", "--import", tsx, script, url];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`${engine}: ${stderr.slice(0, 1_000)}`);
    const result: Throughput = JSON.parse(stdout);
    for (const way of WAYS) {
      const key = `${engine} ${way}`;
      measured.set(key, [...(measured.get(key) ?? []), result[way]]);
    }
  }

const median = (engine: string, way: string): number => {
  const values = [...(measured.get(`${engine} ${way}`) ?? [])].sort((a, b) => a - b);
  return values[values.length >> 1] ?? Number.NaN;
};
process.stdout.write("| runs per second | knowhow | DBOS | ratio |\n|---|--:|--:|--:|\n");
for (const way of WAYS) {
  const [ours, theirs] = [median("knowhow", way), median("dbos", way)];
  process.stdout.write(
    `| ${way} | ${ours.toFixed(0)} | ${theirs.toFixed(0)} | ${(ours / theirs).toFixed(2)} × |\n`,
  );
}
