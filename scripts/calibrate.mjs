/**
 * Fits the chances and thresholds of matching: `npm run calibrate` from the root of the repository. It reads the labelled
 * messages for development, never the held-out ones, and writes `packages/runtime/src/matching/evidence/odds.ts`.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { clearLead, isOnlyInBody } from "../packages/runtime/src/matching/evidence/calibration.ts";
import { FEATURE_NAMES } from "../packages/runtime/src/matching/evidence/features.ts";
import { fitLogistic, logistic } from "./calibrate/fit.mjs";
import { observe } from "./calibrate/observe.mjs";

/** @typedef {import("./calibrate/observe.mjs").Observation} Observation */

/**
 * Share of the everyday messages for which a skill may be suggested, in libraries of each size. Near misses do not count here:
 * a suggestion is a line that the model may ignore, but silence loses the skill.
 */
const FALSE_SUGGESTIONS = { withMeaning: 0.045, wordsAlone: 0.03 };

/**
 * Libraries that the odds are fitted on. In larger ones most skills are generated, and these are more alike than those that
 * people write: fitted on them, too, the odds are worse for public skills. Thresholds are chosen in libraries of all sizes.
 */
const LARGEST_FITTED = 3_000;

/**
 * Share of the loads that may be wrong, of the other messages that may load a skill, and of the near misses that may load
 * theirs. Those of public skills are harder than ours, so the last one is small.
 */
const WRONG_LOADS = 0.03;
const FALSE_LOADS = 0.004;
const NEAR_LOADS = 0.002;

/** Fewer near misses in other languages than this do not change their odds. */
const ENOUGH = 200;

const target = fileURLToPath(new URL("../packages/runtime/src/matching/evidence/odds.ts", import.meta.url));
const observations = await observe();
const calibration = {
  withMeaning: fitAll(
    observations.filter(({ byMeaning }) => byMeaning),
    FALSE_SUGGESTIONS.withMeaning,
  ),
  wordsAlone: fitAll(
    observations.filter(({ byMeaning }) => !byMeaning),
    FALSE_SUGGESTIONS.wordsAlone,
  ),
};
writeFileSync(target, sourceText(calibration));
spawnSync("npx", ["biome", "check", "--write", target], { stdio: "ignore" });
process.stdout.write(`${JSON.stringify(calibration, undefined, 1)}\n`);

/** @param {readonly Observation[]} seen @param {number} allowed */
function fitAll(seen, allowed) {
  // Another task with the same subject is a reason not to load a skill, but none not to mention it.
  const { bias, odds, chance } = fitChance(seen.filter(({ isOtherTask }) => !isOtherTask));
  const exact = fitLoads(seen);
  const everyday = seen.filter(({ isOffTopic, isNear }) => isOffTopic && !isNear);
  const load = Math.max(
    leastFor(
      seen.filter(({ isOffTopic }) => isOffTopic),
      wrongLoad(exact.chance),
      FALSE_LOADS,
    ),
    leastFor(
      seen.filter(({ isNearMiss }) => isNearMiss),
      wrongLoad(exact.chance),
      NEAR_LOADS,
    ),
  );
  const sizes = [...new Set(seen.map(({ size }) => size))].sort((a, b) => a - b);
  const thresholds = sizes.map((size) => {
    const here = seen.filter((observation) => observation.size === size);
    const suggest = leastFor(
      everyday.filter((observation) => observation.size === size),
      chance,
      allowed,
    );
    return {
      size,
      suggest: round(suggest),
      load: round(Math.max(load, loadAt(here, exact.chance))),
    };
  });
  return { bias, odds, load: { bias: exact.bias, odds: exact.odds }, thresholds: rising(thresholds) };
}

/**
 * The odds of a load. Near misses in other languages get higher chances than English ones, because fewer of their words are
 * known. Their odds are lowered until the same threshold keeps as many of them out.
 *
 * @param {readonly Observation[]} seen
 */
function fitLoads(seen) {
  const { bias, odds, chance } = fitChance(seen);
  const isForeign = (/** @type {Observation} */ { features }) => features?.foreign === 1;
  const near = seen.filter(({ isNearMiss }) => isNearMiss);
  const foreign = near.filter(isForeign);
  if (foreign.length < ENOUGH) return { bias, odds, chance };
  const needed = [foreign, near.filter((one) => !isForeign(one))].map((some) =>
    logOdds(leastFor(some, wrongLoad(chance), NEAR_LOADS)),
  );
  const less = Math.max(0, (needed[0] ?? 0) - (needed[1] ?? 0));
  return {
    bias,
    odds: { ...odds, foreign: round((odds.foreign ?? 0) - less) },
    chance: (/** @type {Observation} */ one) =>
      isForeign(one) ? 1 / (1 + Math.exp(less - logOdds(chance(one)))) : chance(one),
  };
}

/** The chance of a load that would be wrong. @param {(one: Observation) => number} chance */
function wrongLoad(chance) {
  return (/** @type {Observation} */ one) => (isClear(one) && !one.isFirst ? chance(one) : 0);
}

/** @param {number} chance */
function logOdds(chance) {
  const within = Math.min(0.9999, Math.max(0.0001, chance));
  return Math.log(within / (1 - within));
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
        .filter(({ features, isKnown, size }) => features !== undefined && isKnown && size <= LARGEST_FITTED)
        .map((one) => ({ values: valuesOf(one), label: one.isGiven ? 1 : 0 })),
    );
  const halves = [0, 1].map((half) => fitted(seen.filter(({ query }) => halfOf(query) !== half)));
  const [bias = 0, ...weights] = fitted(seen);
  const chance = (/** @type {Observation} */ one) =>
    one.features === undefined || isOnlyInBody(one.features, one.byMeaning)
      ? 0
      : logistic([1, ...valuesOf(one)], halves[halfOf(one.query)] ?? []);
  const odds = Object.fromEntries(FEATURE_NAMES.map((key, at) => [key, round(weights[at] ?? 0)]));
  return { bias: round(bias), odds, chance };
}

/**
 * The lowest chance that is reached by few enough messages; every size of library counts the same.
 *
 * @param {readonly Observation[]} seen @param {(observation: Observation) => number} chance @param {number} allowed
 */
function leastFor(seen, chance, allowed) {
  const counts = new Map();
  for (const { size } of seen) counts.set(size, (counts.get(size) ?? 0) + 1);
  const ordered = seen.map((one) => ({ chance: chance(one), part: 1 / counts.get(one.size) }));
  ordered.sort((a, b) => b.chance - a.chance);
  let left = allowed * counts.size;
  for (const one of ordered) {
    left -= one.part;
    // A little more than the chance of the first message that must not reach it.
    if (left < 0) return one.chance + 0.001;
  }
  return 0;
}

/** The lowest chance at which few enough loads are wrong. @param {readonly Observation[]} seen @param {(observation: Observation) => number} chance */
function loadAt(seen, chance) {
  const ordered = seen
    .filter((one) => one.wants && isClear(one))
    .map((one) => ({ chance: chance(one), isWrong: !one.isFirst }));
  ordered.sort((a, b) => b.chance - a.chance);
  let least = 1;
  let wrong = 0;
  for (const [at, one] of ordered.entries()) {
    if (one.isWrong) wrong += 1;
    if (wrong / (at + 1) <= WRONG_LOADS) least = one.chance;
  }
  return least;
}

/** True if the best skill has the lead that a load needs. @param {Observation} observation */
function isClear({ features, size }) {
  return (features?.lead ?? 0) >= clearLead(size);
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

/** What each feature adds to the log-odds. */
export interface Odds {
  readonly bias: number;
  readonly odds: Readonly<Record<FittedFeature, number>>;
}

/** The odds of a suggestion and of a load, and the chances that are needed by the size of the library. */
export interface Calibration extends Odds {
  readonly load: Odds;
  readonly thresholds: readonly { readonly size: number; readonly suggest: number; readonly load: number }[];
}

/** If an embedder answered for the message. */
export const WITH_MEANING: Calibration = ${JSON.stringify(withMeaning)};

/** By words alone. */
export const WORDS_ALONE: Calibration = ${JSON.stringify(wordsAlone)};
`;
}
