import { join } from "node:path";
import { bar, exactBar } from "./bars.mjs";
import { fullLines, linesOf, OTHER_WAYS } from "./catalog-ways.mjs";
import { LABELLED_SET, wantedMessages } from "./matching-skills.mjs";
import { openRankers } from "./rankers.mjs";

/** @typedef {import("./catalog-ways.mjs").Listed} Listed */

const CHARACTERS = 16_000;

/** Least shares that are left, in %, by the number of skills. @type {Readonly<Record<number, Readonly<Record<string, number>>>>} */
const GOALS = {
  100: { MiniSearch: 85, MiniLM: 95 },
  200: { MiniSearch: 65, MiniLM: 82 },
  500: { MiniSearch: 36, MiniLM: 57 },
};
const SIZES = Object.keys(GOALS).map(Number);

/** How well a skill can still be chosen from a shortened catalog. @returns {Promise<import("./bars.mjs").ShareClaim>} */
export async function catalogClaim() {
  const { planCatalog } = await import("@knowhow/runtime/authoring");
  const skills = await labelledSkills();
  const messages = wantedMessages();
  const rankers = Object.entries(await openRankers());
  /** @type {(ranker: import("./rankers.mjs").Ranker, lines: import("./catalog-ways.mjs").Lines) => Promise<number>} */
  const rightOnes = async (ranker, lines) => {
    const chosen = await ranker(
      lines,
      messages.map(({ query }) => query),
    );
    return messages.filter(({ expect }, index) => expect.includes(chosen[index] ?? "")).length;
  };
  const ways = {
    knowhow: (/** @type {readonly Listed[]} */ listed, /** @type {number} */ characters) =>
      linesOf(planCatalog(listed, { budget: Math.floor(characters / 4) - 1 }).text),
    ...OTHER_WAYS,
  };
  const best = await Promise.all(rankers.map(([, ranker]) => rightOnes(ranker, fullLines(skills))));
  /** @type {import("./bars.mjs").ShareRow[]} */
  const shares = [];
  for (const [name, write] of Object.entries(ways)) {
    const row = [];
    for (const size of SIZES) {
      const lines = write(skills, Math.floor((CHARACTERS * skills.length) / size));
      for (const [index, [, ranker]] of rankers.entries())
        row.push((await rightOnes(ranker, lines)) / (best[index] ?? Number.NaN));
    }
    shares.push({ name, shares: row });
  }
  const columns = SIZES.flatMap((size) => rankers.map(([ranker]) => ({ size, ranker })));
  return {
    id: "catalog",
    title: "Choosing from a shortened catalog",
    about: `A ranker reads the lines of a catalog and chooses a skill for each of ${messages.length} messages of the labelled set that want one: how much is left of its right choices from full descriptions. The ${skills.length} skills have as much room together as they would have among 100, 200 or 500 skills in ${CHARACTERS.toLocaleString("en")} characters.`,
    columns: columns.map(({ size, ranker }) => `${size}, ${ranker}`),
    shares,
    bars: columns.flatMap(({ size, ranker }, column) => {
      const share = (/** @type {number} */ row) => 100 * (shares[row]?.shares[column] ?? Number.NaN);
      const goal = 100 - (GOALS[size]?.[ranker] ?? Number.NaN);
      const what = `choice lost, ${size} skills, ${ranker}`;
      const behind = `behind an equal share, ${size} skills, ${ranker}`;
      // MiniLM is not installed everywhere.
      return ranker === "MiniLM"
        ? [
            bar(what, 100 - share(0), goal, " %", false),
            bar(behind, share(1) - share(0), 0, " points", false),
          ]
        : [exactBar(what, 100 - share(0), goal, " %"), exactBar(behind, share(1) - share(0), 0, " points")];
    }),
  };
}

/** @returns {Promise<readonly Listed[]>} */
async function labelledSkills() {
  const { createRuntime } = await import("@knowhow/runtime/node");
  const roots = [join(LABELLED_SET, "skills")];
  const runtime = await createRuntime({ roots, providers: false, cache: false });
  return runtime.library.list().map(({ name, description }) => ({ name, description }));
}
