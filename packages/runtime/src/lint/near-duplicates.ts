/** Two nearly equal texts, by index; `first` is before `second`. */
export interface NearPair {
  readonly first: number;
  readonly second: number;
  /** Share of common word pairs, 0 to 1. */
  readonly similarity: number;
}

const LEAST_SIMILARITY = 0.7;
const FEWEST_SHINGLES = 4;
const MOST_CANDIDATES = 32;

/** Decides whether two similar texts, given by index, count as a pair. */
export type PairFilter = (first: number, second: number) => boolean;

/**
 * Finds near-duplicates with an inverted index over word pairs. Each text is paired once, with the most similar one
 * before it. A text with a partner is not compared again, and word pairs of many texts are ignored, so the time is not
 * quadratic in the number of texts.
 */
export function nearDuplicates(texts: readonly string[], counts: PairFilter): readonly NearPair[] {
  const shingles = texts.map(shinglesOf);
  const frequency = new Map<string, number>();
  for (const shingle of shingles.flatMap((set) => [...set])) {
    frequency.set(shingle, (frequency.get(shingle) ?? 0) + 1);
  }
  const index = new Map<string, number[]>();
  const pairs: NearPair[] = [];
  for (const [second, set] of shingles.entries()) {
    if (set.size < FEWEST_SHINGLES) continue;
    const telling = rarest(set, frequency);
    const candidates = new Set(telling.flatMap((shingle) => index.get(shingle) ?? []));
    const best = closest(set, candidates, shingles, (first) => counts(first, second));
    if (best !== undefined) {
      pairs.push({ ...best, second });
      continue;
    }
    for (const shingle of telling) {
      const list = index.get(shingle) ?? [];
      if (list.length < MOST_CANDIDATES) list.push(second);
      index.set(shingle, list);
    }
  }
  return pairs;
}

/** Pairs of neighbouring words or, in a script without spaces, of neighbouring characters. */
function shinglesOf(text: string): ReadonlySet<string> {
  const words =
    text
      .toLowerCase()
      .slice(0, 4_096)
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`));
}

/** Prefix filter: two sets can be similar enough only if they share one of their rarest members. */
function rarest(set: ReadonlySet<string>, frequency: ReadonlyMap<string, number>): readonly string[] {
  const order = [...set].sort(
    (a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : 1),
  );
  return order.slice(0, set.size - Math.ceil(LEAST_SIMILARITY * set.size) + 1);
}

function closest(
  set: ReadonlySet<string>,
  candidates: Iterable<number>,
  shingles: readonly ReadonlySet<string>[],
  counts: (first: number) => boolean,
): { readonly first: number; readonly similarity: number } | undefined {
  let best: { readonly first: number; readonly similarity: number } | undefined;
  for (const first of candidates) {
    const similarity = jaccard(set, shingles[first] ?? new Set());
    if (similarity < LEAST_SIMILARITY || similarity <= (best?.similarity ?? 0)) continue;
    if (counts(first)) best = { first, similarity };
  }
  return best;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const shingle of a) if (b.has(shingle)) shared += 1;
  return shared / (a.size + b.size - shared);
}
