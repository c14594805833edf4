import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { addSwitches } from "./add-switches.mjs";
import { openVitest } from "./open-vitest.mjs";

/**
 * The tests of one file that reach a mutant: their ids, or all if it may change a value that is computed once, while the
 * file or a module is loaded.
 *
 * @typedef {{ readonly file: string; readonly tests: readonly string[] | "all" }} Suspects
 */

/**
 * The test that killed a mutant, and all that reach it.
 *
 * @typedef {{ killer: string | undefined; suspects: readonly Suspects[] }} Trial
 */

/**
 * Runs all tests once, and each test again for every mutant that it reaches. A mutant that survives may still be killed in
 * a process of its own: a value that was computed before it became active does not change any more.
 *
 * @param {readonly import("./find-mutants.mjs").Mutant[]} mutants
 * @param {readonly string[]} folders
 * @returns {Promise<readonly Trial[]>}
 */
export async function tryInPlace(mutants, folders) {
  const directory = mkdtempSync(join(tmpdir(), "mutants-"));
  const log = join(directory, "log.jsonl");
  writeFileSync(log, "");
  process.env.MUTANTS_LOG = log;
  /** @type {Map<string, { id: number; mutant: import("./find-mutants.mjs").Mutant }[]>} */
  const byFile = new Map();
  for (const [id, mutant] of mutants.entries()) {
    const file = resolve(mutant.file);
    byFile.set(file, [...(byFile.get(file) ?? []), { id, mutant }]);
  }
  const options = {
    runner: resolve("scripts/mutants/mutant-test-runner.mjs"),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    dangerouslyIgnoreUnhandledErrors: true,
  };
  const vitest = await openVitest(options, (code, id) => {
    const own = byFile.get(id);
    return own === undefined ? undefined : addSwitches(code, own);
  });
  try {
    await vitest.runTestSpecifications(await vitest.globTestSpecifications([...folders]));
    return readLog(readFileSync(log, "utf8"), mutants.length);
  } finally {
    await vitest.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

const MOST_BROKEN = 3;

/** @param {string} log @param {number} count */
function readLog(log, count) {
  /** @type {{ killer: string | undefined; suspects: Suspects[] }[]} */
  const found = Array.from({ length: count }, () => ({ killer: undefined, suspects: [] }));
  /** @type {string[]} */
  const broken = [];
  /** @type {Map<string, Map<number, string[] | "all">>} */
  const files = new Map();
  for (const line of log.trim().split("\n")) {
    const row = JSON.parse(line);
    if (row.broken !== undefined) broken.push(row.broken);
    const mutant = found[row.killed];
    if (mutant !== undefined) mutant.killer ??= row.by;
    if (row.file === undefined) continue;
    const tests = files.get(row.file) ?? new Map();
    files.set(row.file, tests);
    for (const id of row.loaded ?? []) tests.set(id, "all");
    for (const id of row.reached ?? [])
      if (tests.get(id) !== "all") tests.set(id, [...(tests.get(id) ?? []), row.test]);
  }
  // On a busy machine a test may take longer than it is allowed to; then it says nothing about any mutant.
  for (const test of broken)
    process.stderr.write(`not asked, because it fails without any mutant: ${test}\n`);
  if (broken.length > MOST_BROKEN) throw new Error("too many tests fail without any mutant");
  for (const [file, tests] of files)
    for (const [id, own] of tests) found[id]?.suspects.push({ file, tests: own.length === 1 ? "all" : own });
  return found;
}
