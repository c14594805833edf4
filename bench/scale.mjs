import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bar } from "./bars.mjs";
import { makeSkills } from "./fixtures.mjs";
import { median } from "./measure.mjs";

const SIZES = [1_250, 2_500, 5_000, 10_000, 20_000];
const loadLibrary = fileURLToPath(new URL("programs/load-library.mjs", import.meta.url));

/** The cost per skill does not grow with their number. @param {import("./context.mjs").Context} context @returns {import("./bars.mjs").Claim} */
export function scaleClaim({ nodes, scratch, home, runs }) {
  const node = nodes[0];
  if (node === undefined) throw new Error("no Node to measure on");
  const trees = SIZES.map((size) => {
    const tree = join(scratch, `scale-${size}`);
    makeSkills(tree, size);
    return { size, tree, taken: /** @type {number[]} */ ([]) };
  });
  for (let round = 0; round < runs; round += 1) {
    for (const { size, tree, taken } of trees) taken.push(loadOnce({ node: node.path, tree, home, size }));
  }
  const perSkill = trees.map(({ size, taken }) => ({ size, taken, micros: (median(taken) * 1_000) / size }));
  const at = (/** @type {number} */ size) => perSkill.find((row) => row.size === size)?.micros ?? Number.NaN;
  const rows = perSkill.map(({ size, taken, micros }) => ({
    name: `${size.toLocaleString("en")} skills`,
    node: node.version,
    cpuMs: median(taken),
    runs: taken,
    perSkillMicros: micros,
    ratio: micros / at(5_000),
  }));
  return {
    id: "scale",
    title: "Discovery through the library",
    baseline: "the cost per skill at 5,000 skills",
    rows,
    bars: [bar("cost per skill at 20,000 skills compared with 5,000", at(20_000) / at(5_000), 1.1, "×")],
  };
}

/** CPU milliseconds of one load in its own process, without the start of Node. @param {{ node: string; tree: string; home: string; size: number }} load */
function loadOnce({ node, tree, home, size }) {
  const { stdout, stderr, status } = spawnSync(node, [loadLibrary, tree], {
    encoding: "utf8",
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH },
  });
  if (status !== 0) throw new Error(`loading ${tree} failed:\n${stderr}`);
  const { skills, cpuMs } = JSON.parse(stdout);
  if (skills !== size) throw new Error(`${skills} skills were loaded instead of ${size}`);
  return cpuMs;
}
