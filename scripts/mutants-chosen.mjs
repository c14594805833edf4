/**
 * Makes each of the changes in mutants/chosen.mjs alone and looks whether a test notices:
 * `npm run mutants:chosen -- [part-of-a-title]`. Prints a table with the test that fails. Exits with 1 if none does.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { chosen } from "./mutants/chosen.mjs";
import { openTestRunner } from "./mutants/open-test-runner.mjs";

const SOURCES = "packages/runtime/src";
const [part = ""] = process.argv.slice(2);

const wanted = chosen.flatMap(placesOf).filter(({ change }) => change.includes(part));
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

/** @param {import("./mutants/chosen.mjs").Chosen} row */
function placesOf({ change, file, was, becomes, suites }) {
  const path = join(SOURCES, file);
  const text = readFileSync(path, "utf8");
  const places =
    typeof was === "string"
      ? [{ at: text.indexOf(was), length: was.length, group: "" }]
      : [...text.matchAll(was)].map((match) => ({
          at: match.index,
          length: match[0].length,
          group: match[1] ?? "",
        }));
  if (places.length === 0 || places.some(({ at }) => at === -1))
    throw new Error(`${file}: cannot find ${was}`);
  return places.map(({ at, length, group }) => ({
    change: change.replace("$1", group),
    suites,
    mutant: { file: path, start: at, end: at + length, replacement: becomes.replace("$1", group) },
  }));
}

/** @param {string} suite @returns {string[]} */
function testsIn(suite) {
  const path = join(SOURCES, suite);
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => join(path, file));
}
