/**
 * Tests every adapter in a real agent loop of its framework: `npm run test:hosts -- [name …]`.
 * Installs the frameworks if they are missing, checks the types of examples, proofs and the samples of the pages, runs one proof per framework,
 * prints a line for each, and writes the totals to `.reports/hosts.json`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { writeSamples } from "./write-samples.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "..");
const node24 = join(here, "node_modules/node/bin/node");

/** Each proof, the packages it tests, and the oldest Node that they support. */
const PROOFS = [
  { name: "plain", title: "plain loop", packages: [], node: 20 },
  { name: "ai-sdk-6", title: "AI SDK 6", packages: ["ai-6"], node: 18 },
  { name: "ai-sdk-7", title: "AI SDK 7", packages: ["ai-7"], node: 22 },
  { name: "openai", title: "OpenAI Agents", packages: ["@openai/agents"], node: 22 },
  { name: "anthropic", title: "Anthropic SDK", packages: ["@anthropic-ai/sdk"], node: 20 },
  {
    name: "langchain",
    title: "LangChain",
    packages: ["langchain", "@langchain/core", "@langchain/langgraph"],
    node: 20,
  },
  { name: "mastra", title: "Mastra", packages: ["@mastra/core"], node: 22 },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !PROOFS.some((proof) => proof.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `hosts: unknown test ${unknown.join(", ")}; available: ${PROOFS.map(({ name }) => name).join(", ")}\n`,
  );
  process.exit(2);
}

install();
const results = [
  checkTypes(),
  ...PROOFS.filter(({ name }) => wanted.length === 0 || wanted.includes(name)).map(prove),
];
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
mkdirSync(join(root, ".reports"), { recursive: true });
writeFileSync(join(root, ".reports/hosts.json"), `${JSON.stringify({ passed, failed })}\n`);
process.stdout.write(`hosts: ${passed} of ${passed + failed} checks passed\n`);
process.exitCode = failed > 0 ? 1 : 0;

/** Installs the versions of this folder's lock file, once. */
function install() {
  if (existsSync(node24)) return;
  const began = Date.now();
  const { status } = spawnSync(
    "npm",
    ["ci", "--prefix", here, "--loglevel=error", "--no-audit", "--no-fund"],
    {
      cwd: root,
      stdio: ["ignore", process.stderr, process.stderr],
      shell: process.platform === "win32",
    },
  );
  if (status !== 0 || !existsSync(node24)) throw new Error("installing the frameworks failed");
  process.stdout.write(`hosts: installed the frameworks in ${seconds(began)}\n`);
}

/** The adapters are typed by structure; here they and the samples of the pages are checked against the frameworks' own types. */
function checkTypes() {
  const began = Date.now();
  const samples = writeSamples();
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", join(here, "tsconfig.json")], {
    encoding: "utf8",
  });
  if (status !== 0) process.stdout.write(stdout);
  report(
    "types of all frameworks",
    `typescript ${versionOf("typescript", root)}`,
    process.version,
    status === 0,
    began,
    `${samples} samples of the pages`,
  );
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
}

/** @param {(typeof PROOFS)[number]} proof */
function prove({ name, title, packages, node }) {
  const began = Date.now();
  const own = Number(process.versions.node.split(".")[0]) >= node;
  const binary = own ? process.execPath : node24;
  const args = [
    "--conditions=@knowhow/source",
    "--import",
    pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href,
    "--import",
    new URL("support/loopback-only.mjs", import.meta.url).href,
    "--test-reporter=tap",
    `proofs/${name}.test.ts`,
  ];
  const { status, stdout, stderr } = spawnSync(binary, args, {
    cwd: here,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, MASTRA_TELEMETRY_DISABLED: "1" },
    encoding: "utf8",
    timeout: 120_000,
  });
  const count = (/** @type {string} */ word) =>
    Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(stdout)?.[1] ?? 0);
  const passed = count("pass");
  const failed = Math.max(count("fail") + count("cancelled"), status === 0 && passed > 0 ? 0 : 1);
  if (failed > 0) process.stdout.write(`${stdout}${stderr}`);
  const versions = packages.map((id) => `${manifestOf(id, here).name} ${versionOf(id, here)}`).join(", ");
  const runs = spawnSync(binary, ["--version"], { encoding: "utf8" }).stdout.trim();
  report(
    title,
    versions,
    own ? runs : `${runs} (needs ${node} or newer)`,
    failed === 0,
    began,
    `${passed} passed`,
  );
  return { passed, failed };
}

/** @param {string} title @param {string} versions @param {string} node @param {boolean} good @param {number} began */
function report(title, versions, node, good, began, numbers = "") {
  const parts = [versions, `Node ${node}`, numbers, seconds(began)].filter((part) => part !== "");
  process.stdout.write(`${good ? "✓" : "✗"} ${title.padEnd(24)} ${parts.join(" · ")}\n`);
}

/** @param {number} began */
function seconds(began) {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`;
}

/** @param {string} id @param {string} folder @returns {{ name: string, version: string }} */
function manifestOf(id, folder) {
  return JSON.parse(readFileSync(join(folder, "node_modules", id, "package.json"), "utf8"));
}

/** @param {string} id @param {string} folder */
function versionOf(id, folder) {
  return manifestOf(id, folder).version;
}
