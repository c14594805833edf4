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
  bias: -3.821,
  odds: {
    weight: 4.286,
    body: 2.784,
    share: -2.738,
    cover: 1.024,
    missing: -3.143,
    nearness: 2.462,
    phrase: 2.312,
    words: 1.531,
    size: -0.021,
    fact: -2.737,
    foreign: -0.972,
    weightNearness: 0.052,
    weightSize: 0.091,
    weightWords: -0.561,
    nearnessSize: -0.068,
  },
  thresholds: [
    { size: 30, suggest: 0.467, load: 0.959 },
    { size: 114, suggest: 0.467, load: 0.959 },
    { size: 200, suggest: 0.468, load: 0.959 },
    { size: 400, suggest: 0.468, load: 0.959 },
    { size: 3000, suggest: 0.468, load: 0.959 },
    { size: 20000, suggest: 0.468, load: 0.959 },
  ],
};

/** By words alone. */
export const WORDS_ALONE: Calibration = {
  bias: -5.376,
  odds: {
    weight: 5.413,
    body: 4.285,
    share: -1.417,
    cover: 1.127,
    missing: -2.444,
    nearness: 0,
    phrase: 2.788,
    words: 1.975,
    size: -0.157,
    fact: -2.532,
    foreign: 1.016,
    weightNearness: 0,
    weightSize: 0.232,
    weightWords: -1.298,
    nearnessSize: 0,
  },
  thresholds: [
    { size: 30, suggest: 0.501, load: 0.954 },
    { size: 114, suggest: 0.501, load: 0.954 },
    { size: 200, suggest: 0.501, load: 0.954 },
    { size: 400, suggest: 0.501, load: 0.954 },
    { size: 3000, suggest: 0.501, load: 0.954 },
    { size: 20000, suggest: 0.501, load: 0.954 },
  ],
};
