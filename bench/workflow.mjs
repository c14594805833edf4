import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startPostgres } from "../durable-test/support/start-postgres.mjs";
import { bar } from "./bars.mjs";
import { median } from "./measure.mjs";

const program = fileURLToPath(new URL("programs/run-steps.mjs", import.meta.url));
const entry = fileURLToPath(new URL("../packages/runtime/dist/node/index.js", import.meta.url));

const MEMORY = "knowhow, in memory";
const JOURNAL = "knowhow, journal";
const MASTRA = "Mastra";
const LANGGRAPH = "LangGraph with MemorySaver";
const POSTGRES = "knowhow, PostgreSQL";
const DBOS = "DBOS, PostgreSQL";

/** What each engine runs; peers take minutes for 10,000 steps. */
const SIZES = {
  [MEMORY]: [100, 1_000, 10_000],
  [JOURNAL]: [100, 1_000, 10_000],
  [MASTRA]: [100, 1_000],
  [LANGGRAPH]: [100, 1_000],
  [POSTGRES]: [100, 1_000],
  [DBOS]: [100, 1_000],
};

/** Steps of a workflow: cheaper than in other engines, and independent of their number. @param {import("./context.mjs").Context} context @returns {Promise<import("./bars.mjs").FigureClaim>} */
export async function workflowClaim({ nodes, runs }) {
  // The common one: Mastra needs Node 22.
  const node = nodes[0];
  const postgres = await startServer();
  const engines = Object.entries(SIZES).filter(
    ([engine]) => postgres !== undefined || (engine !== POSTGRES && engine !== DBOS),
  );
  /** @type {Map<string, number[]>} */
  const taken = new Map();
  try {
    for (let round = 0; round < Math.min(runs, 3); round += 1)
      for (const [engine, sizes] of engines)
        for (const size of sizes) {
          const key = `${engine} ${size}`;
          const micros = execute(node?.path ?? process.execPath, engine, { size, url: postgres?.url });
          taken.set(key, [...(taken.get(key) ?? []), micros]);
        }
  } finally {
    await postgres?.stop();
  }
  const micros = (/** @type {string} */ engine, /** @type {number} */ size) => {
    const values = taken.get(`${engine} ${size}`);
    return values === undefined ? undefined : median(values);
  };
  const value = (/** @type {string} */ engine, /** @type {number} */ size) =>
    micros(engine, size) ?? Number.NaN;
  const ours = value(MEMORY, 1_000);
  return {
    id: "workflow",
    title: "Steps of a workflow",
    about: `CPU time per step on Node ${node?.version}, for workflows whose steps only pass a number on. *Ratio* compares 1,000 steps with knowhow in memory.`,
    first: "engine",
    columns: [
      { name: "100 steps, µs", digits: 1 },
      { name: "1,000 steps, µs", digits: 1 },
      { name: "ratio", digits: 1 },
      { name: "10,000 steps, µs", digits: 1 },
    ],
    figures: engines.map(([name]) => ({
      name,
      values: [micros(name, 100), micros(name, 1_000), value(name, 1_000) / ours, micros(name, 10_000)],
    })),
    bars: [
      bar("1,000 steps in memory compared with Mastra", ours / value(MASTRA, 1_000), 0.05, "×"),
      bar(
        "1,000 steps in memory compared with LangGraph with MemorySaver",
        ours / value(LANGGRAPH, 1_000),
        0.02,
        "×",
      ),
      bar(
        "10,000 steps with a journal compared with memory",
        value(JOURNAL, 10_000) / value(MEMORY, 10_000),
        1.6,
        "×",
      ),
      bar("1,000 steps with a journal compared with memory", value(JOURNAL, 1_000) / ours, 1.6, "×"),
      bar("a step of 10,000 in memory compared with one of 1,000", value(MEMORY, 10_000) / ours, 1.5, "×"),
      bar(
        "1,000 steps on PostgreSQL compared with DBOS",
        value(POSTGRES, 1_000) / value(DBOS, 1_000),
        1.3,
        "×",
        postgres !== undefined,
      ),
    ],
  };
}

/** The server of `npm run test:durable`; undefined if it was never installed, or cannot be started. */
async function startServer() {
  const started = await startPostgres();
  if ("url" in started) return started;
  process.stderr.write(
    `bench: PostgreSQL is not measured: ${started.reason}; run \`npm run test:durable\` once\n`,
  );
  return undefined;
}

/** @param {string} node @param {string} engine @param {{ size: number; url: string | undefined }} options @returns {number} */
function execute(node, engine, { size, url }) {
  const { stdout, stderr, status } = spawnSync(node, [program, engine, String(size), entry], {
    encoding: "utf8",
    env: { ...process.env, ...(url === undefined ? {} : { BENCH_POSTGRES: url }) },
  });
  if (status !== 0) throw new Error(`${engine}: ${stderr.slice(0, 1_000)}`);
  return JSON.parse(stdout).micros;
}
