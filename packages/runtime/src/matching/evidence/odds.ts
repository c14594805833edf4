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
  bias: -6.522,
  odds: {
    weight: 4.292,
    body: 3.319,
    share: 0.423,
    nearness: 2.628,
    phrase: 2.713,
    words: 1.274,
    size: -0.032,
    fact: -2.97,
    weightNearness: 0.812,
    weightSize: 0.118,
    weightWords: -0.682,
    nearnessSize: -0.048,
  },
  thresholds: [
    { size: 30, suggest: 0.559, load: 0.924 },
    { size: 114, suggest: 0.559, load: 0.924 },
    { size: 200, suggest: 0.559, load: 0.924 },
    { size: 400, suggest: 0.559, load: 0.924 },
    { size: 3000, suggest: 0.559, load: 0.924 },
    { size: 20000, suggest: 0.559, load: 0.924 },
  ],
};

/** By words alone. */
export const WORDS_ALONE: Calibration = {
  bias: -8.356,
  odds: {
    weight: 5.652,
    body: 4.077,
    share: 1.65,
    nearness: 0,
    phrase: 3.193,
    words: 2.504,
    size: -0.159,
    fact: -2.639,
    weightNearness: 0,
    weightSize: 0.23,
    weightWords: -1.533,
    nearnessSize: 0,
  },
  thresholds: [
    { size: 30, suggest: 0.545, load: 0.925 },
    { size: 114, suggest: 0.545, load: 0.925 },
    { size: 200, suggest: 0.545, load: 0.925 },
    { size: 400, suggest: 0.545, load: 0.925 },
    { size: 3000, suggest: 0.545, load: 0.925 },
    { size: 20000, suggest: 0.545, load: 0.925 },
  ],
};
