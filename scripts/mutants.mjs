/**
 * Changes one place of the code at a time and looks whether a test notices:
 * `npm run mutants -- [--room session] [--file part-of-a-path] [--sample 60] [--seed 1] [--json file] [--again file]`.
 * Prints the score per room and every survivor with its place. `--again` tries only the survivors in the JSON of an
 * earlier run. Mutants in mutants/equivalents.mjs change nothing that can be observed and are not counted.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { equivalents } from "./mutants/equivalents.mjs";
import { findMutants } from "./mutants/find-mutants.mjs";
import { openTestRunner } from "./mutants/open-test-runner.mjs";
import { tryInPlace } from "./mutants/try-in-place.mjs";

const ROOMS = ["profiles", "session", "matching", "resolution"];
const SOURCES = "packages/runtime/src";
/** Tests that should notice a change in a room, besides its own. @type {Readonly<Record<string, readonly string[]>>} */
const NEIGHBOURS = {
  profiles: ["runtime.test.ts"],
  session: ["profiles", "runtime.test.ts", "otel"],
  matching: [
    "indexing",
    "evaluation",
    "session/turn",
    "session/runs",
    "profiles/aios-matching.test.ts",
    "../../../test/labelled-set-bars.test.ts",
  ],
  resolution: ["profiles", "runtime.test.ts", "loading", "assembly/explain-library.test.ts"],
};

const { values } = parseArgs({
  options: {
    room: { type: "string", multiple: true, default: ROOMS },
    file: { type: "string" },
    sample: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    json: { type: "string" },
    again: { type: "string" },
  },
});

/** @typedef {{ room: string; mutant: import("./mutants/find-mutants.mjs").Mutant; was: string; killer: string | null }} Result */

/** @type {Omit<Result, "killer">[]} */
const chosen = values.again === undefined ? values.room.flatMap(chooseFrom) : survivorsOf(values.again);
/** What the tests make of each chosen mutant. @type {(Omit<Result, "killer"> & import("./mutants/try-in-place.mjs").Trial)[]} */
const trials = chosen.map((choice) => ({ ...choice, killer: undefined, suspects: [] }));
for (const room of new Set(chosen.map((choice) => choice.room))) {
  const own = trials.filter((trial) => trial.room === room);
  // The tests of their own room kill most mutants.
  await tryAll([join(SOURCES, room)], own);
  await tryAll(
    (NEIGHBOURS[room] ?? []).map((folder) => join(SOURCES, folder)),
    own,
  );
}
/** @type {Result[]} */
const results = [];
const runner = await openTestRunner();
try {
  for (const [index, trial] of trials.entries()) await tryMutant(trial, index);
} finally {
  await runner.close();
}
report();
// Vitest sets it after every failure, although failures are what is wanted here.
process.exitCode = 0;

/** Tries the living mutants. Those that run when a file is loaded, such as the values of a table, cannot be tried in place. @param {readonly string[]} folders @param {typeof trials} wanted */
async function tryAll(folders, wanted) {
  const alive = wanted.filter(({ killer }) => killer === undefined);
  if (alive.length === 0) return;
  const found = await tryInPlace(
    alive.map(({ mutant }) => mutant),
    folders,
  );
  for (const [at, trial] of alive.entries()) {
    trial.killer = found[at]?.killer;
    trial.suspects = [...trial.suspects, ...(found[at]?.suspects ?? [])];
  }
}

/** @param {(typeof trials)[number]} trial @param {number} index */
async function tryMutant(trial, index) {
  const { room, mutant, was } = trial;
  const killer = trial.killer ?? (await tryAlone(trial)) ?? null;
  results.push({ room, mutant, was, killer });
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
  process.stderr.write(
    `${index + 1}/${trials.length} ${mutant.file}:${mutant.line} ${was} → ${mutant.replacement.slice(0, 60)} ${killer === null ? "survived" : `killed by ${killer}`}\n`,
  );
}

/** Asks the tests that bear the name of the file first, then the others. @param {(typeof trials)[number]} trial */
async function tryAlone({ mutant, suspects }) {
  const asked = suspects.map(({ file, tests }) => ({ file: relative(process.cwd(), file), tests }));
  const name = basename(mutant.file, ".ts");
  const isNamed = (/** @type {{ file: string }} */ { file }) => basename(file).startsWith(name);
  return (
    (await runner.findKiller(mutant, asked.filter(isNamed))) ??
    (await runner.findKiller(
      mutant,
      asked.filter((suspect) => !isNamed(suspect)),
    ))
  );
}

/** @param {string} room @returns {Omit<Result, "killer">[]} */
function chooseFrom(room) {
  const files = readdirSync(join(SOURCES, room), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => join(SOURCES, room, file))
    .filter((file) => file.includes(values.file ?? ""))
    .sort();
  const all = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return findMutants(file, text).map((mutant) => ({ room, mutant, was: originalOf(mutant, text) }));
  });
  return sample(all, Number(values.sample), Number(values.seed)).filter((choice) => !isEquivalent(choice));
}

/** @param {string} report @returns {Omit<Result, "killer">[]} */
function survivorsOf(report) {
  /** @type {Result[]} */
  const earlier = JSON.parse(readFileSync(report, "utf8"));
  return earlier
    .filter(({ killer }) => killer === null)
    .flatMap(({ room, mutant, was }) => {
      const text = readFileSync(mutant.file, "utf8");
      const now = findMutants(mutant.file, text).map((found) => ({
        room,
        mutant: found,
        was: originalOf(found, text),
      }));
      return now.filter(
        (choice) =>
          choice.mutant.line === mutant.line &&
          choice.mutant.replacement === mutant.replacement &&
          choice.was === was &&
          !isEquivalent(choice),
      );
    });
}

/** The code that a mutant replaces, on one line. @param {import("./mutants/find-mutants.mjs").Mutant} mutant @param {string} text */
function originalOf({ start, end }, text) {
  return text.slice(start, end).replace(/\s+/g, " ").slice(0, 80);
}

/** @param {Omit<Result, "killer">} choice */
function isEquivalent({ mutant: { file, line, start, replacement }, was }) {
  const text = readFileSync(file, "utf8");
  const code = text.split("\n")[line - 1]?.trim();
  return equivalents.some(
    (row) =>
      row.file === relative(SOURCES, file) &&
      row.code === code &&
      row.was === was &&
      row.replacement === replacement &&
      text.slice(0, start).endsWith(row.behind ?? ""),
  );
}

function report() {
  for (const room of new Set(results.map((result) => result.room))) {
    const own = results.filter((result) => result.room === room);
    const killed = own.filter(({ killer }) => killer !== null).length;
    const percent = Math.round((killed / own.length) * 1_000) / 10;
    process.stdout.write(`${room}: ${killed} of ${own.length} killed (${percent} %)\n`);
  }
  for (const { mutant, was, killer } of results)
    if (killer === null)
      process.stdout.write(
        `- ${mutant.file}:${mutant.line} ${mutant.kind}: \`${was}\` → \`${mutant.replacement.slice(0, 80)}\`\n`,
      );
}

/** The same choice for the same seed, spread over all files. @template T @param {readonly T[]} items @param {number} count @param {number} seed @returns {T[]} */
function sample(items, count, seed) {
  const left = [...items];
  const picked = [];
  let state = seed >>> 0;
  while (picked.length < count && left.length > 0) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    picked.push(...left.splice(state % left.length, 1));
  }
  return picked;
}
