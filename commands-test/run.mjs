/**
 * Calls every command several times in a row: `npm run test:commands`, twice on the Node that runs it; `npm run
 * test:commands -- --all`, three times with an empty and three times with a used cache, on Node 20, 22 and 24.
 * Writes the totals to `.reports/commands.json`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bubblewrap, nodeEnvironment } from "@knowhow/runtime/node";
import { startPostgres } from "../durable-test/support/start-postgres.mjs";
import { call } from "./call.mjs";
import { TABLE } from "./table.mjs";
import { makeWorld, ONNX } from "./world.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "..");

const isAll = process.argv.includes("--all");
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));

/** Number of machines on which commands run side by side, if there are as many processors. */
const LANES = 4;

/** How a command is called in a row: whether the cache is emptied before each call, and whether it prints JSON. */
const CALLS = isAll
  ? [true, true, true, false, false, false].map((isFresh, at) => ({ isFresh, json: at % 2 === 1 }))
  : [
      { isFresh: true, json: false },
      { isFresh: false, json: true },
    ];

install("durable-test");
if (isAll) {
  install("commands-test");
  install("distil", "--omit=dev", "--ignore-scripts");
}
build();
const postgres = await startPostgres();
/** @type {import("./world.mjs").World[]} */
const worlds = [];
for (let number = 0; number < Math.min(LANES, availableParallelism()); number += 1)
  worlds.push(await makeWorld(number, "url" in postgres ? postgres.url : undefined));
const missing = await findMissing();
const rows = TABLE.filter(
  ({ command }) => wanted.length === 0 || wanted.some((word) => command.startsWith(word)),
);
const results = [];
try {
  for (const node of isAll ? nodes() : [process.execPath]) results.push(await prove(node));
} finally {
  for (const world of worlds) world.remove();
  if ("stop" in postgres) await postgres.stop();
}
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
mkdirSync(join(root, ".reports"), { recursive: true });
writeFileSync(join(root, ".reports/commands.json"), `${JSON.stringify({ passed, failed })}\n`);
process.stdout.write(`commands: ${passed} of ${passed + failed} checks passed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** Calls every command on one Node. A row counts as one check. @param {string} node */
async function prove(node) {
  const began = Date.now();
  const { stdout: version } = spawnSync(node, ["--version"], { encoding: "utf8" });
  const count = { passed: 0, failed: 0 };
  const left = [...rows];
  const work = async (/** @type {import("./world.mjs").World} */ world) => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      const reason = missing[row.needs ?? row.runs ?? "nothing"];
      if (reason !== undefined) {
        process.stdout.write(`- ${titleOf(row)} skipped: ${reason}\n`);
        continue;
      }
      const problem = await problemOf(row, node, world);
      count[problem === undefined ? "passed" : "failed"] += 1;
      if (problem !== undefined)
        process.stdout.write(`✗ ${titleOf(row)} · Node ${version.trim()}\n${problem}\n`);
    }
  };
  await Promise.all(worlds.map(work));
  process.stdout.write(
    `${count.failed === 0 ? "✓" : "✗"} Node ${version.trim()} · ${count.passed} of ${count.passed + count.failed} command lines, ${CALLS.length} calls each · ${seconds(began)}\n`,
  );
  return count;
}

/** @param {import("./table.mjs").Row} row @param {string} node @param {import("./world.mjs").World} world */
async function problemOf(row, node, world) {
  for (const [at, { isFresh, json }] of CALLS.entries()) {
    if (isFresh) rmSync(world.cache, { recursive: true, force: true });
    const isJson = row.json === undefined ? json : row.json === "always";
    const problem = await call(row, { node, world, json: isJson });
    if (row.changes === true) await world.restore(row.runs);
    if (problem !== undefined) return `call ${at + 1}, ${isFresh ? "empty" : "used"} cache: ${problem}`;
  }
  return undefined;
}

/** Why some rows cannot be tried here. @returns {Promise<Readonly<Record<string, string | undefined>>>} */
async function findMissing() {
  const { works } = await bubblewrap().status();
  const { hasBinary } = nodeEnvironment();
  const sandbox = works ? undefined : "there is no sandbox";
  return {
    sandbox,
    network: sandbox ?? ["socat", "rg"].find((name) => !hasBinary(name))?.concat(" is not installed"),
    onnx: existsSync(ONNX) ? undefined : "npm run test:embedders installs the model",
    postgres: "reason" in postgres ? postgres.reason : undefined,
  };
}

/** The versions of Node in the lock file that this platform has; without any, the one that runs this. */
function nodes() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  const found = Object.keys(optionalDependencies)
    .map((name) => join(here, "node_modules", name, "bin/node"))
    .filter((path) => existsSync(path));
  return found.length > 0 ? found : [process.execPath];
}

/** Installs the versions of a folder's lock file, once. @param {string} folder @param {readonly string[]} flags */
function install(folder, ...flags) {
  if (existsSync(join(root, folder, "node_modules"))) return;
  const began = Date.now();
  const { status } = spawnSync(
    "npm",
    ["ci", "--prefix", join(root, folder), ...flags, "--loglevel=error", "--no-audit", "--no-fund"],
    { cwd: root, stdio: ["ignore", process.stderr, process.stderr], shell: process.platform === "win32" },
  );
  if (status !== 0) throw new Error(`installing the packages of ${folder} failed`);
  process.stdout.write(`commands: installed the packages of ${folder} in ${seconds(began)}\n`);
}

/** The tests run the program that users install. */
function build() {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/build.mjs"), "cli"], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`building the command line failed:\n${stderr}`);
}

/** @param {import("./table.mjs").Row} row */
function titleOf({ command, about }) {
  return about === undefined ? command : `${command} (${about})`;
}

/** @param {number} began */
function seconds(began) {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`;
}
