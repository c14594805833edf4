import { WEIGHTS } from "../evidence/weights.ts";
import { longFormsOf } from "../words/short-forms.ts";
import { eachTerm } from "../words/terms.ts";
import { type KnownTerm, type LexicalIndex, rarityOf } from "./lexical-index.ts";
import { pairHash } from "./pair-filter.ts";
import type { Spelling } from "./spelling.ts";

/** A text to match and the weight of its words. */
export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

/** A term to look up, and the word of the message that it came from. */
export interface SoughtTerm extends KnownTerm {
  readonly word: string;
  /** How the term was derived from the word. */
  readonly by: "word" | "long-form" | "spelling";
}

/** A message as the lexical index sees it. */
export interface LexicalQuery {
  readonly terms: readonly SoughtTerm[];
  /** Neighbouring words that are both known, with their mean rarity. */
  readonly pairs: readonly { readonly hash: number; readonly worth: number }[];
  /** Number of different significant words of the message, known or not. */
  readonly words: number;
  /** Total rarity of those that no skill has. */
  readonly unknown: number;
  /** Total rarity of all of them; unknown words count as the rarest. */
  readonly mass: number;
}

/** A message with more different terms is a document, not a request. */
const MAX_TERMS = 120;

/** Finds the terms of a message that the index contains. Unknown words are tried as misspellings. */
export function lexicalQuery(
  texts: readonly WeightedText[],
  index: LexicalIndex,
  spelling: Spelling,
): LexicalQuery {
  const terms = new Map<number, SoughtTerm>();
  const seen = new Set<string>();
  const rarest = rarityOf(0, index.size);
  let mass = 0;
  let unknown = 0;
  const seek = (found: Omit<SoughtTerm, "term">) => {
    const before = terms.get(found.id);
    if (before === undefined || before.weight < found.weight)
      terms.set(found.id, { ...found, term: index.termAt(found.id) });
  };
  const pairs = new Map<number, number>();
  for (const { text, weight } of texts) {
    let last: { readonly term: string; readonly rarity: number } | undefined;
    eachTerm(text, (term, start, end) => {
      const id = index.idOf(term);
      const isKnown = id !== undefined;
      const rarity = isKnown ? index.rarity(id) : 0;
      if (last !== undefined && rarity > 0 && last.rarity > 0 && pairs.size < MAX_TERMS)
        pairs.set(pairHash(last.term, term), (weight * (rarity + last.rarity)) / 2);
      last = { term, rarity };
      if (seen.has(term) || seen.size >= MAX_TERMS) return;
      seen.add(term);
      const word = text.slice(start, end);
      if (isKnown) {
        seek({ id, weight, rarity, word, by: "word" });
        mass += weight * rarity;
      } else {
        mass += weight * rarest;
        unknown += weight * rarest;
        const near = spelling.nearest(term, word.toLowerCase());
        if (near !== undefined)
          seek({
            id: near,
            weight: weight * WEIGHTS.misspelt,
            rarity: index.rarity(near),
            word,
            by: "spelling",
          });
      }
      const longForms = longFormsOf(term);
      // A short form counts as one word of the message, however many words it stands for.
      const share = (weight * WEIGHTS.longForm) / Math.sqrt(longForms.length);
      for (const long of longForms) {
        const longId = index.idOf(long);
        if (longId === undefined) continue;
        // What a word may also mean never counts more than the word itself.
        const capped = Math.min(index.rarity(longId), isKnown ? rarity : rarest);
        seek({ id: longId, weight: share, rarity: capped, word, by: "long-form" });
      }
    });
  }
  return {
    terms: [...terms.values()],
    pairs: [...pairs].map(([hash, worth]) => ({ hash, worth })),
    words: seen.size,
    unknown,
    mass,
  };
}
