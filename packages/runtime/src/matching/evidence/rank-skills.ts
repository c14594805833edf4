import { type LexicalIndex, MOST } from "../lexical/lexical-index.ts";
import type { LexicalQuery, SoughtTerm } from "../lexical/lexical-query.ts";
import { countIn } from "../lexical/term-counts.ts";
import type { VectorIndex } from "../semantic/vector-index.ts";
import { largest } from "../tables/largest.ts";
import { WEIGHTS } from "./weights.ts";

/** A model's index of the skills, and its weight. */
export interface WeightedVectors {
  readonly index: VectorIndex;
  readonly weight: number;
}

/** A message's vectors in one model: of the whole text and, if there are several, of single sentences. */
export type QueryVectors = readonly Float32Array[];

/** The evidence for and against a skill. */
export interface Evidence {
  /** Row of the skill in every table. */
  readonly row: number;
  /** BM25 score. */
  readonly lexical: number;
  /** The score as a share of the best possible one. */
  readonly share: number;
  /** Similarity per model. */
  readonly cosines: readonly number[];
  /** Rarity of the message's words that occur only in what the skill is not for. */
  readonly against: number;
  /** Other evidence: phrases, files, earlier use. */
  readonly bonus: number;
  readonly score: number;
}

/** The input of a ranking. */
export interface RankInput {
  readonly lexical: LexicalIndex;
  readonly models: readonly WeightedVectors[];
  readonly query: LexicalQuery;
  /** Per model; undefined if it did not answer. */
  readonly vectors: readonly (QueryVectors | undefined)[];
  /** Bonus for phrases, by row. */
  readonly bonuses?: ReadonlyMap<number, number>;
  /** Bonus for circumstances, by row; counts only if the message also supports the skill. */
  readonly hints?: ReadonlyMap<number, number>;
  readonly isCandidate?: (row: number) => boolean;
}

/** Ranks skills for a message by all evidence, best first: all of them roughly, then the best in detail. */
export function rankSkills(input: RankInput): readonly Evidence[] {
  const { lexical, query, isCandidate = () => true } = input;
  const raw = new Float32Array(lexical.size);
  const most = lexical.score(query.terms, raw);
  const unit = fullScore(raw, most + WEIGHTS.unknown * query.unknown * MOST);
  return largest(roughScores(input, raw, unit), WEIGHTS.refined, isCandidate)
    .map((row) => scoreInDetail(input, row, raw[row] ?? 0, unit))
    .sort((a, b) => b.score - a.score || a.row - b.row);
}

/** The score that counts as 1: the highest of all skills, or a good part of what could be reached. */
function fullScore(raw: Float32Array, reachable: number): number {
  let top = 0;
  for (let row = 0; row < raw.length; row += 1) top = Math.max(top, raw[row] ?? 0);
  return Math.max(top, WEIGHTS.reachable * reachable) || 1;
}

/** Scores by words and similarity of whole texts. */
function roughScores(
  { models, vectors, bonuses = new Map(), hints = new Map() }: RankInput,
  raw: Float32Array,
  unit: number,
): Float32Array {
  const scores = new Float32Array(raw.length);
  for (let row = 0; row < raw.length; row += 1) scores[row] = (raw[row] ?? 0) / unit;
  const cosines = new Float32Array(raw.length);
  for (const [at, { index, weight }] of models.entries()) {
    const whole = vectors[at]?.[0];
    if (whole === undefined) continue;
    index.compare(whole, cosines.fill(0));
    for (let row = 0; row < raw.length; row += 1)
      scores[row] = (scores[row] ?? 0) + weight * (cosines[row] ?? 0);
  }
  for (const [row, bonus] of bonuses) scores[row] = (scores[row] ?? 0) + bonus;
  for (const [row, hint] of hints) scores[row] = addHint(scores[row] ?? 0, hint);
  return scores;
}

/** Circumstances decide between skills that match the message; they never add one. */
function addHint(score: number, hint: number): number {
  return score > 0 ? score + hint : score;
}

/** The full evidence for one skill. */
function scoreInDetail(input: RankInput, row: number, raw: number, unit: number): Evidence {
  const { lexical, models, query, vectors, bonuses, hints } = input;
  const cosines = models.map(({ index }, at) => {
    const given = vectors[at];
    return given === undefined ? 0 : nearness(index, given, row);
  });
  const share = (raw + WEIGHTS.pairs * scorePairs(lexical, query, row)) / unit;
  const bonus = (bonuses?.get(row) ?? 0) + (hints?.get(row) ?? 0);
  const against = scoreAgainst(lexical, query, row);
  const semantic = models.reduce((sum, { weight }, at) => sum + weight * (cosines[at] ?? 0), 0);
  const score = share + semantic + bonus - WEIGHTS.against * against;
  return { row, lexical: raw, share, cosines, against, bonus, score };
}

/** Similarity of a skill: of its whole text, increased by its best phrase if it has phrases. */
function nearness(index: VectorIndex, query: QueryVectors, row: number): number {
  let best = -1;
  for (const vector of query) {
    const whole = index.whole(vector, row);
    const phrase = index.nearestPhrase(vector, row);
    const { whole: wholeWeight, best: phraseWeight } = WEIGHTS.phrases;
    const near = phrase === undefined ? whole : wholeWeight * whole + phraseWeight * phrase;
    best = Math.max(best, whole, near);
  }
  return best;
}

/** The share of the message's words that a skill mentions only under what it is not for. */
function scoreAgainst(lexical: LexicalIndex, query: LexicalQuery, row: number): number {
  if (query.mass === 0) return 0;
  const against = query.terms.filter((term) => speaksAgainst(term, lexical.countsOf(row, term.id)));
  return against.reduce((sum, { weight, rarity }) => sum + weight * rarity, 0) / query.mass;
}

/** True if the user wrote the word, and the skill has it only under what it is not for. */
export function speaksAgainst({ by }: SoughtTerm, packed: number): boolean {
  if (by !== "word" || countIn(packed, 5) === 0) return false;
  return countIn(packed, 0) + countIn(packed, 1) + countIn(packed, 2) === 0;
}

/** The weight of neighbouring words in the message that are also neighbours in the skill. */
function scorePairs(lexical: LexicalIndex, query: LexicalQuery, row: number): number {
  let sum = 0;
  for (const { hash, worth } of query.pairs) if (lexical.hasPair(row, hash)) sum += worth;
  return sum;
}
