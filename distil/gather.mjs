/** Gathers the training texts into `.work/texts.json`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { seeded } from "./random.mjs";
import { rephrase } from "./requests.mjs";
import { commandHelp, debianPackages, npmPackages, openApiOperations, wordNet } from "./sources.mjs";

const SHORTEST = 3;
const LONGEST = 420;

/** @param {string} work */
export async function gather(work) {
  const random = seeded(1);
  const sources = {
    debian: debianPackages(),
    npm: await npmPackages(),
    openapi: openApiOperations(),
    commands: commandHelp(),
    wordnet: wordNet(),
  };
  /** @type {Map<string, number>} */
  const known = new Map();
  const add = (/** @type {string} */ raw) => {
    const text = raw.replace(/\s+/g, " ").trim();
    if (text.length < SHORTEST || text.length > LONGEST || !/[a-z]{2}/i.test(text)) return undefined;
    const at = known.get(text) ?? known.size;
    known.set(text, at);
    return at;
  };
  for (const [name, found] of Object.entries(sources)) {
    const before = known.size;
    for (const { text, partner } of found) {
      if (name === "wordnet" && random() < 0.4) continue;
      const isNew = !known.has(text);
      const at = add(text);
      if (at === undefined || !isNew) continue;
      if (partner !== undefined && (name !== "openapi" || random() < 0.4)) add(partner);
      const chance = name === "wordnet" ? 0.05 : 0.5;
      const again = random() < chance ? rephrase(text, random) : undefined;
      if (again !== undefined) add(again);
    }
    process.stdout.write(`${name}: ${found.length} found, ${known.size - before} new texts\n`);
  }
  mkdirSync(work, { recursive: true });
  const texts = [...known.keys()];
  writeFileSync(`${work}/texts.json`, JSON.stringify({ texts }));
  process.stdout.write(`texts: ${texts.length}\n`);
}
