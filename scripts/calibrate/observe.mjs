import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { staticEmbedder } from "@knowhow/embeddings";
import { createRuntime, nodeFiles } from "@knowhow/runtime/node";
import { writeFillers, writeRivals } from "../../bench/filler-skills.mjs";
import { randomNumbers } from "../../bench/random.mjs";
import { buildIndex } from "../../packages/runtime/src/indexing/build-index.ts";
import { embedSkills } from "../../packages/runtime/src/indexing/embed-skills.ts";
import { ALONE } from "../../packages/runtime/src/indexing/open-matching.ts";
import { suggestedFrom } from "../../packages/runtime/src/matching/choose-skills.ts";
import { readRequest } from "../../packages/runtime/src/matching/request/read-request.ts";
import { knowsText } from "../../packages/runtime/src/matching/semantic/knows-text.ts";
import { VectorIndex } from "../../packages/runtime/src/matching/semantic/vector-index.ts";
import { buildVectorTable } from "../../packages/runtime/src/matching/semantic/vector-table.ts";
import { weighMessage } from "../../packages/runtime/src/matching/weigh-message.ts";
import { nodeHash } from "../../packages/runtime/src/node/node-hash.ts";

/**
 * One message against one library: the features of the best skill, and whether it is right.
 *
 * @typedef {object} Observation
 * @property {import("../../packages/runtime/src/matching/evidence/features.ts").Features | undefined} features undefined if nothing is weighed, because the message requests nothing
 * @property {boolean} byMeaning
 * @property {number} size number of skills in the library
 * @property {string} query
 * @property {boolean} wants true if a skill of the library is expected
 * @property {boolean} isOffTopic true if no skill of any library is expected
 * @property {boolean} isNearMiss true if one skill of the library is not wanted, although the message resembles it
 * @property {boolean} isOtherTask true if it wants another task with the subject of a skill, as the author of that skill would write it
 * @property {boolean} isNear true if it is off topic, but has the vocabulary of a skill
 * @property {boolean} isFirst true if the best skill is expected
 * @property {boolean} isGiven true if an expected skill is among those that would be suggested
 * @property {boolean} isKnown false if another skill may be a good answer: to a near miss, or instead of a skill that is not in the library
 * @typedef {{ readonly query: string; readonly expect: readonly string[]; readonly unwanted?: string; readonly kind: string }} Labelled
 */

const SET = fileURLToPath(new URL("../../fixtures/matching/", import.meta.url));
const ROOTS = [join(SET, "skills"), join(SET, "languages/skills")];

/** Only these files are used for fitting; held-out files are never read here. */
const FILES = [
  "tune.jsonl",
  "everyday/tune.jsonl",
  "near-misses/tune.jsonl",
  "other-tasks/tune.jsonl",
  "short/tune.jsonl",
  "languages/tune.jsonl",
  "off-topic/tune.jsonl",
];

/** Sizes of the libraries: drawn from the labelled skills, all of them, or filled up. */
const DRAWN = { size: 30, times: 5 };
const FILLED = [
  { size: 200, rivals: 0 },
  { size: 400, rivals: 1 },
  { size: 3_000, rivals: 2 },
  { size: 20_000, rivals: 2 },
];

const SUGGESTIONS = 3;

/** Matches the messages for development against libraries of many sizes, with and without the built-in embedding. @returns {Promise<readonly Observation[]>} */
export async function observe() {
  const messages = FILES.flatMap(readLabelled);
  const scratch = mkdtempSync(join(tmpdir(), "knowhow-calibrate-"));
  try {
    const labelled = await skillsIn(ROOTS);
    const random = randomNumbers(3);
    /** @type {(readonly import("@knowhow/runtime").Skill[])[]} */
    const libraries = Array.from({ length: DRAWN.times }, () =>
      [...labelled].sort(() => random() - 0.5).slice(0, DRAWN.size),
    );
    libraries.push(labelled);
    const originals = await Promise.all(labelled.map(withBody));
    for (const { size, rivals } of FILLED) {
      const root = join(scratch, String(size));
      mkdirSync(root);
      writeRivals(root, originals, rivals);
      writeFillers(root, size - labelled.length * (1 + rivals));
      libraries.push(await skillsIn([...ROOTS, root]));
    }
    const observations = [];
    for (const library of libraries) {
      const seen = await observeLibrary(library, messages);
      observations.push(...seen);
      process.stderr.write(`${library.length} skills: ${seen.length} observations\n`);
    }
    return observations;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** @param {readonly import("@knowhow/runtime").Skill[]} skills @param {readonly Labelled[]} messages @returns {Promise<readonly Observation[]>} */
export async function observeLibrary(skills, messages) {
  const embedder = await staticEmbedder();
  const limits = (await createRuntime({ roots: [], providers: false, cache: false })).profile.discovery
    .limits;
  const isWord = (/** @type {string} */ word) => embedder.knows?.(word) === true;
  const index = await buildIndex(skills, undefined, {
    ports: { files: nodeFiles(), hash: nodeHash },
    limits,
    isWord,
  });
  const { vectors } = await embedSkills(skills, embedder);
  const rows = skills.map((skill) => ({ key: skill.name, vectors: vectors.get(skill) ?? [] }));
  const models = [
    { index: new VectorIndex(buildVectorTable(embedder.id, embedder.dimensions, rows)), weight: ALONE },
  ];
  const names = new Set(index.names);
  /** @type {Observation[]} */
  const observations = [];
  for (const { query, expect, unwanted, kind } of messages) {
    const request = readRequest(query);
    const here = expect.filter((name) => names.has(name));
    const given = [
      knowsText(request.asked, embedder) ? embedder.embed(request.meanings, "query") : undefined,
    ];
    for (const [at, withModels] of [[...models], []].entries()) {
      if (at === 0 && given[0] === undefined) continue;
      const weighed = weighMessage(
        request,
        at === 0 ? given : [],
        { ...index, models: withModels },
        { isCandidate: () => true },
      );
      const { ranking, features, named, hits } = weighed;
      const best = ranking[0];
      // Names and declared phrases decide by themselves.
      if (best !== undefined && (named.size > 0 || hits.get(best.row)?.decisive === true)) continue;
      const isRight = (/** @type {number} */ row) => here.includes(index.names[row] ?? "");
      const suggested = suggestedFrom(ranking).slice(0, SUGGESTIONS);
      const bestName = best === undefined ? "" : (index.names[best.row] ?? "");
      observations.push({
        features,
        byMeaning: at === 0,
        size: skills.length,
        query,
        wants: here.length > 0,
        isOffTopic: expect.length === 0 && unwanted === undefined,
        isNearMiss: unwanted !== undefined && names.has(unwanted),
        isOtherTask: kind === "other-task",
        isNear: kind === "near-domain" || kind === "code",
        isFirst:
          best !== undefined && (isRight(best.row) || (unwanted !== undefined && bestName !== unwanted)),
        isGiven: suggested.some(({ row }) => isRight(row)),
        isKnown: unwanted === undefined ? expect.length === 0 || here.length > 0 : bestName === unwanted,
      });
    }
  }
  return observations;
}

/** @param {readonly string[]} roots */
export async function skillsIn(roots) {
  const runtime = await createRuntime({
    roots: [...roots],
    providers: false,
    cache: false,
    home: mkdtempSync(join(tmpdir(), "knowhow-home-")),
    env: {},
  });
  const broken = runtime.library.diagnostics.filter(({ severity }) => severity === "error");
  if (broken.length > 0) throw new Error(`${broken.length} skills cannot be read: ${broken[0]?.message}`);
  return runtime.library.list();
}

/** @param {import("@knowhow/runtime").Skill} skill */
async function withBody({ name, description, directory }) {
  const text = readFileSync(join(directory, "SKILL.md"), "utf8");
  return { name, description, body: text.slice(text.indexOf("\n---\n", 4) + 5) };
}

/** @param {string} file @returns {readonly Labelled[]} */
export function readLabelled(file) {
  const lines = readFileSync(join(SET, file), "utf8").trimEnd().split("\n");
  return lines.map((line) => {
    const { query, expect, unwanted, kind } = JSON.parse(line);
    return { query, kind, expect: expect === null ? [] : [expect].flat(), ...(unwanted && { unwanted }) };
  });
}
