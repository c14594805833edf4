// Written by `npm run calibrate`. Do not edit.
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
export const WITH_MEANING: Calibration = {
  bias: -4.962,
  odds: {
    weight: 3.321,
    body: 2.443,
    share: -1.773,
    cover: 2.117,
    missing: -2.964,
    nearness: 2.538,
    phrase: 2.042,
    words: 1.634,
    size: 0.074,
    fact: -2.88,
    foreign: -1.25,
  },
  load: {
    bias: -4.369,
    odds: {
      weight: 2.51,
      body: 3.251,
      share: 0.093,
      cover: 1.823,
      missing: -1.869,
      nearness: 2.799,
      phrase: 2.826,
      words: 0.013,
      size: 0.135,
      fact: -2.717,
      foreign: -1.43,
    },
  },
  thresholds: [
    { size: 30, suggest: 0.422, load: 0.952 },
    { size: 114, suggest: 0.549, load: 0.952 },
    { size: 200, suggest: 0.549, load: 0.952 },
    { size: 400, suggest: 0.549, load: 0.952 },
    { size: 3000, suggest: 0.549, load: 0.952 },
    { size: 20000, suggest: 0.593, load: 0.952 },
  ],
};

/** By words alone. */
export const WORDS_ALONE: Calibration = {
  bias: -5.689,
  odds: {
    weight: 4.066,
    body: 4.355,
    share: -0.702,
    cover: 2.098,
    missing: -2.305,
    nearness: 0,
    phrase: 2.298,
    words: 1.209,
    size: 0.069,
    fact: -2.637,
    foreign: 1.121,
  },
  load: {
    bias: -4.775,
    odds: {
      weight: 2.912,
      body: 4.527,
      share: 0.907,
      cover: 1.974,
      missing: -1.193,
      nearness: 0,
      phrase: 1.925,
      words: -0.234,
      size: 0.15,
      fact: -2.372,
      foreign: -0.52,
    },
  },
  thresholds: [
    { size: 30, suggest: 0.456, load: 0.936 },
    { size: 114, suggest: 0.507, load: 0.936 },
    { size: 200, suggest: 0.542, load: 0.936 },
    { size: 400, suggest: 0.542, load: 0.936 },
    { size: 3000, suggest: 0.542, load: 0.936 },
    { size: 20000, suggest: 0.578, load: 0.936 },
  ],
};
