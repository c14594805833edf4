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
  let gap: Gap = { last: -1, isGlue: false };
  for (const [index, word] of words.entries()) {
    if (index < from) continue;
    if (word.end - start > width || word.isExcluded) break;
    const isLast = words[index + 1]?.clause !== word.clause;
    if (word.weight === 0 && index > gap.last) gap = readGap(words, index);
    const isShown = word.weight > 0 || gap.isGlue;
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

/** Neighbouring function words of a clause. */
interface Gap {
  readonly last: number;
  /** True if it is short, and between two other words or at the end of the clause ("pull *request*"). */
  readonly isGlue: boolean;
}

function readGap(words: readonly CatalogWord[], first: number): Gap {
  const clause = words[first]?.clause;
  let last = first;
  while (words[last + 1]?.weight === 0 && words[last + 1]?.clause === clause) last += 1;
  const before = words[first - 1];
  const after = words[last + 1]?.clause === clause ? words[last + 1]?.start : words[last]?.end;
  const isShort = (after ?? 0) - (before?.end ?? 0) <= LONGEST_GLUE;
  return { last, isGlue: before?.clause === clause && isShort };
}
