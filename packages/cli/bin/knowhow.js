#!/usr/bin/env node
// CommonJS on purpose: most commands never start the ES module loader, which would cost more time than their work.
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const argv = process.argv.slice(2);
const main = join(__dirname, "../dist/main.cjs");

if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-v")) {
  process.stdout.write(`${require("../package.json").version}\n`);
} else if (existsSync(main)) {
  require(main).run(argv);
} else {
  process.stderr.write("knowhow: not built yet\n  hint: run npm install at the root of the repository\n");
  process.exitCode = 3;
}
