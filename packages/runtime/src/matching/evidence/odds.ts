// Written by `npm run calibrate`. Do not edit.
// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: fitted values may resemble anything.
import type { FittedFeature } from "./features.ts";

/** What each feature adds to the log-odds, and the chances that are needed by the size of the library. */
export interface Calibration {
  readonly bias: number;
  readonly odds: Readonly<Record<FittedFeature, number>>;
  readonly thresholds: readonly { readonly size: number; readonly suggest: number; readonly load: number }[];
}

/** If an embedder answered for the message. */
export const WITH_MEANING: Calibration = {
  bias: -6.055,
  odds: {
    weight: 3.319,
    body: 3.338,
    share: 0.473,
    nearness: 3.142,
    phrase: 2.542,
    words: 0.467,
    size: 0.089,
    fact: -2.817,
    weightNearness: 1.455,
    weightSize: 0.312,
    weightWords: -0.861,
    nearnessSize: -0.267,
  },
  thresholds: [
    { size: 30, suggest: 0.402, load: 0.846 },
    { size: 114, suggest: 0.457, load: 0.888 },
    { size: 400, suggest: 0.474, load: 0.888 },
    { size: 3000, suggest: 0.663, load: 0.888 },
    { size: 20000, suggest: 0.835, load: 0.925 },
  ],
};

/** By words alone. */
export const WORDS_ALONE: Calibration = {
  bias: -7.792,
  odds: {
    weight: 4.417,
    body: 3.564,
    share: 1.808,
    nearness: 0,
    phrase: 3.037,
    words: 1.703,
    size: -0.019,
    fact: -2.258,
    weightNearness: 0,
    weightSize: 0.315,
    weightWords: -1.315,
    nearnessSize: 0,
  },
  thresholds: [
    { size: 30, suggest: 0.404, load: 0.791 },
    { size: 114, suggest: 0.473, load: 0.885 },
    { size: 400, suggest: 0.483, load: 0.885 },
    { size: 3000, suggest: 0.645, load: 0.897 },
    { size: 20000, suggest: 0.771, load: 0.897 },
  ],
};
