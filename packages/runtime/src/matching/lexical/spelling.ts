import { bitsSet } from "../tables/bits.ts";
import type { LexicalIndex } from "./lexical-index.ts";
import { spellingGroup } from "./spelling-table.ts";

/** Shorter words have too many neighbours, especially if real words cannot be told from misspellings. */
const MIN_LENGTH = 5;
const MIN_LENGTH_UNSURE = 6;

/** Finds the terms of names, triggers and descriptions that a misspelled word may mean. */
export class Spelling {
  readonly #index: LexicalIndex;
  readonly #isWord: ((word: string) => boolean) | undefined;

  /** `isWord` is true for real words; these are spelled correctly and mean something else. */
  constructor(index: LexicalIndex, isWord?: (word: string) => boolean) {
    this.#index = index;
    this.#isWord = isWord;
  }

  /**
   * The term with the fewest edits, the most frequent if several are equally close. Its first letter must be correct or
   * swapped with the second.
   */
  nearest(term: string, written: string): number | undefined {
    const least = this.#isWord === undefined ? MIN_LENGTH_UNSURE : MIN_LENGTH;
    if (term.length < least || !/^[a-z]+$/.test(term) || this.#isWord?.(written) === true) return undefined;
    const { starts, ids, letters } = this.#index.table.spellings;
    const limit = term.length < 8 ? 1 : 2;
    const wanted = lettersOf(term);
    let best: number | undefined;
    let bestDistance = limit + 1;
    for (const first of new Set([term[0] ?? "", term[1] ?? ""])) {
      for (let length = term.length - limit; length <= term.length + limit; length += 1) {
        const group = spellingGroup(first, length);
        const end = group === undefined ? 0 : (starts[group + 1] ?? 0);
        for (let at = starts[group ?? 0] ?? 0; at < end; at += 1) {
          if (bitsSet((letters[at] ?? 0) ^ wanted) > 2 * limit) continue;
          const id = ids[at] ?? 0;
          const distance = editsBetween(term, this.#index.termAt(id), limit);
          const nearer = distance < bestDistance;
          const asNear = distance === bestDistance && best !== undefined;
          if (nearer || (asNear && this.#index.frequency(id) > this.#index.frequency(best ?? id))) {
            best = id;
            bestDistance = distance;
          }
        }
      }
    }
    return best;
  }
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) - 97);
  return letters;
}

/** Number of insertions, deletions, replacements and swaps between two words; `limit + 1` if there are more. */
export function editsBetween(a: string, b: string, limit: number): number {
  const beyond = limit + 1;
  if (Math.abs(a.length - b.length) > limit) return beyond;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  return Math.min(beyond, editsWithin(a.slice(start, endA), b.slice(start, endB), limit));
}

/** After removing common prefix and suffix the rest is short, so all orders of a few edits are tried. */
function editsWithin(a: string, b: string, limit: number): number {
  if (a === b) return 0;
  if (a === "" || b === "") return Math.max(a.length, b.length);
  if (limit === 0) return 1;
  if (a[0] === b[0]) return editsWithin(a.slice(1), b.slice(1), limit);
  const swapped = a[0] === b[1] && a[1] === b[0];
  const ways = [
    editsWithin(a.slice(1), b, limit - 1),
    editsWithin(a, b.slice(1), limit - 1),
    editsWithin(a.slice(1), b.slice(1), limit - 1),
    ...(swapped ? [editsWithin(a.slice(2), b.slice(2), limit - 1)] : []),
  ];
  return 1 + Math.min(...ways);
}
