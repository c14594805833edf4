// Opens one engine on a directory of skills, asks it many messages, and prints what that cost.
// match-messages.mjs <engine> <tree> <cache> <file with { warmUp, asked, hostile }>
import { readFileSync } from "node:fs";
import { cpuMs, ENGINES } from "../engines.mjs";

const [name = "", tree = "", cache = "", file = ""] = process.argv.slice(2);
/** @type {{ warmUp: import("../matching-skills.mjs").Wanted[]; asked: string[]; hostile: Record<string, string> }} */
const { warmUp, asked, hostile } = JSON.parse(readFileSync(file, "utf8"));
const heldBefore = held();
const engine = await ENGINES[name]?.({ tree, cache: cache === "" ? false : cache });
if (engine === undefined) throw new Error(`there is no engine "${name}"`);

const opened = cpuMs();
await engine.match(asked[0] ?? "");
const first = cpuMs() - opened;

let right = 0;
for (const { query, expect } of warmUp) {
  const [best = ""] = await engine.find(query);
  if (expect.some((wanted) => best.startsWith(wanted))) right += 1;
  await engine.match(query);
}
const queries = [];
for (const message of asked) queries.push(await cost(message));

/** @type {Record<string, number[]>} */
const hostileCosts = {};
for (const [kind, message] of Object.entries(hostile)) {
  hostileCosts[kind] = [];
  for (let round = 0; round < 5; round += 1) hostileCosts[kind].push(await cost(`${message}${round}`));
}
process.stdout.write(
  JSON.stringify({
    costs: engine.costs,
    first,
    queries,
    right: warmUp.length === 0 ? 1 : right / warmUp.length,
    hostile: hostileCosts,
    heldMiB: held() - heldBefore,
    peakMiB: process.resourceUsage().maxRSS / 1_024,
  }),
);

/** @param {string} message */
async function cost(message) {
  const before = cpuMs();
  await engine?.match(message);
  return cpuMs() - before;
}

/** What is in use after collecting garbage, in MiB. */
function held() {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
