/**
 * Makes each of the changes in mutants/chosen.mjs alone and looks whether a test notices:
 * `npm run mutants:chosen -- [part-of-a-title]`. Prints a table with the test that fails. Exits with 1 if none does.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { findChosen } from "./mutants/find-chosen.mjs";
import { openTestRunner } from "./mutants/open-test-runner.mjs";

const SOURCES = "packages/runtime/src";
const [part = ""] = process.argv.slice(2);

const wanted = findChosen().filter(({ change }) => change.includes(part));
const runner = await openTestRunner();
let survivors = 0;
process.stdout.write("| change | test that fails |\n|---|---|\n");
try {
  for (const { change, mutant, suites } of wanted) {
    const tests = suites.flatMap(testsIn).map((file) => ({ file, tests: /** @type {const} */ ("all") }));
    const killer = await runner.findKiller(mutant, tests);
    if (killer === undefined) survivors += 1;
    process.stdout.write(
      `| ${change} | ${killer?.replace(`${SOURCES}/`, "").replaceAll("|", "\\|") ?? "**none**"} |\n`,
    );
  }
} finally {
  await runner.close();
}
// Vitest sets it after every failure, although failures are what is wanted here.
process.exitCode = survivors === 0 ? 0 : 1;

/** @param {string} suite @returns {string[]} */
function testsIn(suite) {
  const path = join(SOURCES, suite);
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => join(path, file));
}
