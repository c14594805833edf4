import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @typedef {{ readonly path: string; readonly version: string; readonly common: boolean; readonly own: boolean }} NodeBinary
 * @typedef {"skills" | "openskills" | "skills-ref" | "@alice-io/caterpillar" | "ferret-scan"} Peer
 * @typedef {object} Context
 * @property {readonly NodeBinary[]} nodes the common Node of all programs first, then the one that runs the bench
 * @property {Readonly<Record<Peer, string>>} peers entry file of each peer
 * @property {Readonly<Record<string, string>>} versions
 * @property {string} knowhow entry file of our command line
 * @property {string} scratch folder for everything that is written
 * @property {string} home an empty home directory
 * @property {number} runs
 * @property {boolean} large whether to measure sizes that take minutes, too
 */

const bench = fileURLToPath(new URL(".", import.meta.url));
const root = join(bench, "..");

/** Installs what is missing, builds what is measured, and returns the paths of both. @param {string} scratch @param {number} runs @param {boolean} large @returns {Context} */
export function prepare(scratch, runs, large) {
  const common = join(bench, "node_modules/node/bin/node");
  const isMissing = (/** @type {string} */ name) => !existsSync(join(bench, "node_modules", name));
  if (!existsSync(common) || Object.keys(ownManifest().dependencies).some(isMissing)) {
    // Only Node itself needs its script: it fetches the binary. The scripts of peers compile optional parts for minutes.
    command("npm", ["ci", "--prefix", bench, "--ignore-scripts", "--loglevel=error"]);
    command("npm", ["rebuild", "node", "--prefix", bench, "--loglevel=error"]);
  }
  command(process.execPath, [join(root, "scripts/build.mjs")]);
  const home = join(scratch, "home");
  mkdirSync(home);
  const commonVersion = versionOf(common);
  const commonNode = {
    path: common,
    version: commonVersion,
    common: true,
    own: commonVersion === process.version,
  };
  const ownNode = { path: process.execPath, version: process.version, common: false, own: true };
  return {
    nodes: commonNode.own ? [commonNode] : [commonNode, ownNode],
    peers: {
      skills: entryOf("skills"),
      openskills: entryOf("openskills"),
      "skills-ref": entryOf("skills-ref"),
      "@alice-io/caterpillar": entryOf("@alice-io/caterpillar"),
      "ferret-scan": entryOf("ferret-scan"),
    },
    versions: Object.fromEntries(
      Object.keys(ownManifest().dependencies)
        .filter((name) => name !== "node")
        .map((name) => [name, manifestOf(name).version]),
    ),
    knowhow: join(root, "packages/cli/bin/knowhow.js"),
    scratch,
    home,
    runs,
    large,
  };
}

/** @returns {{ dependencies: Readonly<Record<string, string>> }} */
function ownManifest() {
  return JSON.parse(readFileSync(join(bench, "package.json"), "utf8"));
}

/** @param {string} name */
function entryOf(name) {
  const { bin } = manifestOf(name);
  return join(bench, "node_modules", name, typeof bin === "string" ? bin : (bin[name] ?? Object.values(bin)[0]));
}

/** @param {string} name */
function manifestOf(name) {
  return JSON.parse(readFileSync(join(bench, "node_modules", name, "package.json"), "utf8"));
}

/** @param {string} node */
function versionOf(node) {
  return spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
}

/** @param {string} name @param {readonly string[]} args */
function command(name, args) {
  const { status } = spawnSync(name, args, { cwd: root, stdio: ["ignore", process.stderr, process.stderr] });
  if (status !== 0) throw new Error(`${name} ${args.join(" ")} failed`);
}
