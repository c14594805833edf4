import { type LexicalIndex, rarityOf } from "../lexical/lexical-index.ts";
import type { LexicalQuery } from "../lexical/lexical-query.ts";
import { countIn } from "../lexical/term-counts.ts";
import { asksForFact } from "../request/asks-for-fact.ts";
import type { Evidence } from "./rank-skills.ts";

/** The evidence for one skill, relative to the message and the other skills. */
export interface Features {
  /** BM25 score divided by the rarity of a word that only one skill has: roughly the number of such words. */
  readonly weight: number;
  /** Similarity in the first model. */
  readonly nearness: number;
  /** Share of the message's words, weighted by rarity, that occur in the skill's name, triggers or description. */
  readonly coverage: number;
  /** Difference to the score of the next skill. */
  readonly lead: number;
  /** 1 if the message asks for information rather than for something to be done. */
  readonly fact: number;
}

/** The features of the best skill of a ranking. */
export function featuresOf(
  [best, next]: readonly [Evidence, ...Evidence[]],
  query: LexicalQuery,
  lexical: LexicalIndex,
  asked: string,
): Features {
  let covered = 0;
  for (const { id, weight, rarity } of query.terms) {
    const packed = lexical.countsOf(best.row, id);
    if (countIn(packed, 0) + countIn(packed, 1) + countIn(packed, 2) > 0) covered += weight * rarity;
  }
  return {
    weight: best.lexical / rarityOf(1, lexical.size),
    nearness: best.cosines[0] ?? 0,
    coverage: query.mass === 0 ? 0 : Math.min(1, covered / query.mass),
    lead: best.score - (next?.score ?? 0),
    fact: asksForFact(asked) ? 1 : 0,
  };
}
