import type { MatchThresholds } from "../../conversation.ts";
import { FEATURE_NAMES, type Features } from "./features.ts";
import { type Calibration, WITH_MEANING, WORDS_ALONE } from "./odds.ts";

/** The lead from which a skill can be told from the next one. */
export const CLEAR_LEAD = 0.2;

/** The chance that a message calls for the best skill; `byMeaning` if an embedder answered for the message. */
export function chanceOf(features: Features, byMeaning: boolean): number {
  const { bias, odds } = calibrationFor(byMeaning);
  let sum = bias;
  for (const name of FEATURE_NAMES) sum += odds[name] * features[name];
  return 1 / (1 + Math.exp(-sum));
}

/** The thresholds in a library of this size, between those that were fitted. */
export function thresholdsFor(size: number, byMeaning: boolean): MatchThresholds {
  const rows = calibrationFor(byMeaning).thresholds;
  const after = rows.findIndex((row) => row.size >= size);
  const above = rows[after] ?? rows.at(-1);
  const below = after < 0 ? above : (rows[after - 1] ?? above);
  if (above === undefined || below === undefined) return { suggest: 1, load: 1, lead: CLEAR_LEAD };
  const range = Math.log(above.size / below.size);
  const part = range === 0 ? 0 : Math.log(size / below.size) / range;
  const between = (from: number, to: number) => from + (to - from) * part;
  return {
    suggest: between(below.suggest, above.suggest),
    load: between(below.load, above.load),
    lead: CLEAR_LEAD,
  };
}

function calibrationFor(byMeaning: boolean): Calibration {
  return byMeaning ? WITH_MEANING : WORDS_ALONE;
}
