// Opens one engine on a directory of skills, matches many messages, and prints the cost.
// match-messages.mjs <engine> <tree> <cache> <file with { warmUp, asked }> [hostile]
import { readFileSync } from "node:fs";
import { cpuMs, ENGINES } from "../engines.mjs";
import { hostileMessages } from "../hostile-messages.mjs";

const [name = "", tree = "", cache = "", file = "", more = ""] = process.argv.slice(2);
/** @type {{ warmUp: import("../matching-skills.mjs").Wanted[]; asked: string[] }} */
const { warmUp, asked } = JSON.parse(readFileSync(file, "utf8"));
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
const peakMiB = process.resourceUsage().maxRSS / 1_024;
const reopened = cache === "" ? undefined : await reopen();
const heldMiB = held() - heldBefore;

/** @type {Record<string, number[]>} */
const hostileCosts = {};
for (const [kind, message] of Object.entries(more === "hostile" ? hostileMessages() : {})) {
  hostileCosts[kind] = [];
  // Never the same message twice, and each as a flat string, as if it came from outside.
  for (let round = 0; round < 7; round += 1)
    hostileCosts[kind].push(await cost(Buffer.from(`${message}${round}`).toString()));
}
process.stdout.write(
  JSON.stringify({
    costs: engine.costs,
    first,
    reopened,
    queries,
    right: warmUp.length === 0 ? 1 : right / warmUp.length,
    hostile: hostileCosts,
    heldMiB,
    peakMiB,
  }),
);

/** The cost of the first answer in a warm process: opening the index, and little else. */
async function reopen() {
  const again = await ENGINES[name]?.({ tree, cache });
  const before = cpuMs();
  await again?.match(asked[0] ?? "");
  return cpuMs() - before;
}

/** @param {string} message */
async function cost(message) {
  const before = cpuMs();
  await engine?.match(message);
  return cpuMs() - before;
}

/** Memory in use after garbage collection, in MiB. */
function held() {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
