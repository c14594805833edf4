import { bar } from "./bars.mjs";
import { makeDescriptions } from "./descriptions.mjs";
import { survivalOf } from "./survival.mjs";

/** @typedef {import("./descriptions.mjs").MadeSkill} MadeSkill */
/** @typedef {(skills: readonly MadeSkill[]) => string} Writer */

const SIZES = [50, 100, 200];
const CHARACTERS = 16_000;
const DRAWS = 20;

/** How many skills still say when to use them in a catalog of 16,000 characters. @returns {Promise<import("./bars.mjs").ShareClaim>} */
export async function catalogClaim() {
  const { planCatalog } = await import("@knowhow/runtime/authoring");
  /** @type {readonly (readonly [string, Writer])[]} */
  const writers = [
    ["knowhow", (skills) => planCatalog(skills, { budget: CHARACTERS / 4 - 1 }).text],
    ["equal share for each skill", dealEvenly],
    ["first 100 characters", (skills) => preview(skills, 100)],
    ["first 60 characters", (skills) => preview(skills, 60)],
  ];
  const shares = writers.map(([name, write]) => ({
    name,
    shares: SIZES.map((size) => meanSurvival(size, write)),
  }));
  const lost = (/** @type {number} */ size) =>
    100 * (1 - (shares[0]?.shares[SIZES.indexOf(size)] ?? Number.NaN));
  return {
    id: "catalog",
    title: "When-clauses kept in the catalog",
    about: `Mean of ${DRAWS} random sets with ${CHARACTERS.toLocaleString("en")} characters. A clause counts as kept if 40 characters of it are in the catalog, together with the first 40 (200 skills: 20) of what the skill does.`,
    columns: SIZES.map((size) => `${size} skills`),
    shares,
    bars: [bar("lost with 100 skills", lost(100), 8, " %"), bar("lost with 200 skills", lost(200), 25, " %")],
  };
}

/** @param {number} size @param {Writer} write */
function meanSurvival(size, write) {
  const beside = size > 100 ? 20 : 40;
  let sum = 0;
  for (let seed = 1; seed <= DRAWS; seed += 1) {
    const skills = makeDescriptions(size, seed);
    sum += survivalOf(skills, write(skills), beside);
  }
  return sum / DRAWS;
}

/** Full descriptions if they fit; otherwise the room left by the names is distributed evenly. @param {readonly MadeSkill[]} skills */
function dealEvenly(skills) {
  const names = skills.reduce((sum, { name }) => sum + name.length + 5, 0);
  const needs = skills.map(({ description }) => description.length).sort((a, b) => a - b);
  let left = CHARACTERS - names;
  let width = 0;
  for (const [index, need] of needs.entries()) {
    const even = Math.floor(left / (needs.length - index));
    width = Math.max(width, Math.min(need, even));
    left -= Math.min(need, even);
  }
  return preview(skills, width);
}

/** The first characters of each description. @param {readonly MadeSkill[]} skills @param {number} width */
function preview(skills, width) {
  return skills.map(({ name, description }) => `- ${name}: ${description.slice(0, width)}`).join("\n");
}
