import type { CatalogWord } from "./read-words.ts";

/** Stands where words were left out. */
export const SEPARATOR = ", ";

/**
 * Writes some words of a description in their order. Words of a phrase stay together as they are written there; the
 * punctuation between two clauses is kept if both are complete.
 */
export function writeWords(
  description: string,
  words: readonly CatalogWord[],
  shown: { readonly words: ReadonlySet<number>; readonly clauses?: ReadonlySet<number> },
): string {
  let text = "";
  let before: number | undefined;
  for (const index of [...shown.words].sort((a, b) => a - b)) {
    const word = words[index];
    if (word === undefined) continue;
    const last = before === undefined ? undefined : words[before];
    if (last !== undefined) {
      const isWhole = shown.clauses?.has(last.clause) === true && shown.clauses.has(word.clause);
      const isBeside = before === index - 1 && (last.clause === word.clause || isWhole);
      text += isBeside ? description.slice(last.end, word.start) : SEPARATOR;
    }
    text += word.text;
    before = index;
  }
  return text;
}
