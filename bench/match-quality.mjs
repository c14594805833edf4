import { join } from "node:path";
import { exactBar } from "./bars.mjs";
import { ENGINES } from "./engines.mjs";
import { LABELLED_SET, readLabelled } from "./matching-skills.mjs";

const FILES = ["tune", "held-out", "hard"];

/** How often messages of the labelled set find their skill, and how often an unwanted skill matches. @returns {Promise<import("./bars.mjs").FigureClaim>} */
export async function qualityClaim() {
  /** @type {{ name: string; values: (number | undefined)[] }[]} */
  const figures = [];
  for (const [name, open] of Object.entries(ENGINES)) {
    const engine = await open({ tree: join(LABELLED_SET, "skills"), cache: false });
    const values = [];
    for (const file of FILES) values.push(...(await judge(engine, readLabelled(file))));
    figures.push({ name, values });
  }
  const at = (/** @type {number} */ column) => figures[0]?.values[column] ?? Number.NaN;
  const bars = FILES.slice(0, 2).flatMap((file, index) => [
    exactBar(`skill not first, ${file}`, 100 - at(index * 4), 10, " %"),
    exactBar(`skill not among the first five, ${file}`, 100 - at(index * 4 + 1), 2, " %"),
    exactBar(`false loads, ${file}`, at(index * 4 + 2), 1, " %"),
    exactBar(`false suggestions, ${file}`, at(index * 4 + 3), 10, " %"),
  ]);
  return {
    id: "match-quality",
    title: "How often the right skill is found",
    about:
      "The labelled set of this repository, in %: for messages that expect a skill, how often it ranks first and among the first five; for messages that expect none, how often one is loaded, or anything matches at all. Weights were tuned on `tune`; `held-out` is only measured; `hard` requires world knowledge, and each of its messages expects a skill.",
    first: "engine",
    columns: FILES.flatMap((file) =>
      ["R@1", "R@5", ...(file === "hard" ? [] : ["false loads", "false suggestions"])].map((what) => ({
        name: `${file} ${what}`,
        digits: 1,
      })),
    ),
    figures,
    bars,
  };
}

/** @param {import("./engines.mjs").Engine} engine @param {readonly import("./matching-skills.mjs").Wanted[]} messages @returns {Promise<readonly (number | undefined)[]>} */
async function judge(engine, messages) {
  let [first, five, loads, gifts] = [0, 0, 0, 0];
  const wanting = messages.filter(({ expect }) => expect.length > 0);
  const others = messages.filter(({ expect }) => expect.length === 0);
  for (const { query, expect } of wanting) {
    const place = (await engine.find(query)).findIndex((name) => expect.includes(name));
    if (place === 0) first += 1;
    if (place >= 0) five += 1;
  }
  for (const { query } of others) {
    const given = await engine.give(query);
    if (given.loaded) loads += 1;
    if (given.any) gifts += 1;
  }
  const share = (/** @type {number} */ count, /** @type {number} */ of) => (100 * count) / of;
  const recall = [share(first, wanting.length), share(five, wanting.length)];
  if (others.length === 0) return recall;
  return [...recall, engine.loads ? share(loads, others.length) : undefined, share(gifts, others.length)];
}
