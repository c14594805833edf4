import type { Features } from "./features.ts";

/** What each feature adds to the log-odds; fitted on the tuning half of the labelled set. */
interface Odds {
  readonly bias: number;
  readonly weight: number;
  readonly nearness: number;
  readonly coverage: number;
  readonly lead: number;
  readonly fact: number;
}

/** The odds that the message needs any skill, and that the best one is right. */
interface Calibration {
  readonly calls: Odds;
  readonly right: Odds;
}

/** With an embedder, and by words alone. A large lead on little evidence is chance, so it counts against a match. */
const WITH_MEANING: Calibration = {
  calls: { bias: -2.93, weight: 2.53, nearness: 2.32, coverage: -0.6, lead: -1.06, fact: -2 },
  right: { bias: -2.21, weight: 0.92, nearness: 1.88, coverage: 0, lead: 2.23, fact: -1.57 },
};
const WORDS_ALONE: Calibration = {
  calls: { bias: -2.04, weight: 2.55, nearness: 0, coverage: -0.84, lead: -0.97, fact: -2.06 },
  right: { bias: -2.12, weight: 1.09, nearness: 0, coverage: -0.09, lead: 2.91, fact: -1.77 },
};

/** Probabilities between 0 and 1. */
export interface Chances {
  readonly calls: number;
  readonly right: number;
}

/** Above the first a skill is suggested, above the second it is loaded. */
export const SUGGEST_AT = 0.85;
export const LOAD_AT = 0.95;

/** The embedder's weight when the odds were fitted. More evidence gives larger leads without more meaning. */
const FITTED_MEANING = 0.8;

/**
 * The probabilities that a message needs a skill at all and that the best one is right; `meaning` is the weight of the
 * embedders.
 */
export function chancesOf(features: Features, meaning: number): Chances {
  const { calls, right } = meaning > 0 ? WITH_MEANING : WORDS_ALONE;
  const lead = meaning > 0 ? (features.lead * (1 + FITTED_MEANING)) / (1 + meaning) : features.lead;
  return { calls: chance(calls, { ...features, lead }), right: chance(right, { ...features, lead }) };
}

function chance(odds: Odds, features: Features): number {
  const sum =
    odds.bias +
    odds.weight * features.weight +
    odds.nearness * features.nearness +
    odds.coverage * features.coverage +
    odds.lead * features.lead +
    odds.fact * features.fact;
  return 1 / (1 + Math.exp(-sum));
}
