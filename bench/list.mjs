import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bar, ratio } from "./bars.mjs";
import { ENVIRONMENTS } from "./environments.mjs";
import { makeSkills } from "./fixtures.mjs";
import { measure } from "./measure.mjs";

const COUNT = 5_000;
const LIST = "knowhow list --json";
/** The highest ratio of a listing to the bare reader. */
const LIMITS = new Map([
  [`${LIST}, without an index`, 3],
  [`${LIST}, with an index`, 2],
]);
const bareReader = fileURLToPath(new URL("programs/bare-reader.cjs", import.meta.url));

/** Listing 5,000 skills stays near the cost of reading them. @param {import("./context.mjs").Context} context @returns {import("./bars.mjs").Claim} */
export function listClaim(context) {
  const tree = join(context.scratch, "list");
  const directories = makeSkills(tree, COUNT);
  const tables = context.nodes.flatMap((node) => ENVIRONMENTS.map((environment) => ({ node, environment })));
  const rows = tables.flatMap(({ node, environment }) => {
    const place = { node, environment, tree };
    const withPeers = node.common && environment.name === "yours";
    const cases = [...ownCases(context, place), ...(withPeers ? peerCases(context, place, directories) : [])];
    const measured = measure(cases, context.runs);
    const judged = node.own && environment.name === "yours";
    const where = { node: node.version, environment: environment.name, judged };
    return measured.map((row) => ({ ...row, ...where, ratio: ratio(row, measured[0]) }));
  });
  const bars = rows.flatMap((row) => {
    const limit = LIMITS.get(row.name);
    if (limit === undefined) return [];
    const where = `${row.name} on ${row.node}, ${row.environment}`;
    return [
      bar(where, row.ratio, limit, "×", row.judged),
      bar(`memory of ${where}`, row.peakMiB, 110, " MiB", row.judged),
    ];
  });
  return {
    id: "list",
    title: `List ${COUNT.toLocaleString("en")} skills`,
    baseline:
      "a bare Node program that reads the first 4 KiB of the same files, on the same Node in the same environment",
    rows,
    bars,
  };
}

/** @typedef {{ readonly node: import("./context.mjs").NodeBinary; readonly environment: import("./environments.mjs").Environment; readonly tree: string }} Place */

/** @param {import("./context.mjs").Context} context @param {Place} place @returns {readonly import("./measure.mjs").Case[]} */
function ownCases({ knowhow, home, scratch }, { node, environment, tree }) {
  const list = [knowhow, "list", "--root", tree];
  const warm = join(scratch, `cache-warm-${node.version}`);
  const fresh = join(scratch, `cache-fresh-${node.version}`);
  const base = { node: node.path, cwd: home };
  const env = (/** @type {string} */ cache) => ({
    ...environment.variables,
    HOME: home,
    KNOWHOW_CACHE_DIR: cache,
  });
  return [
    { ...base, name: "bare reader", args: [bareReader, tree], env: env(fresh) },
    {
      ...base,
      name: `${LIST}, without an index`,
      args: [...list, "--json", "--no-cache"],
      env: env(fresh),
      check: countJson,
    },
    {
      ...base,
      name: `${LIST}, writes the index`,
      args: [...list, "--json"],
      env: env(fresh),
      before: () => rmSync(fresh, { recursive: true, force: true }),
      check: countJson,
    },
    { ...base, name: `${LIST}, with an index`, args: [...list, "--json"], env: env(warm), check: countJson },
    {
      ...base,
      name: "knowhow list, with an index",
      args: list,
      env: env(warm),
      check: (text) => mustContain(text, "5,000"),
    },
  ];
}

/** Each peer looks for skills in a different folder, so each gets a project with a link to the same tree. @param {import("./context.mjs").Context} context @param {Place} place @param {readonly string[]} directories @returns {readonly import("./measure.mjs").Case[]} */
function peerCases({ peers, home, scratch }, { node, environment, tree }, directories) {
  const project = (/** @type {string} */ name, /** @type {string} */ folder) => {
    const path = join(scratch, name);
    mkdirSync(join(path, folder), { recursive: true });
    symlinkSync(tree, join(path, folder, "skills"));
    return path;
  };
  const base = { node: node.path, env: { ...environment.variables, HOME: home } };
  return [
    {
      ...base,
      name: "skills list --json",
      args: [peers.skills, "list", "--json"],
      cwd: project("skills-project", ".agents"),
      check: countArray,
    },
    {
      ...base,
      name: "openskills list",
      args: [peers.openskills, "list"],
      cwd: project("openskills-project", ".agent"),
      check: (text) => mustContain(text, `${COUNT} project`),
    },
    {
      ...base,
      name: "skills-ref to-prompt",
      args: [peers["skills-ref"], "to-prompt", ...directories],
      cwd: home,
      check: countElements,
    },
  ];
}

/** @param {string} text */
function countJson(text) {
  mustBeAll(JSON.parse(text).skills.length);
}

/** @param {string} text */
function countArray(text) {
  mustBeAll(JSON.parse(text).length);
}

/** @param {string} text */
function countElements(text) {
  mustBeAll(text.split("<skill>").length - 1);
}

/** @param {number} count */
function mustBeAll(count) {
  if (count !== COUNT) throw new Error(`${count} skills were listed instead of ${COUNT}`);
}

/** @param {string} text @param {string} part */
function mustContain(text, part) {
  if (!text.includes(part)) throw new Error(`the output does not contain "${part}":\n${text.slice(-300)}`);
}
