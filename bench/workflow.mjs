import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bar } from "./bars.mjs";
import { median } from "./measure.mjs";

const program = fileURLToPath(new URL("programs/run-steps.mjs", import.meta.url));
const entry = fileURLToPath(new URL("../packages/runtime/dist/node/index.js", import.meta.url));

const MEMORY = "knowhow, in memory";
const JOURNAL = "knowhow, journal";
const MASTRA = "Mastra";
const LANGGRAPH = "LangGraph with MemorySaver";

/** What each engine runs; peers take minutes for 10,000 steps. */
const SIZES = {
  [MEMORY]: [100, 1_000, 10_000],
  [JOURNAL]: [100, 1_000, 10_000],
  [MASTRA]: [100, 1_000],
  [LANGGRAPH]: [100, 1_000],
};

/** Steps of a workflow: cheaper than in other engines, and independent of their number. @param {import("./context.mjs").Context} context @returns {import("./bars.mjs").FigureClaim} */
export function workflowClaim({ nodes, runs }) {
  // The common one: Mastra needs Node 22.
  const node = nodes[0];
  /** @type {Map<string, number[]>} */
  const taken = new Map();
  for (let round = 0; round < Math.min(runs, 3); round += 1)
    for (const [engine, sizes] of Object.entries(SIZES))
      for (const size of sizes) {
        const key = `${engine} ${size}`;
        taken.set(key, [...(taken.get(key) ?? []), execute(node?.path ?? process.execPath, engine, size)]);
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
    figures: Object.keys(SIZES).map((name) => ({
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
      bar("a step of 10,000 in memory compared with one of 1,000", value(MEMORY, 10_000) / ours, 1.5, "×"),
    ],
  };
}

/** @param {string} node @param {string} engine @param {number} size @returns {number} */
function execute(node, engine, size) {
  const { stdout, stderr, status } = spawnSync(node, [program, engine, String(size), entry], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${engine}: ${stderr.slice(0, 1_000)}`);
  return JSON.parse(stdout).micros;
}
