import { spawnSync } from "node:child_process";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { OURS } from "./engines.mjs";
import { ENVIRONMENTS } from "./environments.mjs";
import { makeMatchingSkills, wantedMessages } from "./matching-skills.mjs";

/**
 * The figures of one process, and those of all processes of an engine.
 *
 * @typedef {{ readonly costs: Readonly<Record<string, number>>; readonly first: number; readonly reopened?: number; readonly queries: readonly number[]; readonly right: number; readonly hostile: Readonly<Record<string, readonly number[]>>; readonly heldMiB: number; readonly peakMiB: number }} Told
 * @typedef {{ readonly name: string; readonly node: import("./context.mjs").NodeBinary; readonly size: number; readonly cold: Told | undefined; readonly warm: readonly Told[]; readonly diskMiB: number | undefined }} Taken
 * @typedef {{ readonly size: number; readonly asked: number; readonly warmUp: number; readonly rounds: number; readonly peerRounds: number; readonly everyNode: boolean; readonly engines: readonly string[] }} Plan
 */

const program = fileURLToPath(new URL("programs/match-messages.mjs", import.meta.url));

/** Measures every engine in turn, each in its own processes; ours first runs once without an index on disk. @param {Plan} plan @param {import("./context.mjs").Context} context @returns {Promise<readonly Taken[]>} */
export async function measureMatching(plan, context) {
  const { size, rounds, peerRounds, everyNode, engines: names } = plan;
  const { scratch, nodes, runs, home } = context;
  const tree = join(scratch, `match-${size}`);
  await makeMatchingSkills(tree, size);
  const messages = join(scratch, `messages-${size}.json`);
  writeMessages(messages, plan);
  /** @type {Taken[]} */
  const taken = [];
  for (const node of nodes.filter(({ own }) => own || everyNode)) {
    // One Node is enough for a comparison.
    const compared = names.filter((name) => node.own || OURS.includes(name));
    const engines = compared.map((name) => {
      const isOurs = OURS.includes(name);
      const cache = isOurs ? join(scratch, `match-${size}-${node.version}-${OURS.indexOf(name)}`) : "";
      const once = () => ask(name, { size, tree, cache, messages, node: node.path, home });
      const planned = Math.min(runs, isOurs ? rounds : peerRounds);
      return {
        name,
        cache,
        once,
        planned,
        cold: isOurs ? once() : undefined,
        warm: /** @type {Told[]} */ ([]),
      };
    });
    for (let round = 0; round < Math.max(rounds, peerRounds); round += 1)
      for (const { once, planned, warm } of engines) if (round < planned) warm.push(once());
    for (const { name, cache, cold, warm } of engines) {
      const diskMiB = cache === "" ? undefined : sizeOf(join(cache, "match")) / 2 ** 20;
      taken.push({ name, node, size, cold, warm, diskMiB });
    }
  }
  rmSync(tree, { recursive: true });
  return taken;
}

/** The timed messages are different from those of the warm-up. @param {string} place @param {Plan} plan */
function writeMessages(place, { warmUp, asked }) {
  const wanted = wantedMessages();
  const some = (/** @type {number} */ from, /** @type {number} */ count) => {
    const half = wanted.filter((_, index) => index % 2 === from);
    return Array.from({ length: count }, (_, index) => half[Math.floor((index * half.length) / count)]);
  };
  const messages = { warmUp: some(0, warmUp), asked: some(1, asked).map((message) => message?.query) };
  writeFileSync(place, JSON.stringify(messages));
}

/** One process of an engine. @param {string} name @param {{ size: number; tree: string; cache: string; messages: string; node: string; home: string }} life @returns {Told} */
function ask(name, { size, tree, cache, messages, node, home }) {
  const heap = size > 1_000 ? ["--max-old-space-size=12288"] : [];
  const more = OURS.includes(name) ? ["hostile"] : [];
  const { stdout, stderr, status } = spawnSync(
    node,
    ["--expose-gc", ...heap, program, name, tree, cache, messages, ...more],
    { encoding: "utf8", cwd: home, env: { ...ENVIRONMENTS[0]?.variables, HOME: home }, maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`${name} with ${size} skills failed:\n${stderr.slice(-2_000)}`);
  const told = JSON.parse(stdout);
  if (told.costs.skills !== size)
    throw new Error(`${name} loaded ${told.costs.skills} skills instead of ${size}`);
  return told;
}

/** Bytes of all files below a folder. @param {string} folder */
function sizeOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
