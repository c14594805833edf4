import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { exactBar } from "./bars.mjs";
import { writeFillers, writeRivals } from "./filler-skills.mjs";
import { LABELLED_SET } from "./matching-skills.mjs";
import { randomNumbers } from "./random.mjs";

/**
 * @typedef {{ readonly query: string; readonly expect: readonly string[]; readonly unwanted?: string }} Labelled
 * @typedef {import("@knowhow/runtime").Runtime} Runtime
 * @typedef {{ wanted: number; loaded: number; suggested: number; wrongOnly: number; loads: number; wrongLoads: number; unwanted: number; falseLoads: number; falseSuggestions: number; near: number; nearLoads: number }} Tally
 */

const ROOTS = [join(LABELLED_SET, "skills"), join(LABELLED_SET, "languages/skills")];

/** Messages that are only measured. */
const LANGUAGES = {
  English: ["held-out.jsonl", "everyday/held-out.jsonl"],
  "other languages": ["languages/held-out.jsonl"],
  "English, written later": ["fresh/held-out.jsonl"],
  "other tasks": ["other-tasks/held-out.jsonl"],
  "everyday messages": ["off-topic/held-out.jsonl"],
};

/** Libraries: 30 of the labelled skills, drawn several times; or all of them with rivals and fillers. */
const SIZES = [
  { size: 30, draws: 4 },
  { size: 200, rivals: 0 },
  { size: 3_000, rivals: 2 },
  { size: 20_000, rivals: 2 },
];

const ALONE = ", words alone";

/** What becomes of a message: is the right skill given, and how often a wrong one? @param {import("./context.mjs").Context} context @returns {Promise<import("./bars.mjs").FigureClaim>} */
export async function decisionsClaim({ scratch }) {
  /** @type {{ name: string; values: (number | undefined)[] }[]} */
  const figures = [];
  for (const { size, draws = 1, rivals } of SIZES) {
    /** @type {Map<string, Tally>} */
    const tallies = new Map();
    for (let draw = 0; draw < draws; draw += 1) {
      const root = join(scratch, `decisions-${size}-${draw}`);
      mkdirSync(root, { recursive: true });
      const overrides = await makeLibrary({ root, size, rivals, seed: draw });
      for (const [way, embedders] of Object.entries(await embeddersByWay())) {
        const runtime = await openLibrary({ root, overrides, embedders });
        for (const [language, files] of Object.entries(LANGUAGES)) {
          const name = `${size.toLocaleString("en")} skills, ${language}${way}`;
          const tally = tallies.get(name) ?? emptyTally();
          tallies.set(name, tally);
          await judge(runtime, files.flatMap(readLabelled), tally);
        }
        await runtime.close();
      }
      rmSync(root, { recursive: true });
    }
    const ordered = [...tallies].sort(([a], [b]) => languageOf(a) - languageOf(b));
    for (const [name, tally] of ordered) figures.push({ name, values: shares(tally) });
  }
  const figureOf = (/** @type {string} */ name, /** @type {number} */ column) =>
    figures.find((row) => row.name === name)?.values[column] ?? Number.NaN;
  const given = (/** @type {string} */ name) => figureOf(name, 0) + figureOf(name, 1);
  const bars = figures
    .filter(({ name }) => !name.endsWith(ALONE))
    .flatMap(({ name }) => [
      ...(Number.isNaN(figureOf(name, 5))
        ? []
        : [exactBar(`false loads, ${name}`, figureOf(name, 5), 1, " %")]),
      ...(Number.isNaN(figureOf(name, 7))
        ? []
        : [exactBar(`near misses loaded, ${name}`, figureOf(name, 7), 2.5, " %")]),
      ...(Number.isNaN(given(name))
        ? []
        : [
            exactBar(
              `right skill given less often than by words alone, ${name}`,
              given(`${name}${ALONE}`) - given(name),
              0,
              " points",
            ),
          ]),
    ]);
  return {
    id: "match-decisions",
    title: "What becomes of a message in libraries of different sizes",
    about:
      "Held-out messages of this repository, in %: of those that want a skill, how often the right one is loaded or suggested, how often only wrong ones are given, or nothing; how many of the loads are wrong; of those that want none, how often one is loaded, or anything is given; of the near misses, how often the skill they resemble is loaded. Libraries of 3,000 skills and more also have two rivals of each labelled skill.",
    first: "library",
    columns: [
      "right loaded",
      "right suggested",
      "only wrong",
      "nothing",
      "wrong of all loads",
      "false loads",
      "false suggestions",
      "near misses loaded",
    ].map((name) => ({ name, digits: 1 })),
    figures,
    bars,
  };
}

const OPTIONS = { providers: /** @type {const} */ (false), cache: /** @type {const} */ (false) };

/** The end of a row's name, and the embedders. @returns {Promise<Record<string, import("@knowhow/runtime").Embedders>>} */
async function embeddersByWay() {
  const { staticEmbedder } = await import("@knowhow/embeddings");
  return { "": [await staticEmbedder()], [ALONE]: [] };
}

/** Rows of the same messages stand together. @param {string} name */
function languageOf(name) {
  return Object.keys(LANGUAGES).findIndex((language) => name.includes(`, ${language}`));
}

/** Writes the rivals and fillers of a library; skills that were not drawn are turned off. @param {{ root: string; size: number; rivals: number | undefined; seed: number }} plan */
async function makeLibrary({ root, size, rivals, seed }) {
  const { createRuntime } = await import("@knowhow/runtime/node");
  const labelled = await createRuntime({ ...OPTIONS, roots: ROOTS });
  const all = labelled.library.list();
  const random = randomNumbers(seed + 1);
  const drawn = new Set(rivals === undefined ? [...all].sort(() => random() - 0.5).slice(0, size) : all);
  if (rivals !== undefined) {
    const originals = all.map(({ name, description, directory }) => {
      const text = readFileSync(join(directory, "SKILL.md"), "utf8");
      return { name, description, body: text.slice(text.indexOf("\n---\n", 4) + 5) };
    });
    writeRivals(root, originals, rivals);
    writeFillers(root, size - all.length * (1 + rivals));
  }
  await labelled.close();
  const others = all.filter((skill) => !drawn.has(skill));
  return Object.fromEntries(others.map(({ name }) => [name, /** @type {const} */ ("off")]));
}

/** @param {{ root: string; overrides: Record<string, "off">; embedders: import("@knowhow/runtime").Embedders }} library @returns {Promise<Runtime>} */
async function openLibrary({ root, overrides, embedders }) {
  const { createRuntime } = await import("@knowhow/runtime/node");
  return createRuntime({ ...OPTIONS, roots: [...ROOTS, root], overrides, embedders });
}

/** @param {Runtime} runtime @param {readonly Labelled[]} messages @param {Tally} tally */
async function judge(runtime, messages, tally) {
  const names = new Set(runtime.library.list().map(({ name }) => name));
  for (const { query, expect, unwanted } of messages) {
    const here = expect.filter((name) => names.has(name));
    if (expect.length > 0 && here.length === 0) continue;
    if (unwanted !== undefined && !names.has(unwanted)) continue;
    const { matches } = await runtime.match(query, { mode: "auto" });
    const loads = matches.filter(({ decision }) => decision === "load");
    if (unwanted !== undefined) {
      tally.near += 1;
      if (loads.some(({ name }) => name === unwanted)) tally.nearLoads += 1;
    } else if (here.length === 0) {
      tally.unwanted += 1;
      if (loads.length > 0) tally.falseLoads += 1;
      if (matches.length > 0) tally.falseSuggestions += 1;
    } else {
      const right = matches.find(({ name }) => here.includes(name));
      tally.wanted += 1;
      tally.loads += loads.length;
      tally.wrongLoads += loads.filter(({ name }) => !here.includes(name)).length;
      if (right?.decision === "load") tally.loaded += 1;
      else if (right !== undefined) tally.suggested += 1;
      else if (matches.length > 0) tally.wrongOnly += 1;
    }
  }
}

/** @param {Tally} tally */
function shares({
  wanted,
  loaded,
  suggested,
  wrongOnly,
  loads,
  wrongLoads,
  unwanted,
  falseLoads,
  falseSuggestions,
  near,
  nearLoads,
}) {
  const share = (/** @type {number} */ part, /** @type {number} */ of) =>
    of === 0 ? undefined : (100 * part) / of;
  return [
    share(loaded, wanted),
    share(suggested, wanted),
    share(wrongOnly, wanted),
    share(wanted - loaded - suggested - wrongOnly, wanted),
    share(wrongLoads, loads),
    share(falseLoads, unwanted),
    share(falseSuggestions, unwanted),
    share(nearLoads, near),
  ];
}

/** @returns {Tally} */
function emptyTally() {
  return {
    wanted: 0,
    loaded: 0,
    suggested: 0,
    wrongOnly: 0,
    loads: 0,
    wrongLoads: 0,
    unwanted: 0,
    falseLoads: 0,
    falseSuggestions: 0,
    near: 0,
    nearLoads: 0,
  };
}

/** @param {string} file @returns {readonly Labelled[]} */
function readLabelled(file) {
  const lines = readFileSync(join(LABELLED_SET, file), "utf8").trimEnd().split("\n");
  return lines.map((line) => {
    const { query, expect, unwanted } = JSON.parse(line);
    return { query, expect: expect === null ? [] : [expect].flat(), ...(unwanted && { unwanted }) };
  });
}
