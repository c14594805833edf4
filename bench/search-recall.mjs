import { pick, randomNumbers } from "./random.mjs";

/** @typedef {import("./large-library.mjs").LibrarySkill} LibrarySkill */
/** @typedef {(query: string) => Promise<readonly string[]>} Search The names of the first ten results. */

/** Ways to ask for a skill that one knows. */
export const QUERIES = /** @type {const} */ ([
  "its name with spaces",
  "2 words of its description",
  "3 words of its description",
]);

/** Words that a person would not search for. */
const COMMON = new Set(
  "with attention when this skill that anything where triggers user asks someone mentions project needs working task about there trouble from made want for who and".split(
    " ",
  ),
);

/**
 * The share of skills that are among the first ten results, per kind of query. Words are taken from the five rarest ones of
 * a description, as a person picks the telling ones, and are not neighbours in it: dozens of skills share a common term.
 *
 * @param {readonly LibrarySkill[]} skills
 * @param {Search} search
 * @param {number} samples
 */
export async function searchRecall(skills, search, samples) {
  const random = randomNumbers(3);
  const frequencies = countWords(skills);
  const found = QUERIES.map(() => 0);
  /** @type {string[]} */
  const missed = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const skill = pick(skills, random);
    const words = tellingWords(skill.description, frequencies);
    const queries = [
      skill.name.replaceAll("-", " "),
      someOf(words, 2, { skill, random }),
      someOf(words, 3, { skill, random }),
    ];
    for (const [kind, query] of queries.entries()) {
      if ((await search(query)).includes(skill.name)) found[kind] = (found[kind] ?? 0) + 1;
      else missed.push(`${QUERIES[kind]}: "${query}" does not find ${skill.name}`);
    }
  }
  return { shares: found.map((count) => count / samples), missed };
}

/** @param {readonly LibrarySkill[]} skills */
function countWords(skills) {
  /** @type {Map<string, number>} */
  const frequencies = new Map();
  for (const { description } of skills)
    for (const word of contentWords(description)) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  return frequencies;
}

/** @param {string} text */
function contentWords(text) {
  const words = text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word)));
}

/** @param {string} description @param {ReadonlyMap<string, number>} frequencies */
function tellingWords(description, frequencies) {
  const rarity = (/** @type {string} */ word) => frequencies.get(word) ?? 0;
  return [...contentWords(description)].sort((a, b) => rarity(a) - rarity(b)).slice(0, 5);
}

/** @param {readonly string[]} words @param {number} count @param {{ skill: LibrarySkill; random: () => number }} from */
function someOf(words, count, { skill, random }) {
  const order = [...contentWords(skill.description)];
  /** @type {string[]} */
  const chosen = [];
  const isApart = (/** @type {string} */ word) =>
    chosen.every((other) => Math.abs(order.indexOf(word) - order.indexOf(other)) > 1);
  let left = words;
  while (chosen.length < count && left.length > 0) {
    chosen.push(pick(left, random));
    left = words.filter((word) => !chosen.includes(word) && isApart(word));
  }
  return chosen.join(" ");
}
