/**
 * Fits the chances and thresholds of matching: `npm run calibrate` from the root of the repository. It reads the labelled
 * messages for development, never the held-out ones, and writes `packages/runtime/src/matching/evidence/odds.ts`.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CLEAR_LEAD } from "../packages/runtime/src/matching/evidence/calibration.ts";
import { FEATURE_NAMES } from "../packages/runtime/src/matching/evidence/features.ts";
import { fitLogistic, logistic } from "./calibrate/fit.mjs";
import { observe } from "./calibrate/observe.mjs";

/** @typedef {import("./calibrate/observe.mjs").Observation} Observation */

/**
 * Share of the messages that want no skill for which one may be suggested: of those on other topics, and of all. Share of
 * the loads that may be wrong, of the other messages that may load a skill, and of the near misses that may load theirs.
 */
const FALSE_SUGGESTIONS = { plain: 0.025, all: 0.05 };
const WRONG_LOADS = 0.03;
const FALSE_LOADS = 0.005;
const NEAR_LOADS = 0.03;

const target = fileURLToPath(new URL("../packages/runtime/src/matching/evidence/odds.ts", import.meta.url));
const observations = await observe();
const calibration = {
  withMeaning: fitAll(observations.filter(({ byMeaning }) => byMeaning)),
  wordsAlone: fitAll(observations.filter(({ byMeaning }) => !byMeaning)),
};
writeFileSync(target, sourceText(calibration));
spawnSync("npx", ["biome", "check", "--write", target], { stdio: "ignore" });
process.stdout.write(`${JSON.stringify(calibration, undefined, 1)}\n`);

/** @param {readonly Observation[]} seen */
function fitAll(seen) {
  const { bias, odds, chance } = fitChance(seen);
  const sizes = [...new Set(seen.map(({ size }) => size))].sort((a, b) => a - b);
  const thresholds = sizes.map((size) => {
    const here = seen.filter((observation) => observation.size === size);
    return { size, suggest: round(suggestAt(here, chance)), load: round(loadAt(here, chance)) };
  });
  return { bias, odds, thresholds: rising(thresholds) };
}

/**
 * The odds, fitted on everything, and chances for choosing thresholds: each message is judged by odds that were fitted on
 * the other half of the messages.
 *
 * @param {readonly Observation[]} seen
 */
function fitChance(seen) {
  const valuesOf = (/** @type {Observation} */ { features }) =>
    FEATURE_NAMES.map((key) => features?.[key] ?? 0);
  const fitted = (/** @type {readonly Observation[]} */ some) =>
    fitLogistic(
      some
        .filter(({ features }) => features !== undefined)
        .map((one) => ({ values: valuesOf(one), label: one.isGiven ? 1 : 0, importance: one.importance })),
    );
  const halves = [0, 1].map((half) => fitted(seen.filter(({ query }) => halfOf(query) !== half)));
  const [bias = 0, ...weights] = fitted(seen);
  const chance = (/** @type {Observation} */ one) =>
    one.features === undefined ? 0 : logistic([1, ...valuesOf(one)], halves[halfOf(one.query)] ?? []);
  const odds = Object.fromEntries(FEATURE_NAMES.map((key, at) => [key, round(weights[at] ?? 0)]));
  return { bias: round(bias), odds, chance };
}

/** The lowest chance at which few enough messages that want nothing get a suggestion. @param {readonly Observation[]} seen @param {(observation: Observation) => number} chance */
function suggestAt(seen, chance) {
  const unwanted = seen.filter(({ isOffTopic }) => isOffTopic);
  const plain = unwanted.filter(({ isNear }) => !isNear);
  const exceeded = (/** @type {readonly Observation[]} */ some, /** @type {number} */ share) =>
    some.map(chance).sort((a, b) => b - a)[Math.floor(share * some.length)] ?? 1;
  return Math.max(exceeded(plain, FALSE_SUGGESTIONS.plain), exceeded(unwanted, FALSE_SUGGESTIONS.all));
}

/** The lowest chance at which few enough loads are wrong, if the lead is clear. @param {readonly Observation[]} seen @param {(observation: Observation) => number} chance */
function loadAt(seen, chance) {
  const clear = seen.filter(({ features }) => (features?.lead ?? 0) >= CLEAR_LEAD);
  const ordered = clear
    .filter(({ wants }) => wants)
    .map((one) => ({ chance: chance(one), isWrong: !one.isFirst }));
  ordered.sort((a, b) => b.chance - a.chance);
  let least = 1;
  let wrong = 0;
  for (const [at, one] of ordered.entries()) {
    if (one.isWrong) wrong += 1;
    if (wrong / (at + 1) <= WRONG_LOADS) least = one.chance;
  }
  const exceeded = (/** @type {(one: Observation) => boolean} */ isOne, /** @type {number} */ share) => {
    const chances = clear.filter((one) => isOne(one) && !one.isFirst).map(chance);
    return chances.sort((a, b) => b - a)[Math.floor(share * seen.filter(isOne).length)] ?? 0;
  };
  const unwanted = exceeded(({ isOffTopic }) => isOffTopic, FALSE_LOADS);
  return Math.max(
    least,
    unwanted,
    exceeded(({ isNearMiss }) => isNearMiss, NEAR_LOADS),
  );
}

/** A larger library never has a lower threshold. @param {readonly { size: number; suggest: number; load: number }[]} rows */
function rising(rows) {
  let [suggest, load] = [0, 0];
  return rows.map((row) => {
    suggest = Math.max(suggest, row.suggest);
    load = Math.max(load, row.load);
    return { size: row.size, suggest, load };
  });
}

/** Half of the messages by a hash of their text. @param {string} query */
function halfOf(query) {
  let hash = 0;
  for (let at = 0; at < query.length; at += 1) hash = (Math.imul(hash, 31) + query.charCodeAt(at)) | 0;
  return (hash >>> 3) & 1;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1_000) / 1_000;
}

/** @param {typeof calibration} all */
function sourceText({ withMeaning, wordsAlone }) {
  return `// Written by \`npm run calibrate\`. Do not edit.
// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: fitted values may resemble anything.
import type { FittedFeature } from "./features.ts";

/** What each feature adds to the log-odds, and the chances that are needed by the size of the library. */
export interface Calibration {
  readonly bias: number;
  readonly odds: Readonly<Record<FittedFeature, number>>;
  readonly thresholds: readonly { readonly size: number; readonly suggest: number; readonly load: number }[];
}

/** If an embedder answered for the message. */
export const WITH_MEANING: Calibration = ${JSON.stringify(withMeaning)};

/** By words alone. */
export const WORDS_ALONE: Calibration = ${JSON.stringify(wordsAlone)};
`;
}
