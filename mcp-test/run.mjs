/**
 * Tests real MCP clients with the built server, and a strict server with our client: `npm run test:mcp [-- <proof> …]`.
 * Installs the clients on the first run, builds the command line, and writes the totals to `.reports/mcp.json`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "..");
const node24 = join(here, "node_modules/node/bin/node");

/** Each proof and the package it tests. */
const PROOFS = [
  { name: "official-2", title: "official client 2", package: "@modelcontextprotocol/client" },
  { name: "official-1", title: "official client 1", package: "@modelcontextprotocol/sdk" },
  { name: "ai-sdk", title: "AI SDK", package: "@ai-sdk/mcp" },
  { name: "inspector", title: "inspector", package: "@modelcontextprotocol/inspector" },
  { name: "installed", title: "installed entries", package: "@modelcontextprotocol/client" },
  { name: "conformance-server", title: "conformance, server", package: "@modelcontextprotocol/conformance" },
  { name: "conformance-client", title: "conformance, client", package: "@modelcontextprotocol/conformance" },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !PROOFS.some((proof) => proof.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `mcp: unknown test ${unknown.join(", ")}; available: ${PROOFS.map(({ name }) => name).join(", ")}\n`,
  );
  process.exit(2);
}

install();
const results = [
  checkTypes(),
  ...build(),
  ...PROOFS.filter(({ name }) => wanted.length === 0 || wanted.includes(name)).map(prove),
];
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
mkdirSync(join(root, ".reports"), { recursive: true });
writeFileSync(join(root, ".reports/mcp.json"), `${JSON.stringify({ passed, failed })}\n`);
process.stdout.write(`mcp: ${passed} of ${passed + failed} checks passed\n`);
process.exitCode = failed > 0 ? 1 : 0;

/** Installs the versions of this folder's lock file, once. */
function install() {
  if (existsSync(node24)) return;
  const began = Date.now();
  const { status } = spawnSync(
    "npm",
    ["ci", "--prefix", here, "--loglevel=error", "--no-audit", "--no-fund"],
    { cwd: root, stdio: ["ignore", process.stderr, process.stderr], shell: process.platform === "win32" },
  );
  if (status !== 0 || !existsSync(node24)) throw new Error("installing the clients failed");
  process.stdout.write(`mcp: installed the clients in ${seconds(began)}\n`);
}

/** The proofs are typed against the clients' own types. */
function checkTypes() {
  const began = Date.now();
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", join(here, "tsconfig.json")], {
    encoding: "utf8",
  });
  if (status !== 0) process.stdout.write(stdout);
  report("types of all clients", "typescript", status === 0, began);
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
}

/** The tests run the program that users install. The packages are those of the last `npm run build`, because others may use them now. */
function build() {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/build.mjs"), "cli"], {
    encoding: "utf8",
  });
  if (status === 0) return [];
  process.stdout.write(stderr);
  return [{ passed: 0, failed: 1 }];
}

/** Clients run on the newer Node that some of them need, the server on the one that runs this. @param {(typeof PROOFS)[number]} proof */
function prove({ name, title, package: id }) {
  const began = Date.now();
  const args = ["--test-reporter=tap", `proofs/${name}.test.ts`];
  const { status, stdout, stderr } = spawnSync(node24, args, {
    cwd: here,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, KNOWHOW_NODE: process.execPath },
    encoding: "utf8",
    timeout: 300_000,
  });
  const count = (/** @type {string} */ word) =>
    Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(stdout)?.[1] ?? 0);
  const passed = count("pass");
  const failed = Math.max(count("fail") + count("cancelled"), status === 0 && passed > 0 ? 0 : 1);
  if (failed > 0) process.stdout.write(`${stdout}${stderr}`);
  const { version } = JSON.parse(readFileSync(join(here, "node_modules", id, "package.json"), "utf8"));
  report(title, `${id} ${version}`, failed === 0, began, `${passed} passed`);
  return { passed, failed };
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
