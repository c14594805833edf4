#!/usr/bin/env node
// CommonJS on purpose: printing the version does not start the ES module loader, which would cost more time than the rest.
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const [first, ...rest] = process.argv.slice(2);
const main = join(__dirname, "../dist/main.cjs");

if (rest.length === 0 && (first === "--version" || first === "-v")) {
  process.stdout.write(`${require("../package.json").version}\n`);
} else if (existsSync(main)) {
  require(main).run(process.argv.slice(2));
} else {
  process.stderr.write("knowhow: not built yet\n  hint: run npm install at the root of the repository\n");
  process.exitCode = 3;
}
