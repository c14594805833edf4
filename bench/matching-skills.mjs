import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pick, randomNumbers } from "./random.mjs";

/**
 * @typedef {{ readonly name: string; readonly description: string; readonly triggers: readonly string[]; readonly lines: readonly string[] }} Original
 * @typedef {{ readonly query: string; readonly expect: readonly string[] }} Wanted
 */

/** The labelled set of this repository: skills, and messages in users' words. */
export const LABELLED_SET = fileURLToPath(new URL("../fixtures/matching/", import.meta.url));

/** Length of a generated body in characters. */
const BODY = 6_000;

/** One in this many triggers is kept unchanged, so that several skills claim it. */
const KEPT_TRIGGER = 20;

/**
 * Writes `count` skills below `root`, each a variation of one skill of the labelled set: its name with the name of a maker,
 * most of its description, its triggers with the maker's name, and a body of about 6 KB with lines of it and of three others.
 * Made-up words, as frequent as rare words are in texts, give the body the long tail that names and identifiers have in real
 * ones. The same count always gives the same bytes as long as the labelled set stays the same.
 *
 * @param {string} root
 * @param {number} count
 */
export async function makeMatchingSkills(root, count) {
  const originals = await readOriginals();
  const random = randomNumbers(count);
  const rareWord = () => madeUpWord(Math.floor(Math.exp(random() * Math.log(30_000 + 10 * count))));
  const taken = new Set();
  for (let number = 0; number < count; number += 1) {
    const original = pick(originals, random);
    const maker = rareWord();
    const plain = `${original.name}-${maker}`;
    const name = taken.has(plain) ? `${plain}-${number.toString(36)}` : plain;
    taken.add(name);
    mkdirSync(join(root, name), { recursive: true });
    const text = skillText({ name, maker, original, originals, random, rareWord });
    writeFileSync(join(root, name, "SKILL.md"), text);
  }
}

/** Every message of both halves that expects a skill, ordered so that each part has all kinds. @returns {readonly Wanted[]} */
export function wantedMessages() {
  return ["tune", "held-out"].flatMap(readLabelled).filter(({ expect }) => expect.length > 0);
}

/** The messages of one file of the labelled set; `expect` is empty if no skill is expected. @param {string} file @returns {readonly Wanted[]} */
export function readLabelled(file) {
  const lines = readFileSync(join(LABELLED_SET, `${file}.jsonl`), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => {
    const { query, expect } = JSON.parse(line);
    return { query, expect: expect === null ? [] : [expect].flat() };
  });
}

/** @returns {Promise<readonly Original[]>} */
async function readOriginals() {
  const { createRuntime } = await import("@knowhow/runtime/node");
  const runtime = await createRuntime({
    roots: [join(LABELLED_SET, "skills")],
    providers: false,
    cache: false,
  });
  const originals = [];
  for (const { name, description, fields } of runtime.library.list()) {
    const { body } = await runtime.read(name);
    const lines = body.split("\n").filter((line) => line.trim() !== "");
    originals.push({ name, description, triggers: fields.triggers ?? [], lines });
  }
  return originals;
}

/** @param {{ name: string; maker: string; original: Original; originals: readonly Original[]; random: () => number; rareWord: () => string }} made */
function skillText({ name, maker, original, originals, random, rareWord }) {
  const clauses = original.description.split(/(?<=[.,;:])\s+/);
  const kept = clauses.filter((_, index) => index === 0 || random() < 0.8).join(" ");
  const description = `${kept.slice(0, 900)} Made for ${capital(maker)}.`;
  const triggers = original.triggers
    .filter(() => random() < 0.6)
    .map((phrase) => (random() < 1 / KEPT_TRIGGER ? phrase : `${phrase} for ${maker}`));
  const lists = triggers.length === 0 ? "" : `triggers: ${JSON.stringify(triggers)}\n`;
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n${lists}---\n\n${bodyText({ original, originals, random, rareWord })}\n`;
}

/** Its own lines first, then lines of others, with a line of rare words after every third. @param {{ original: Original; originals: readonly Original[]; random: () => number; rareWord: () => string }} made */
function bodyText({ original, originals, random, rareWord }) {
  const others = [pick(originals, random), pick(originals, random), pick(originals, random)];
  const lines = [...original.lines.filter(() => random() < 0.9)];
  let length = lines.join("\n").length;
  while (length < BODY) {
    const line = lines.length % 3 === 0 ? rareLine(rareWord) : pick(pick(others, random).lines, random);
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join("\n");
}

/** @param {() => string} rareWord */
function rareLine(rareWord) {
  const [one, two, three, four] = [rareWord(), rareWord(), rareWord(), rareWord()];
  return `- Set \`${one}_${two}\` in \`config/${three}.yml\` before ${capital(four)} starts.`;
}

const onsets = ["b", "br", "d", "dr", "f", "g", "k", "kl", "l", "m", "n", "p", "r", "s", "st", "t", "v", "z"];
const vowels = ["a", "e", "i", "o", "u", "ai", "eo"];
const ends = ["", "n", "r", "x", "l", "s", "t"];

/** A made-up word, the same for the same number; rarer ones are longer. @param {number} rank */
function madeUpWord(rank) {
  let word = "";
  let rest = rank + 1;
  do {
    word += onsets[rest % onsets.length] ?? "";
    rest = Math.floor(rest / onsets.length);
    word += vowels[rest % vowels.length] ?? "";
    rest = Math.floor(rest / vowels.length);
  } while (rest > 0);
  return `${word}${ends[rank % ends.length]}`;
}

/** @param {string} word */
function capital(word) {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
