import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bar } from "./bars.mjs";
import { makeSkills } from "./fixtures.mjs";
import { median } from "./measure.mjs";

const SIZE = 10_000;
const watchLibrary = fileURLToPath(new URL("programs/watch-library.mjs", import.meta.url));

/** One edit in a large library reaches a listener soon, and costs a fraction of a load. @param {import("./context.mjs").Context} context @returns {import("./bars.mjs").FigureClaim} */
export function watchClaim({ nodes, scratch, home, runs }) {
  const tree = join(scratch, "watch");
  makeSkills(tree, SIZE);
  const [name = ""] = readdirSync(tree);
  const measured = nodes.map((node) => {
    const { stdout, stderr, status } = spawnSync(node.path, [watchLibrary, tree, name, String(runs)], {
      encoding: "utf8",
      cwd: home,
      env: { HOME: home, PATH: process.env.PATH },
    });
    if (status !== 0) throw new Error(`watching ${tree} failed:\n${stderr}`);
    /** @type {{ skills: number; loadMs: number; edits: { wallMs: number; cpuMs: number }[] }} */
    const { skills, loadMs, edits } = JSON.parse(stdout);
    if (skills !== SIZE) throw new Error(`${skills} skills were loaded instead of ${SIZE}`);
    const wallMs = median(edits.map((edit) => edit.wallMs));
    const cpuMs = median(edits.map((edit) => edit.cpuMs));
    return { node: node.version, loadMs, wallMs, cpuMs };
  });
  return {
    id: "watch",
    title: `One edit among ${SIZE.toLocaleString("en")} watched skills`,
    about:
      "From writing a SKILL.md until the listener of `runtime.watch` is called with the skill reloaded, of which 250 ms wait for further edits. Median of the edits of one process.",
    first: "Node",
    columns: [
      { name: "until the listener, ms", digits: 0 },
      { name: "CPU, ms", digits: 0 },
      { name: "CPU of a first load, ms", digits: 0 },
      { name: "CPU of an edit ÷ first load", digits: 2 },
    ],
    figures: measured.map(({ node, wallMs, cpuMs, loadMs }) => ({
      name: node,
      values: [wallMs, cpuMs, loadMs, cpuMs / loadMs],
    })),
    bars: measured.map(({ node, wallMs }) =>
      bar(`one edit until the listener on ${node}`, wallMs, 500, " ms"),
    ),
  };
}
