import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bar } from "./bars.mjs";
import { median } from "./measure.mjs";

const program = fileURLToPath(new URL("programs/render-templates.mjs", import.meta.url));
const toolkit = fileURLToPath(new URL("../packages/runtime/dist/toolkit.js", import.meta.url));

const OURS = "knowhow";
const PEERS = ["minijinja-js", "@huggingface/jinja"];

/** @typedef {{ readonly mixed: number; readonly small: number; readonly wide: number }} Rendered */

/** Rendering templates: faster than engines that are also safe, and independent of the size of the scope. @param {import("./context.mjs").Context} context @returns {import("./bars.mjs").FigureClaim} */
export function templatesClaim({ nodes, runs }) {
  const node = nodes.find(({ own }) => own) ?? nodes[0];
  const engines = [OURS, ...PEERS];
  const taken = engines.map(() => /** @type {Rendered[]} */ ([]));
  for (let round = 0; round < runs; round += 1)
    for (const [index, engine] of engines.entries())
      taken[index]?.push(render(node?.path ?? process.execPath, engine));
  const rows = engines.map((name, index) => ({ name, ...medians(taken[index] ?? []) }));
  const [ours, ...peers] = rows;
  if (ours === undefined) throw new Error("nothing was measured");
  return {
    id: "templates",
    title: "Templates",
    about: `CPU time per rendering on Node ${node?.version}, compiled once: six templates of a workflow, and the smallest of them with a scope of 10 and of 2,000 rows. *Ratio* compares with knowhow.`,
    first: "engine",
    columns: [
      { name: "mixed, µs", digits: 2 },
      { name: "ratio", digits: 1 },
      { name: "small, µs", digits: 3 },
      { name: "ratio", digits: 1 },
      { name: "small with 2,000 rows, µs", digits: 3 },
      { name: "ratio", digits: 1 },
    ],
    figures: rows.map(({ name, mixed, small, wide }) => ({
      name,
      values: [mixed, mixed / ours.mixed, small, small / ours.small, wide, wide / ours.wide],
    })),
    bars: [
      ...peers.map((peer) => bar(`mixed set compared with ${peer.name}`, ours.mixed / peer.mixed, 0.2, "×")),
      bar("small template with 2,000 rows compared with 10", ours.wide / ours.small, 1.5, "×"),
    ],
  };
}

/** @param {string} node @param {string} engine @returns {Rendered} */
function render(node, engine) {
  const { stdout, stderr, status } = spawnSync(node, [program, engine, toolkit], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${engine}: ${stderr.slice(0, 1_000)}`);
  return JSON.parse(stdout);
}

/** @param {readonly Rendered[]} rounds @returns {Rendered} */
function medians(rounds) {
  return {
    mixed: median(rounds.map((round) => round.mixed)),
    small: median(rounds.map((round) => round.small)),
    wide: median(rounds.map((round) => round.wide)),
  };
}
