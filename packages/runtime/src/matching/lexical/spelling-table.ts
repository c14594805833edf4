import type { WordTable } from "../tables/word-table.ts";
import { countIn } from "./term-counts.ts";

/** The terms of names, triggers and descriptions by first letter and length, for comparison with misspelled words. */
export interface SpellingTable {
  /** Group `i` is the range from `starts[i]` to `starts[i + 1]`. */
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
  /** Bit set of the letters of each term. */
  readonly letters: Uint32Array;
}

/** The fields that say what a skill is for. */
const HEAD_FIELDS = [0, 1, 2] as const;

const LETTERS = 26;
const LONGEST = 31;

/** Number of groups. */
export const SPELLING_GROUPS: number = LETTERS * (LONGEST + 1);

/** The group of terms with this first letter and length; undefined if there is none. */
export function spellingGroup(first: string, length: number): number | undefined {
  const letter = first.charCodeAt(0) - 97;
  return letter >= 0 && letter < LETTERS && length > 0 && length <= LONGEST
    ? letter * (LONGEST + 1) + length
    : undefined;
}

/** Groups the terms that consist of a–z. */
export function groupSpellings({ dictionary, postings }: WordTable): SpellingTable {
  const { bytes, ends } = dictionary;
  const groups: { readonly id: number; readonly letters: number }[][] = [];
  for (let id = 0; id < ends.length; id += 1) {
    const start = id === 0 ? 0 : (ends[id - 1] ?? 0);
    const letters = lettersIn(bytes, start, ends[id] ?? 0);
    if (letters === undefined || !isHead(id, postings)) continue;
    const first = String.fromCharCode(bytes[start] ?? 0);
    const group = spellingGroup(first, (ends[id] ?? 0) - start);
    if (group === undefined) continue;
    groups[group] ??= [];
    groups[group].push({ id, letters });
  }
  const starts = new Uint32Array(SPELLING_GROUPS + 1);
  for (let group = 0; group < SPELLING_GROUPS; group += 1)
    starts[group + 1] = (starts[group] ?? 0) + (groups[group]?.length ?? 0);
  const terms = groups.flat();
  return {
    starts,
    ids: Uint32Array.from(terms, ({ id }) => id),
    letters: Uint32Array.from(terms, ({ letters }) => letters),
  };
}

/** Bit set of the letters of a word; undefined if it has other characters than a–z. */
function lettersIn(bytes: Uint8Array, start: number, end: number): number | undefined {
  let letters = 0;
  for (let at = start; at < end; at += 1) {
    const letter = (bytes[at] ?? 0) - 97;
    if (letter < 0 || letter >= LETTERS) return undefined;
    letters |= 1 << letter;
  }
  return letters;
}

function isHead(id: number, { starts, values }: WordTable["postings"]): boolean {
  const end = starts[id + 1] ?? 0;
  for (let at = starts[id] ?? 0; at < end; at += 1) {
    const packed = values[at] ?? 0;
    if (HEAD_FIELDS.some((field) => countIn(packed, field) > 0)) return true;
  }
  return false;
}
