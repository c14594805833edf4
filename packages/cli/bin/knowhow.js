#!/usr/bin/env node
// CommonJS on purpose: most commands never start the ES module loader, which would cost more time than their work.
const { existsSync } = require("node:fs");
const { join } = require("node:path");

/** How long a command runs before V8's slowest compiler may help. */
const SHORT_MS = 1_000;

/** Commands that read and write with direct system calls only. */
const DIRECT = new Set(["list", "resume", "run", "runs", "search"]);

const argv = process.argv.slice(2);
const [first = "", ...rest] = argv;
const dist = join(__dirname, "../dist");

if (rest.length === 0 && (first === "--version" || first === "-v")) {
  process.stdout.write(`${require("../package.json").version}\n`);
} else if (existsSync(join(dist, "main.cjs"))) {
  start();
} else {
  process.stderr.write("knowhow: not built yet\n  hint: run npm install at the root of the repository\n");
  process.exitCode = 3;
}

function start() {
  const { openProgram } = require("./open-program.js");
  loadNode();
  const hasDefaults = optimiseLater();
  const isKept = /^[a-z]{2,20}$/.test(first) && !argv.includes("--no-cache");
  const program = openProgram(dist, isKept ? first : undefined);
  process.once("exit", (code) => {
    // Other codes may belong to commands that do not exist.
    if (code <= 1 && !hasDefaults()) program.save();
  });
  program.load("main.cjs").run(argv);
}

/** Loads the parts of Node that the command needs: their compiled code is valid only for V8's default settings. */
function loadNode() {
  for (const id of ["crypto", "os", "url"]) require(`node:${id}`);
  if (!DIRECT.has(first)) require("node:fs/promises");
  return [require("node:util").parseArgs, process.stdout, process.stderr];
}

/**
 * Most commands are over before optimised code pays for its compilation, which takes up to a third of the CPU time of
 * `list`. Long work is still optimised, only later. Returns whether V8 has its default settings again.
 */
function optimiseLater() {
  const { setFlagsFromString } = require("node:v8");
  let hasDefaults = false;
  if (process.version.startsWith("v20.")) {
    setFlagsFromString("--interrupt-budget=1000000");
  } else {
    // Newer versions have a cheaper compiler in between.
    setFlagsFromString("--no-opt");
    setTimeout(() => {
      setFlagsFromString("--opt");
      hasDefaults = true;
    }, SHORT_MS).unref();
  }
  return () => hasDefaults;
}
