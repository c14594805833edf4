import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bar } from "./bars.mjs";
import { median } from "./measure.mjs";

const file = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const program = file("programs/start-sandbox.mjs");
const runtime = file("../packages/runtime/dist/node/index.js");
const peer = file("node_modules/@anthropic-ai/sandbox-runtime/dist/index.js");

const ROUNDS_PER_RUN = 10;
/** Over a plain process. */
const LIMIT_MS = 10;

/** Starting a script in the sandbox, compared with a plain process and with sandbox-runtime. Linux only. @param {import("./context.mjs").Context} context @returns {import("./bars.mjs").FigureClaim} */
export function sandboxClaim({ runs, versions }) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [program, String(runs * ROUNDS_PER_RUN), runtime, peer],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`the sandbox cannot be measured: ${stderr.slice(0, 1_000)}`);
  /** @type {Readonly<Record<string, readonly number[]>>} */
  const taken = JSON.parse(stdout);
  const plain = figures(taken["plain process"] ?? []);
  const rows = Object.entries(taken).map(([name, all]) => ({ name, ...figures(all) }));
  const over = (/** @type {string} */ name) =>
    (rows.find((row) => row.name === name)?.middle ?? 0) - plain.middle;
  return {
    id: "sandbox",
    title: "Starting a script in a sandbox",
    about: `Milliseconds until \`true\` has ended, on Node ${process.version}; sandbox-runtime ${versions["@anthropic-ai/sandbox-runtime"]} is initialized before. The script of a skill is copied before and its files are collected after. Wall time, because the work is done by other processes: on a busy machine, compare the fastest.`,
    first: "started as",
    columns: [
      { name: "median, ms", digits: 1 },
      { name: "over a plain process, ms", digits: 1 },
      { name: "fastest, ms", digits: 1 },
      { name: "over a plain process, ms", digits: 1 },
    ],
    figures: rows.map(({ name, least, middle }) => ({
      name,
      values: [middle, middle - plain.middle, least, least - plain.least],
    })),
    bars: [
      bar("our sandbox over a plain process, median", over("knowhow"), LIMIT_MS, "ms"),
      bar(
        "the script of a skill over a plain process, median",
        over("knowhow, script of a skill"),
        LIMIT_MS,
        "ms",
      ),
    ],
  };
}

/** @param {readonly number[]} all */
function figures(all) {
  return { least: Math.min(...all), middle: median([...all]) };
}
