import { largest } from "../matching/tables/largest.ts";
import type { SkillWords } from "./skill-words.ts";

/** Maximum number of candidates to compare with each skill. */
export const MOST_CANDIDATES = 16;
/** Maximum number of skills to consider per word. */
const LONGEST = 256;

/**
 * For each skill, in order, the earlier ones that share the most with it, weighted by rarity of the words. The work per
 * skill is bounded.
 */
export function* nearCandidates(
  all: readonly SkillWords[],
  rarity: (term: string) => number,
): Generator<readonly number[]> {
  const postings = new Map<string, number[]>();
  for (const [row, words] of all.entries()) {
    const scores = new Map<number, number>();
    for (const term of words.keys()) {
      const posting = postings.get(term) ?? [];
      const weight = rarity(term);
      for (const other of posting.slice(-LONGEST)) scores.set(other, (scores.get(other) ?? 0) + weight);
      if (posting.length === 0) postings.set(term, posting);
      posting.push(row);
    }
    const least = leastOf(scores);
    yield [...scores]
      .filter(([, score]) => score >= least)
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, MOST_CANDIDATES)
      .map(([other]) => other);
  }
}

/** The lowest score of a candidate, so that only few are sorted. */
function leastOf(scores: ReadonlyMap<number, number>): number {
  const values = Float64Array.from(scores.values());
  const last = largest(values, MOST_CANDIDATES, () => true).at(-1);
  return last === undefined ? 0 : (values[last] ?? 0);
}
