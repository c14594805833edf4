import { type LexicalIndex, rarityOf } from "../lexical/lexical-index.ts";
import type { LexicalQuery } from "../lexical/lexical-query.ts";
import { countIn } from "../lexical/term-counts.ts";
import { asksForFact } from "../request/asks-for-fact.ts";
import { isForeign } from "../request/is-foreign.ts";
import type { Evidence, QueryVectors, WeightedVectors } from "./rank-skills.ts";

/** The evidence for the best skill, relative to the message, the other skills and the size of the library. */
export interface Features {
  /**
   * Logarithm of the BM25 score of name, triggers and description, divided by the rarity of a word that only one skill
   * has.
   */
  readonly weight: number;
  /** What the score of the whole skill adds to it: words that only occur in a long text say less. */
  readonly body: number;
  /** The score by words as a share of what could be reached. */
  readonly share: number;
  /** How much of the message, by the rarity of its words, occurs in name, triggers and description. */
  readonly cover: number;
  /** Share of the message's words that occur nowhere in the skill, such as what else should be done with its subject. */
  readonly missing: number;
  /** Similarity relative to an average skill, in the model that finds the skill nearest. */
  readonly nearness: number;
  /** How much of the message is a phrase that the skill mentions: 0 for none, 1 for all of it. */
  readonly phrase: number;
  /** Logarithm of the number of significant words of the message. */
  readonly words: number;
  /** Logarithm of the number of skills. */
  readonly size: number;
  /** Difference to the score of the next skill. */
  readonly lead: number;
  /** 1 if the message asks for information rather than for something to be done. */
  readonly fact: number;
  /** 1 if the message is not in English: fewer of its words occur in skills, and those that do say more. */
  readonly foreign: number;
}

/** A feature that the chance is fitted on. The lead is judged by itself: relatives of the right skill shrink it. */
export type FittedFeature = Exclude<keyof Features, "lead">;

/** All of them. */
export const FEATURE_NAMES: readonly FittedFeature[] = [
  "weight",
  "body",
  "share",
  "cover",
  "missing",
  "nearness",
  "phrase",
  "words",
  "size",
  "fact",
  "foreign",
];

/** What the features are computed from, besides the ranking. */
export interface FeatureInput {
  readonly asked: string;
  readonly query: LexicalQuery;
  readonly lexical: LexicalIndex;
  readonly models: readonly WeightedVectors[];
  /** Per model; undefined if it did not answer. */
  readonly vectors: readonly (QueryVectors | undefined)[];
  /** How much of the message is a phrase of the best skill. */
  readonly phrase: number;
}

/** The features of the best skill of a ranking. */
export function featuresOf([best, next]: readonly [Evidence, ...Evidence[]], input: FeatureInput): Features {
  const { asked, query, lexical, phrase } = input;
  const unit = rarityOf(1, lexical.size);
  const weight = Math.log(1 + lexical.headScore(best.row, query.terms) / unit);
  return {
    weight,
    body: Math.log(1 + best.lexical / unit) - weight,
    share: Math.min(1, best.share),
    ...coverOf(best, input),
    nearness: nearnessOf(best, input),
    phrase,
    words: Math.log(1 + query.words),
    size: Math.log(lexical.size),
    lead: best.score - (next?.score ?? 0),
    fact: asksForFact(asked) ? 1 : 0,
    foreign: isForeign(asked) ? 1 : 0,
  };
}

function coverOf({ row }: Evidence, { query, lexical }: FeatureInput): Pick<Features, "cover" | "missing"> {
  let covered = 0;
  let found = 0;
  for (const { id, weight, rarity, by } of query.terms) {
    const counts = lexical.countsOf(row, id);
    if (counts === 0 || by === "long-form") continue;
    found += 1;
    if (countIn(counts, 0) + countIn(counts, 1) + countIn(counts, 2) > 0) covered += weight * rarity;
  }
  return {
    cover: query.mass === 0 ? 0 : Math.min(1, covered / query.mass),
    missing: query.words === 0 ? 0 : Math.max(0, 1 - found / query.words),
  };
}

function nearnessOf({ cosines }: Evidence, { models, vectors }: FeatureInput): number {
  let nearest: number | undefined;
  for (const [at, { index }] of models.entries()) {
    const whole = vectors[at]?.[0];
    if (whole === undefined) continue;
    const typical = index.typical(whole);
    nearest = Math.max(nearest ?? -1, ((cosines[at] ?? 0) - typical) / (1 - typical));
  }
  return nearest ?? 0;
}
