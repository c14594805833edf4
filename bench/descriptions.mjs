import { pick, randomNumbers } from "./random.mjs";

/**
 * Generated descriptions with the length distribution of public skills: a median of 187 characters, 10 % below 72 and
 * 10 % above 393; 48 % say when to use the skill, starting at character 78 (median).
 *
 * @typedef {{ readonly name: string; readonly description: string; readonly what: string; readonly when: string | undefined }} MadeSkill
 */

const verbs = ["Reviews", "Converts", "Summarises", "Deploys", "Audits", "Formats", "Migrates", "Translates"];
const topics = [
  "pdf",
  "release",
  "schema",
  "invoice",
  "notebook",
  "contract",
  "log",
  "figma",
  "terraform",
  "cache",
];
const words =
  "the project files of a team with clear steps, checks before and after, short reports for every change and safe defaults; it reads tables, drafts, forms and logs, keeps names stable, writes examples and explains what was left out".split(
    " ",
  );
const openings = ["Use when", "Use this skill when", "Use for", "Use whenever", "Triggers on"];
const moments =
  "the user asks for a report, mentions a file of this kind, wants to compare two versions or is about to publish a change that others will read".split(
    " ",
  );

/** Skills with these properties; the same seed always gives the same ones. @param {number} count @param {number} [seed] @returns {readonly MadeSkill[]} */
export function makeDescriptions(count, seed = 1) {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, number) => makeSkill(number, random));
}

/** @param {number} number @param {() => number} random @returns {MadeSkill} */
function makeSkill(number, random) {
  const topic = pick(topics, random);
  const name = `${topic}-${pick(words, random).replace(/\W/g, "")}-${number}`;
  const length = Math.min(1_024, spread(random, { median: 189, below: 0.745, above: 0.59 }));
  const start = spread(random, { median: 94, below: 0.85, above: 0.6 });
  const first = `${pick(verbs, random)} ${topic}`;
  if (random() >= 0.515 || length < 60) {
    const description = sentence(first, words, length, random);
    return { name, description, what: description, when: undefined };
  }
  const what = sentence(first, words, Math.min(start, length - 30) - 1, random);
  const opening = pick(openings, random);
  const rest = Math.max(30, length - what.length - 1);
  const [clause, more] = rest > 170 ? [Math.floor(rest * 0.6), Math.floor(rest * 0.4) - 1] : [rest, 0];
  const when = sentence(opening, moments, clause, random);
  const tail = more > 0 ? ` ${sentence("Also", words, more, random)}` : "";
  return { name, description: `${what} ${when}${tail}`, what, when };
}

/** Appends words until the length is reached, and ends with a full stop. @param {string} first @param {readonly string[]} from @param {number} length @param {() => number} random */
function sentence(first, from, length, random) {
  let at = Math.floor(random() * from.length);
  let text = first;
  while (text.length < length - 1) {
    text += ` ${from[at % from.length]}`;
    at += 1;
  }
  return `${text.slice(0, Math.max(first.length, length - 1)).replace(/[\s,;.]+$/, "")}.`;
}

/** A random number around a median, with a separate spread on each side. @param {() => number} random @param {{ median: number; below: number; above: number }} shape */
function spread(random, { median, below, above }) {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.round(median * Math.exp(normal * (normal < 0 ? below : above)));
}
