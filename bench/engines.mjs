import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A way to find skills for a message, opened on a directory of skills.
 *
 * @typedef {object} Engine
 * @property {(message: string) => Promise<readonly string[]>} find names of the nearest five, the best first
 * @property {(message: string) => unknown} match answers a message as in use; this is what is measured
 * @property {(message: string) => Promise<{ readonly any: boolean; readonly loaded: boolean }>} give whether a message matches or loads a skill
 * @property {boolean} loads whether it distinguishes a clear match from a likely one
 * @property {Readonly<Record<string, number>>} costs CPU milliseconds of opening it, and the number of skills
 * @typedef {{ readonly tree: string; readonly cache: string | false }} Place
 */

/** Field weights for the peers: the best of those that were tried. */
const BOOSTS = { name: 2, description: 1.5, body: 1 };
const FIELDS = Object.keys(BOOSTS);
const NEAREST = 5;

/** @type {Readonly<Record<string, (place: Place) => Promise<Engine>>>} */
export const ENGINES = {
  knowhow: (place) => openKnowhow(place, true),
  "knowhow, words alone": (place) => openKnowhow(place, false),
  MiniSearch: (place) => openMiniSearch(place, false),
  "MiniSearch, stemmed": (place) => openMiniSearch(place, true),
  Orama: (place) => openOrama(place, false),
  "Orama, stemmed": (place) => openOrama(place, true),
};

/** The variants of knowhow; the first uses all evidence. */
export const OURS = ["knowhow", "knowhow, words alone"];

/** CPU milliseconds, user and system, that this process has used. */
export function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** @param {Place} place @param {boolean} withMeaning @returns {Promise<Engine>} */
async function openKnowhow({ tree, cache }, withMeaning) {
  const { createRuntime } = await import("@knowhow/runtime/node");
  const before = cpuMs();
  const embedders = withMeaning ? [await (await import("@knowhow/embeddings")).staticEmbedder()] : [];
  const loaded = cpuMs();
  const runtime = await createRuntime({ roots: [tree], providers: false, cache, embedders });
  const opened = cpuMs();
  return {
    find: async (message) =>
      (await runtime.match(message, { ranking: NEAREST })).ranking.map(({ name }) => name),
    match: (message) => runtime.match(message),
    give: async (message) => {
      const { matches } = await runtime.match(message);
      return { any: matches.length > 0, loaded: matches.some(({ decision }) => decision === "load") };
    },
    loads: true,
    costs: { embedder: loaded - before, library: opened - loaded, skills: runtime.library.size },
  };
}

/** MiniSearch as in the start of its documentation, with weights; the stemmed variant also ignores stop words. @param {Place} place @param {boolean} isStemmed @returns {Promise<Engine>} */
async function openMiniSearch({ tree }, isStemmed) {
  const { default: MiniSearch } = await peer("minisearch/dist/es/index.js");
  const { stemmer, stopWords } = await english();
  const stopped = new Set(stopWords);
  const processTerm = (/** @type {string} */ term) => {
    const word = term.toLowerCase();
    return stopped.has(word) ? null : stemmer(word);
  };
  const documents = readDocuments(tree);
  const before = cpuMs();
  const index = new MiniSearch({
    idField: "name",
    fields: FIELDS,
    searchOptions: { boost: BOOSTS },
    ...(isStemmed ? { processTerm } : {}),
  });
  index.addAll(documents);
  const match = (/** @type {string} */ message) => index.search(message).slice(0, NEAREST);
  const find = async (/** @type {string} */ message) =>
    match(message).map((/** @type {{ id: string }} */ { id }) => id);
  return searchEngine(match, find, { build: cpuMs() - before, skills: documents.length });
}

/** Orama as in the start of its documentation, with weights; the stemmed variant also ignores stop words. @param {Place} place @param {boolean} isStemmed @returns {Promise<Engine>} */
async function openOrama({ tree }, isStemmed) {
  const { create, insertMultiple, search } = await peer("@orama/orama/dist/esm/index.js");
  const tokenizer = { language: "english", stemming: true, ...(await english()) };
  const documents = readDocuments(tree);
  const before = cpuMs();
  const index = create({
    schema: { name: "string", description: "string", body: "string" },
    ...(isStemmed ? { components: { tokenizer } } : {}),
  });
  await insertMultiple(index, documents);
  const match = (/** @type {string} */ message) =>
    search(index, { term: message, properties: FIELDS, boost: BOOSTS, limit: NEAREST });
  const find = async (/** @type {string} */ message) =>
    (await match(message)).hits.map((/** @type {any} */ { document }) => document.name);
  return searchEngine(match, find, { build: cpuMs() - before, skills: documents.length });
}

/** A search engine returns whatever it finds, and cannot recognise a clear match. @param {Engine["match"]} match @param {Engine["find"]} find @param {Engine["costs"]} costs @returns {Engine} */
function searchEngine(match, find, costs) {
  const give = async (/** @type {string} */ message) => ({
    any: (await find(message)).length > 0,
    loaded: false,
  });
  return { find, match, give, loads: false, costs };
}

/** Orama's stemmer and stop words for English; MiniSearch has none, so it uses the same. */
export async function english() {
  const { stemmer } = await peer("@orama/stemmers/dist/en.js");
  const { stopwords } = await peer("@orama/stopwords/dist/en.js");
  return { stemmer, stopWords: stopwords };
}

/** A module of a peer; peers are installed only in this folder. @param {string} path */
export function peer(path) {
  return import(new URL(`node_modules/${path}`, import.meta.url).href);
}

/** Name, description with triggers, and body of every skill; peers have no triggers, so they get them as text. @param {string} tree */
function readDocuments(tree) {
  return readdirSync(tree).map((name) => {
    const text = readFileSync(join(tree, name, "SKILL.md"), "utf8");
    const end = text.indexOf("\n---\n", 4);
    const description = text.slice(text.indexOf("description:") + 12, end);
    return { name, description, body: text.slice(end + 5) };
  });
}
