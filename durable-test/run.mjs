/**
 * Tests runs on a real PostgreSQL with processes that are killed: `npm run test:durable -- [--long] [name …]`.
 * Installs PostgreSQL from npm if it is missing, starts it, runs the proofs, and writes the totals to `.reports/durable.json`.
 * If the machine cannot run PostgreSQL, the proofs are skipped with the reason. With --long, the chaos has 400 runs, the
 * same happens to bare DBOS, and the throughput of both is measured; nothing else is run.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Writable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startPostgres } from "./support/start-postgres.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "..");
const PROOFS = ["conformance", "workers", "failures", "layouts", "secrets", "commands", "example"];
/** It has a server of its own, so it runs beside the others. */
const CHAOS = "chaos";
const LONG = "--long";

const isLong = process.argv.includes(LONG);
const wanted = process.argv.slice(2).filter((name) => name !== LONG);
const isWanted = (/** @type {string} */ name) =>
  wanted.length === 0 ? !isLong || name === CHAOS : wanted.includes(name);
const unknown = wanted.filter((name) => name !== CHAOS && !PROOFS.includes(name));
if (unknown.length > 0) {
  process.stderr.write(
    `durable: unknown test ${unknown.join(", ")}; available: ${[...PROOFS, CHAOS].join(", ")}\n`,
  );
  process.exit(2);
}

install();
const results = [checkTypes()];
const postgres = await startPostgres();
if ("reason" in postgres) process.stdout.write(`- PostgreSQL skipped: ${postgres.reason}\n`);
else {
  try {
    const chaos = isWanted(CHAOS) ? [prove(CHAOS, postgres.url)] : [];
    for (const name of PROOFS.filter(isWanted)) results.push(await prove(name, postgres.url));
    results.push(...(await Promise.all(chaos)));
    if (isLong) await start(["throughput/run-throughput.ts"], postgres.url, process.stdout);
  } finally {
    await postgres.stop();
  }
}
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
mkdirSync(join(root, ".reports"), { recursive: true });
writeFileSync(join(root, ".reports/durable.json"), `${JSON.stringify({ passed, failed })}\n`);
process.stdout.write(`durable: ${passed} of ${passed + failed} checks passed\n`);
process.exitCode = failed > 0 ? 1 : 0;

/** Installs the versions of this folder's lock file, once. */
function install() {
  if (existsSync(join(here, "node_modules/@dbos-inc"))) return;
  const began = Date.now();
  const { status } = spawnSync(
    "npm",
    ["ci", "--prefix", here, "--loglevel=error", "--no-audit", "--no-fund"],
    { cwd: root, stdio: ["ignore", process.stderr, process.stderr], shell: process.platform === "win32" },
  );
  if (status !== 0) throw new Error("installing PostgreSQL failed");
  process.stdout.write(`durable: installed PostgreSQL in ${seconds(began)}\n`);
}

function checkTypes() {
  const began = Date.now();
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", join(here, "tsconfig.json")], {
    encoding: "utf8",
  });
  if (status !== 0) process.stdout.write(stdout);
  process.stdout.write(`${status === 0 ? "✓" : "✗"} types · ${seconds(began)}\n`);
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
}

/** @param {string} name @param {string} url */
async function prove(name, url) {
  const began = Date.now();
  let output = "";
  const collect = new Writable({
    write: (data, _, done) => {
      output += data;
      done();
    },
  });
  const status = await start(["--test-reporter=tap", `proofs/${name}.test.ts`], url, collect);
  const count = (/** @type {string} */ word) =>
    Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
  const passed = count("pass");
  const failed = Math.max(count("fail") + count("cancelled"), status === 0 && passed > 0 ? 0 : 1);
  if (failed > 0) process.stdout.write(output);
  else for (const [figures] of output.matchAll(/^# \{.*\n/gm)) process.stdout.write(figures);
  process.stdout.write(`${failed === 0 ? "✓" : "✗"} ${name} · ${passed} passed · ${seconds(began)}\n`);
  return { passed, failed };
}

/** Runs a program of this folder and returns its exit code. @param {readonly string[]} args @param {string} url @param {Writable} output @returns {Promise<number | null>} */
function start(args, url, output) {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const child = spawn(process.execPath, ["--conditions=@knowhow/source", "--import", tsx, ...args], {
    cwd: here,
    env: { ...process.env, KNOWHOW_TEST_POSTGRES: url, KNOWHOW_TEST_LONG: isLong ? "1" : "" },
    stdio: ["ignore", "pipe", "inherit"],
    timeout: 1_800_000,
  });
  child.stdout.pipe(output, { end: false });
  return new Promise((resolve) => child.once("close", resolve));
}

/** @param {number} began */
function seconds(began) {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`;
}
