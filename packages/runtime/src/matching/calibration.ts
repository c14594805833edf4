import type { Features } from "./features.ts";

/** What each feature adds to the odds; fitted on the half of the labelled set that is there for tuning. */
export interface Odds {
  readonly bias: number;
  readonly weight: number;
  readonly nearness: number;
  readonly coverage: number;
  readonly lead: number;
  readonly words: number;
}

/** Odds that the message calls for some skill, and that the best one is the right one. */
interface Calibration {
  readonly calls: Odds;
  readonly right: Odds;
}

/** With an embedder, and by words alone. */
export const C: { withMeaning: Calibration; wordsAlone: Calibration } = {
  withMeaning: {
    calls: { bias: -3, weight: 2, nearness: 4, coverage: 2, lead: 1, words: 0 },
    right: { bias: -6, weight: 2, nearness: 4, coverage: 2, lead: 3, words: 0 },
  },
  wordsAlone: {
    calls: { bias: -2, weight: 2, nearness: 0, coverage: 2, lead: 1, words: 0 },
    right: { bias: -5, weight: 2, nearness: 0, coverage: 3, lead: 3, words: 0 },
  },
};

/** Chances between 0 and 1. */
export interface Chances {
  readonly calls: number;
  readonly right: number;
}

/** Above the first a skill is suggested, above the second it is loaded. */
export const SUGGEST_AT = 0.5;
export const LOAD_AT = 0.9;

/** How likely a message calls for a skill at all, and how likely the best one is right. */
export function chancesOf(features: Features, hasMeaning: boolean): Chances {
  const { calls, right } = hasMeaning ? C.withMeaning : C.wordsAlone;
  return { calls: chance(calls, features), right: chance(right, features) };
}

function chance(odds: Odds, features: Features): number {
  const sum =
    odds.bias +
    odds.weight * features.weight +
    odds.nearness * features.nearness +
    odds.coverage * features.coverage +
    odds.lead * features.lead +
    odds.words * features.words;
  return 1 / (1 + Math.exp(-sum));
}
