import { WEAK_WORDS } from "./function-words.ts";
import type { CatalogWord } from "./read-words.ts";

/**
 * The beginning of a description as its author wrote it, for a line with much room: the words of at most `width`
 * characters, up to the end of a clause or after a word that says something. What the name already says in front, long runs
 * of function words, and what the skill is not for are left out. Returns the indices of the words.
 */
export function beginLine(
  words: readonly CatalogWord[],
  { width, known }: { readonly width: number; readonly known: Iterable<string> },
): readonly number[] {
  const named = new Set(known);
  const from = words.findIndex((word) => isNews(word, named));
  const start = words[from]?.start;
  if (start === undefined) return [];
  const indices: number[] = [];
  const lengthTo = (count: number) => (words[indices[count - 1] ?? -1]?.end ?? start) - start;
  let [atWord, atClause] = [0, 0];
  for (const [index, word] of words.entries()) {
    if (index < from) continue;
    if (word.end - start > width || word.isExcluded) break;
    const isLast = words[index + 1]?.clause !== word.clause;
    const isShown = word.weight > 0 || isGlue(words, index);
    if (isShown) indices.push(index);
    if (word.weight > 0 || (isShown && isLast)) atWord = indices.length;
    if (isLast) atClause = atWord;
  }
  return indices.slice(0, lengthTo(atClause) >= MOSTLY * width ? atClause : atWord);
}

/** A clause that ends here or later is complete enough to end with it. */
const MOSTLY = 0.6;

/** More characters than this between two words are replaced by a comma. */
const LONGEST_GLUE = 8;

function isNews({ text, stems, weight }: CatalogWord, named: ReadonlySet<string>): boolean {
  return weight > 0 && !WEAK_WORDS.has(text.toLowerCase()) && !stems.every((stem) => named.has(stem));
}

/** True for a function word in a short gap between two other words of its clause, or at its end ("pull *request*"). */
function isGlue(words: readonly CatalogWord[], index: number): boolean {
  const clause = words[index]?.clause;
  const isGap = (at: number) => words[at]?.weight === 0 && words[at]?.clause === clause;
  let [first, last] = [index, index];
  while (isGap(first - 1)) first -= 1;
  while (isGap(last + 1)) last += 1;
  const before = words[first - 1];
  const after = words[last + 1]?.clause === clause ? words[last + 1]?.start : words[last]?.end;
  return before?.clause === clause && (after ?? 0) - (before?.end ?? 0) <= LONGEST_GLUE;
}
