/**
 * Tests the agent programs that people use with the built server and a scripted model:
 * `npm run test:clients [-- [--long] <client> …]`. With --long, what may fail now and then is repeated ten times.
 * Installs the programs on the first run, builds the command line, and writes the totals to `.reports/clients.json`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "..");
const installed = join(here, "node_modules/.package-lock.json");
const require = createRequire(import.meta.url);

/** Each proof and the package it tests. */
const PROOFS = [
  { name: "claude-code", title: "Claude Code", package: "@anthropic-ai/claude-code" },
  { name: "claude-code-large", title: "Claude Code, 3,000 skills", package: "@anthropic-ai/claude-code" },
  { name: "codex", title: "Codex", package: "@openai/codex" },
  { name: "gemini", title: "Gemini CLI", package: "@google/gemini-cli" },
  { name: "copilot", title: "Copilot CLI", package: "@github/copilot" },
  { name: "opencode", title: "opencode", package: `opencode-${process.platform}-${process.arch}` },
];

/** Passed on to the proofs. */
const LONG = process.argv.filter((word) => word === "--long");

/** A network that has only this machine; without the right to make one, the programs are asked to stay on it. */
const ALONE = ["unshare", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];

const isLong = process.argv.includes("--long");
const wanted = process.argv.slice(2).filter((word) => word !== "--long");
const unknown = wanted.filter((name) => !PROOFS.some((proof) => proof.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `clients: unknown test ${unknown.join(", ")}; available: ${PROOFS.map(({ name }) => name).join(", ")}\n`,
  );
  process.exit(2);
}

install();
const isAlone = spawnSync(ALONE[0] ?? "", [...ALONE.slice(1), "true"], { stdio: "ignore" }).status === 0;
const results = [
  checkTypes(),
  ...build(),
  ...PROOFS.filter(({ name }) => wanted.length === 0 || wanted.includes(name)).map(proveTwice),
];
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
mkdirSync(join(root, ".reports"), { recursive: true });
writeFileSync(join(root, ".reports/clients.json"), `${JSON.stringify({ passed, failed })}\n`);
process.stdout.write(
  `clients: ${passed} of ${passed + failed} checks passed, ${isAlone ? "without a network" : "with the network of this machine"}\n`,
);
process.exitCode = failed > 0 ? 1 : 0;

/** Installs the versions of this folder's lock file, once. The programs are inside the packages, so no script is run. */
function install() {
  if (existsSync(installed)) return;
  const began = Date.now();
  const { status } = spawnSync(
    "npm",
    ["ci", "--prefix", here, "--ignore-scripts", "--loglevel=error", "--no-audit", "--no-fund"],
    { cwd: root, stdio: ["ignore", process.stderr, process.stderr], shell: process.platform === "win32" },
  );
  if (status !== 0 || !existsSync(installed)) throw new Error("installing the clients failed");
  process.stdout.write(`clients: installed the programs in ${seconds(began)}\n`);
}

function checkTypes() {
  const began = Date.now();
  const tsc = require.resolve("typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", join(here, "tsconfig.json")], {
    encoding: "utf8",
  });
  if (status !== 0) process.stdout.write(stdout);
  report("types of the proofs", "typescript", status === 0, began);
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
}

/** The tests run the program that users install. */
function build() {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/build.mjs"), "cli"], {
    encoding: "utf8",
  });
  if (status === 0) return [];
  process.stdout.write(stderr);
  return [{ passed: 0, failed: 1 }];
}

/**
 * Some programs send their first request before a slow server has answered, so one that fails is tried once more, but not
 * with --long. The output of the first attempt is printed.
 * @param {(typeof PROOFS)[number]} proof
 */
function proveTwice(proof) {
  const first = prove(proof);
  return first.failed === 0 || isLong ? first : prove(proof);
}

/** Runs one client. A client without a program for this platform is skipped, with the reason. @param {(typeof PROOFS)[number]} proof */
function prove({ name, title, package: id }) {
  const began = Date.now();
  const tsx = pathToFileURL(require.resolve("tsx")).href;
  const words = [process.execPath, "--import", tsx, "--test-reporter=tap", `proofs/${name}.test.ts`, ...LONG];
  const [command = "", ...args] = isAlone ? [...ALONE, ...words] : words;
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: here,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    encoding: "utf8",
    timeout: isLong ? 900_000 : 120_000,
  });
  const count = (/** @type {string} */ word) =>
    Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(stdout)?.[1] ?? 0);
  const [passed, skipped] = [count("pass"), count("skipped")];
  const failed = Math.max(count("fail") + count("cancelled"), status === 0 && passed + skipped > 0 ? 0 : 1);
  if (failed > 0) process.stdout.write(`${stdout}${stderr}`);
  const reason = /# SKIP (.*)$/m.exec(stdout)?.[1];
  report(
    title,
    versionOf(id),
    failed === 0,
    began,
    reason === undefined ? `${passed} passed` : `skipped: ${reason}`,
  );
  return { passed, failed };
}

/** @param {string} id */
function versionOf(id) {
  const path = join(here, "node_modules", id, "package.json");
  return existsSync(path) ? `${id} ${JSON.parse(readFileSync(path, "utf8")).version}` : id;
}

/** @param {string} title @param {string} what @param {boolean} good @param {number} began */
function report(title, what, good, began, numbers = "") {
  const parts = [what, numbers, seconds(began)].filter((part) => part !== "");
  process.stdout.write(`${good ? "✓" : "✗"} ${title.padEnd(24)} ${parts.join(" · ")}\n`);
}

/** @param {number} began */
function seconds(began) {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`;
}
