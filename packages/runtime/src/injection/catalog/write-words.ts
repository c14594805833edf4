import type { Word } from "./read-words.ts";

/** Stands where words were left out. */
export const SEPARATOR = ", ";

/** Function words between two others are kept up to this length, because they make a phrase of them. */
const LONGEST_LINK = 4;

/** For each word the index of the one before it that makes a phrase with it, if there is one. */
export function linksOf(words: readonly Word[]): readonly (number | undefined)[] {
  let before: number | undefined;
  return words.map((word, index) => {
    if (word.weight === 0) return undefined;
    const last = before === undefined ? undefined : words[before];
    const isLinked = last?.clause === word.clause && word.start - last.end <= LONGEST_LINK;
    const link = isLinked ? before : undefined;
    before = index;
    return link;
  });
}

/**
 * Writes some words of a description in their order. Words of a phrase stay together as they are written there; the
 * punctuation between two clauses is kept if both are complete.
 */
export function writeWords(
  description: string,
  words: readonly Word[],
  shown: { readonly words: ReadonlySet<number>; readonly clauses?: ReadonlySet<number> },
): string {
  const links = linksOf(words);
  let text = "";
  let before: number | undefined;
  for (const index of [...shown.words].sort((a, b) => a - b)) {
    const word = words[index];
    if (word === undefined) continue;
    const last = before === undefined ? undefined : words[before];
    if (before !== undefined && last !== undefined) {
      const isWhole = shown.clauses?.has(last.clause) === true && shown.clauses.has(word.clause);
      const isBeside = before === index - 1 && (last.clause === word.clause || isWhole);
      text += isBeside || links[index] === before ? description.slice(last.end, word.start) : SEPARATOR;
    }
    text += word.text;
    before = index;
  }
  return text;
}
