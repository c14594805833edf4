import { type LexicalIndex, MOST } from "./lexical/lexical-index.ts";
import type { LexicalQuery } from "./lexical/lexical-query.ts";
import { countIn } from "./lexical/term-counts.ts";
import type { VectorIndex } from "./semantic/vector-index.ts";
import { WEIGHTS } from "./weights.ts";

/** A model's view of the skills, and how much it counts. */
export interface WeighedVectors {
  readonly index: VectorIndex;
  readonly weight: number;
}

/** A message's vectors in one model: of the whole, and of single sentences where it has several. */
export type QueryVectors = readonly Float32Array[];

/** What speaks for and against a skill. */
export interface Evidence {
  /** Row of the skill in every table. */
  readonly row: number;
  /** Raw BM25. */
  readonly lexical: number;
  /** The same as a share of what could be reached. */
  readonly share: number;
  /** Nearness in meaning, per model. */
  readonly cosines: readonly number[];
  /** Rarity of the message's words that stand where the skill says what it is not for. */
  readonly against: number;
  /** What was found beside words and meaning: phrases, files. */
  readonly bonus: number;
  readonly score: number;
}

/** Ranks skills for a message by all evidence that is in texts, best first. */
export function rankSkills(
  lexical: LexicalIndex,
  models: readonly WeighedVectors[],
  query: LexicalQuery,
  vectors: readonly (QueryVectors | undefined)[],
  bonuses: ReadonlyMap<number, number> = new Map(),
  takesPart: (row: number) => boolean = () => true,
): readonly Evidence[] {
  const size = lexical.size;
  const raw = new Float32Array(size);
  const most = lexical.score(query.terms, raw);
  let top = 0;
  for (let row = 0; row < size; row += 1) if ((raw[row] ?? 0) > top) top = raw[row] ?? 0;
  const reachable = most + WEIGHTS.unknown * query.unknown * MOST;
  const unit = Math.max(top, WEIGHTS.reachable * reachable);
  const coarse = new Float32Array(size);
  if (unit > 0) for (let row = 0; row < size; row += 1) coarse[row] = (raw[row] ?? 0) / unit;
  for (const [at, { index, weight }] of models.entries()) {
    const whole = vectors[at]?.[0];
    if (whole === undefined) continue;
    const cosines = new Float32Array(size);
    index.compare(whole, cosines);
    for (let row = 0; row < size; row += 1) coarse[row] = (coarse[row] ?? 0) + weight * (cosines[row] ?? 0);
  }
  for (const [row, bonus] of bonuses) coarse[row] = (coarse[row] ?? 0) + bonus;
  const candidates = largest(coarse, WEIGHTS.refined, takesPart);
  return candidates
    .map((row) => {
      const cosines = models.map(({ index }, at) => {
        const of = vectors[at];
        return of === undefined ? 0 : nearness(index, of, row);
      });
      const beside = WEIGHTS.pairs * weighPairs(lexical, query, row);
      const share = unit > 0 ? ((raw[row] ?? 0) + beside) / unit : 0;
      const bonus = bonuses.get(row) ?? 0;
      const against = weighAgainst(lexical, query, row);
      const semantic = models.reduce((sum, { weight }, at) => sum + weight * (cosines[at] ?? 0), 0);
      return {
        row,
        lexical: raw[row] ?? 0,
        share,
        cosines,
        against,
        bonus,
        score: share + semantic + bonus - WEIGHTS.against * against,
      };
    })
    .sort((a, b) => b.score - a.score || a.row - b.row);
}

/** A skill with example phrases is near when its whole text is, and when a phrase is. */
function nearness(index: VectorIndex, query: QueryVectors, row: number): number {
  let best = -1;
  for (const vector of query) {
    const whole = index.whole(vector, row);
    const phrases = index.phrases(vector, row);
    const mean = phrases.reduce((sum, value) => sum + value, 0) / (phrases.length || 1);
    const near =
      phrases.length === 0
        ? whole
        : Math.max(
            whole,
            WEIGHTS.phrases.whole * whole +
              WEIGHTS.phrases.best * Math.max(...phrases) +
              WEIGHTS.phrases.mean * mean,
          );
    best = Math.max(best, near);
  }
  return best;
}

/** The share of the message's words that a skill names only under what it is not for. */
function weighAgainst(lexical: LexicalIndex, query: LexicalQuery, row: number): number {
  let against = 0;
  for (const { id, weight, rarity } of query.terms) {
    const packed = lexical.countsOf(row, id);
    if (packed === 0) continue;
    const named = countIn(packed, 5);
    if (named > 0 && countIn(packed, 0) + countIn(packed, 1) + countIn(packed, 2) === 0)
      against += weight * rarity;
  }
  return query.mass === 0 ? 0 : against / query.mass;
}

/** What the message's neighbouring words are worth that stand side by side in the skill, too. */
function weighPairs(lexical: LexicalIndex, query: LexicalQuery, row: number): number {
  let sum = 0;
  for (const { hash, worth } of query.pairs) if (lexical.hasPair(row, hash)) sum += worth;
  return sum;
}

/** Positions of the largest positive values that are accepted, by one pass with a small heap of the best so far. */
export function largest(
  values: Float32Array,
  count: number,
  accept: (index: number) => boolean,
): readonly number[] {
  const heap: number[] = [];
  const less = (a: number, b: number) =>
    (values[a] ?? 0) < (values[b] ?? 0) || (values[a] === values[b] && a > b);
  const down = (start: number) => {
    let at = start;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const child = right < heap.length && less(heap[right] ?? 0, heap[left] ?? 0) ? right : left;
      if (!less(heap[child] ?? 0, heap[at] ?? 0)) return;
      [heap[at], heap[child]] = [heap[child] ?? 0, heap[at] ?? 0];
      at = child;
    }
  };
  for (let index = 0; index < values.length; index += 1) {
    if ((values[index] ?? 0) <= 0) continue;
    if (heap.length < count) {
      if (!accept(index)) continue;
      heap.push(index);
      if (heap.length === count) for (let at = (count >> 1) - 1; at >= 0; at -= 1) down(at);
    } else if (less(heap[0] ?? 0, index) && accept(index)) {
      heap[0] = index;
      down(0);
    }
  }
  return heap.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
}
