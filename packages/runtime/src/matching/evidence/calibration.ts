import type { MatchThresholds } from "../../conversation.ts";
import { FEATURE_NAMES, type Features } from "./features.ts";
import { type Calibration, type Odds, WITH_MEANING, WORDS_ALONE } from "./odds.ts";

/** The lead from which a skill can be told from the next one, in a small library and in a large one, with more rivals. */
const LEAD_IN_SMALL = { size: 200, lead: 0.2 };
const LEAD_IN_LARGE = { size: 3_000, lead: 0.5 };

/** In a library with more skills, some long text contains the words of any message. */
const LARGE = 500;

/** The chance that a message calls for the best skill; `byMeaning` if an embedder answered for the message. */
export function chanceOf(features: Features, byMeaning: boolean): number {
  return chanceBy(calibrationFor(byMeaning), features, byMeaning);
}

/** The chance that it calls for exactly what the best skill does, and not for another task with the same subject. */
export function loadChanceOf(features: Features, byMeaning: boolean): number {
  return chanceBy(calibrationFor(byMeaning).load, features, byMeaning);
}

function chanceBy({ bias, odds }: Odds, features: Features, byMeaning: boolean): number {
  if (isOnlyInBody(features, byMeaning)) return 0;
  let sum = bias;
  for (const name of FEATURE_NAMES) sum += odds[name] * features[name];
  return 1 / (1 + Math.exp(-sum));
}

/**
 * True if nothing but words of a text speaks for a skill of a large library: no word of its name, triggers or description,
 * and no embedder that understands the message.
 */
export function isOnlyInBody(
  { weight, size }: Pick<Features, "weight" | "size">,
  byMeaning: boolean,
): boolean {
  return !byMeaning && weight === 0 && size > Math.log(LARGE);
}

/** The lead that a load needs in a library of this size. */
export function clearLead(size: number): number {
  const part = Math.log(size / LEAD_IN_SMALL.size) / Math.log(LEAD_IN_LARGE.size / LEAD_IN_SMALL.size);
  return LEAD_IN_SMALL.lead + (LEAD_IN_LARGE.lead - LEAD_IN_SMALL.lead) * Math.min(1, Math.max(0, part));
}

/** The thresholds in a library of this size, between those that were fitted. */
export function thresholdsFor(size: number, byMeaning: boolean): MatchThresholds {
  const rows = calibrationFor(byMeaning).thresholds;
  const after = rows.findIndex((row) => row.size >= size);
  const above = rows[after] ?? rows.at(-1);
  const below = after < 0 ? above : (rows[after - 1] ?? above);
  if (above === undefined || below === undefined) return { suggest: 1, load: 1, lead: 1 };
  const range = Math.log(above.size / below.size);
  const part = range === 0 ? 0 : Math.log(size / below.size) / range;
  const between = (from: number, to: number) => from + (to - from) * part;
  return {
    suggest: between(below.suggest, above.suggest),
    load: between(below.load, above.load),
    lead: clearLead(size),
  };
}

function calibrationFor(byMeaning: boolean): Calibration {
  return byMeaning ? WITH_MEANING : WORDS_ALONE;
}
