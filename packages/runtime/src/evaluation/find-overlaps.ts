import { periodicYield } from "../basics/awaitable.ts";
import { compareText, quoteAll } from "../basics/words.ts";
import type { Embedder } from "../ports.ts";
import type { Skill } from "../skill.ts";
import { claimedTwice } from "./claimed-twice.ts";
import { embedAll } from "./embed-all.ts";
import {
  type HeldOutOptions,
  holdOutPhrases,
  type PhraseRecall,
  type StolenPhrase,
} from "./held-out-phrases.ts";
import { MOST_CANDIDATES, nearCandidates } from "./near-candidates.ts";
import { distinguishingWords, rarities, type SkillWords, skillWords, wordSimilarity } from "./skill-words.ts";

/** Two skills that are hard to tell apart. */
export interface Overlap {
  readonly a: string;
  readonly b: string;
  /** Similarity of the descriptions by meaning, or by words if there is no embedder; 0 to 1. */
  readonly similarity: number;
  /** Words that both have, rarest first. */
  readonly shared: readonly string[];
  /** Words that distinguish one from the other, rarest first. */
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  readonly reasons: readonly string[];
}

export interface OverlapReport {
  /** Most similar first. */
  readonly pairs: readonly Overlap[];
  readonly stolen: readonly StolenPhrase[];
  readonly recall: PhraseRecall;
  /** Notes for the user, for example that an embedder did not answer. */
  readonly notes: readonly string[];
}

export interface OverlapOptions extends HeldOutOptions {
  /** Minimum similarity of a pair, 0 to 1. Default 0.92, or 0.6 without an embedder. */
  readonly min?: number;
  readonly embedder?: Embedder | undefined;
}

const NEAR = 0.92;
/** The default for similarity by words, which is always lower than by meaning. */
const NEAR_BY_WORDS = 0.6;
/** With fewer words in common, a high similarity is an error of the embedder, for example in an unknown language. */
const FEWEST = 0.2;

/** Similarity of two descriptions, and how it was measured. */
interface PairNearness {
  readonly value: number;
  readonly isPair: boolean;
  readonly how: string;
}

/**
 * Finds pairs of skills that a message cannot tell apart, and phrases that match another skill than the one that
 * declares them.
 */
export async function findOverlaps(
  skills: readonly Skill[],
  options: OverlapOptions,
): Promise<OverlapReport> {
  const notes: string[] = [];
  const vectors = await embedAll(
    skills.map(({ description }) => description),
    options,
    (note) => notes.push(note),
  );
  const words = skills.map(skillWords);
  const rarity = rarities(words);
  const pairs = new Map<
    string,
    { readonly first: number; readonly second: number; readonly phrases: string[] }
  >();
  const pairOf = (first: number, second: number) => {
    const key = `${first} ${second}`;
    const pair = pairs.get(key) ?? { first, second, phrases: [] };
    pairs.set(key, pair);
    return pair;
  };
  const near = (first: number, second: number): PairNearness => {
    const cosine = vectors?.(first, second);
    const byWords = () => wordSimilarity(wordsAt(words, first), wordsAt(words, second), rarity);
    if (cosine !== undefined) {
      const isPair = cosine >= (options.min ?? NEAR) && byWords() >= FEWEST;
      return { value: cosine, isPair, how: "mean nearly the same" };
    }
    const value = byWords();
    return { value, isPair: value >= (options.min ?? NEAR_BY_WORDS), how: "have nearly the same words" };
  };
  const yieldNow = periodicYield();
  let crowded = 0;
  let second = 0;
  for (const candidates of nearCandidates(words, rarity)) {
    await yieldNow();
    options.signal?.throwIfAborted();
    const alike = candidates.filter((first) => near(first, second).isPair);
    for (const first of alike) pairOf(first, second);
    if (alike.length === MOST_CANDIDATES) crowded += 1;
    second += 1;
  }
  if (crowded > 0) notes.push(leftOut(crowded));
  for (const { first, second, phrase } of claimedTwice(skills)) pairOf(first, second).phrases.push(phrase);
  const overlaps = [...pairs.values()].map(({ first, second, phrases }): Overlap => {
    const [a, b] = [wordsAt(words, first), wordsAt(words, second)];
    const { value, isPair, how } = near(first, second);
    const only = (own: SkillWords, other: SkillWords) =>
      distinguishingWords(own, other, { shared: false, rarity });
    return {
      a: skills[first]?.name ?? "",
      b: skills[second]?.name ?? "",
      similarity: Math.round(value * 1_000) / 1_000,
      shared: distinguishingWords(a, b, { shared: true, rarity }),
      onlyA: only(a, b),
      onlyB: only(b, a),
      reasons: [
        ...(isPair ? [`their descriptions ${how}`] : []),
        ...(phrases.length > 0 ? [`both claim ${quoteAll(phrases)}`] : []),
      ],
    };
  });
  const { stolen, recall } = await holdOutPhrases(skills, options);
  overlaps.sort((x, y) => y.similarity - x.similarity || compareText(x.a, y.a) || compareText(x.b, y.b));
  return { pairs: overlaps, stolen, recall, notes };
}

/** Thousands of copies would give millions of pairs, which are useless to a reader. */
function leftOut(crowded: number): string {
  const skills = crowded === 1 ? "one skill is" : `${crowded} skills are`;
  return `${skills} too similar to more than ${MOST_CANDIDATES - 1} others; only the ${MOST_CANDIDATES} nearest pairs of each are listed`;
}

function wordsAt(words: readonly SkillWords[], row: number): SkillWords {
  return words[row] ?? new Map();
}
