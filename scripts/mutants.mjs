/**
 * Changes one place of the code at a time and looks whether a test notices: `npm run mutants -- [--room session] [--sample 60] [--seed 1] [--json file]`.
 * Prints the score per room and every survivor with its place.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findMutants } from "./mutants/find-mutants.mjs";
import { openTestRunner } from "./mutants/open-test-runner.mjs";

const ROOMS = ["profiles", "session", "matching", "resolution"];
const SOURCES = "packages/runtime/src";
/** Tests that exercise a room from outside, asked after the room's own. */
const WIDER = [
  `${SOURCES}/profiles`,
  `${SOURCES}/session`,
  `${SOURCES}/runtime.test.ts`,
  `${SOURCES}/evaluation`,
];

const { values } = parseArgs({
  options: {
    room: { type: "string", multiple: true, default: ROOMS },
    file: { type: "string" },
    sample: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    json: { type: "string" },
  },
});

const runner = await openTestRunner();
/** @type {{ room: string; mutant: import("./mutants/find-mutants.mjs").Mutant; outcome: string; was: string }[]} */
const results = [];
try {
  for (const room of values.room) await tryRoom(room);
} finally {
  await runner.close();
}
report();

/** @param {string} room */
async function tryRoom(room) {
  const files = readdirSync(join(SOURCES, room), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => join(SOURCES, room, file))
    .sort();
  const wanted = values.file === undefined ? files : files.filter((file) => file.includes(values.file ?? ""));
  const all = wanted.flatMap((file) => findMutants(file, readFileSync(file, "utf8")));
  const chosen = sample(all, Number(values.sample), Number(values.seed));
  const groups = [[`${SOURCES}/${room}`], WIDER];
  if ((await runner.run(undefined, groups)) === "killed")
    throw new Error(`the tests fail without any mutant: ${runner.killers().join(", ")}`);
  for (const [index, mutant] of chosen.entries()) {
    const text = readFileSync(mutant.file, "utf8");
    const outcome = await runner.run(mutant, groups);
    const was = text.slice(mutant.start, mutant.end).replace(/\s+/g, " ").slice(0, 80);
    results.push({ room, mutant, outcome, was });
    const place = `${mutant.file}:${mutant.line}`;
    const by = outcome === "killed" ? ` by ${runner.killers()[0]}` : "";
    process.stderr.write(
      `${room} ${index + 1}/${chosen.length} ${outcome}${by}: ${place} ${was} → ${mutant.replacement.slice(0, 60)}\n`,
    );
  }
}

function report() {
  for (const room of values.room) {
    const own = results.filter((result) => result.room === room);
    const killed = own.filter(({ outcome }) => outcome === "killed").length;
    process.stdout.write(
      `${room}: ${killed} of ${own.length} killed (${Math.round((killed / own.length) * 1_000) / 10} %)\n`,
    );
  }
  const survivors = results.filter(({ outcome }) => outcome !== "killed");
  for (const { mutant, was } of survivors)
    process.stdout.write(
      `- ${mutant.file}:${mutant.line} ${mutant.kind}: \`${was}\` → \`${mutant.replacement.slice(0, 80)}\`\n`,
    );
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
}

/** The same choice for the same seed, spread over all files. @template T @param {readonly T[]} items @param {number} count @param {number} seed @returns {T[]} */
function sample(items, count, seed) {
  const left = [...items];
  const chosen = [];
  let state = seed >>> 0;
  while (chosen.length < count && left.length > 0) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    chosen.push(...left.splice(state % left.length, 1));
  }
  return chosen;
}
