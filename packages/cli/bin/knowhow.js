#!/usr/bin/env node
// CommonJS on purpose: the version is answered without starting the module loader, which costs more than the answer.
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const [first, ...rest] = process.argv.slice(2);
const main = join(__dirname, "../dist/main.cjs");

if (rest.length === 0 && (first === "--version" || first === "-v")) {
  process.stdout.write(`${require("../package.json").version}\n`);
} else if (existsSync(main)) {
  require(main).run(process.argv.slice(2));
} else {
  process.stderr.write(
    "knowhow: the command line is not built yet; run npm install at the repository root\n",
  );
  process.exitCode = 3;
}
