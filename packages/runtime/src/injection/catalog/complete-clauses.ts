import type { CatalogWord } from "./read-words.ts";
import { writeWords } from "./write-words.ts";

interface ClauseOptions {
  /** The words that are shown in any case. */
  readonly shown: ReadonlySet<number>;
  /** Characters that may be added. */
  readonly room: number;
  /** Characters of a text as rendered, with what comes with it; 0 for none. */
  readonly sizeOf: (text: string) => number;
}

/** Shows the clauses of a description completely that fit, one after the other from the first, and some other words. */
export function completeClauses(
  description: string,
  words: readonly CatalogWord[],
  { shown, room, sizeOf }: ClauseOptions,
): { readonly words: ReadonlySet<number>; readonly clauses: ReadonlySet<number> } {
  const result = { words: new Set(shown), clauses: new Set<number>() };
  const next = nextShown(words.length, shown);
  let left = room;
  let before: readonly number[] = [];
  for (let first = 0, end = 0; first < words.length; first = end) {
    const clause = words[first]?.clause ?? 0;
    while (words[end]?.clause === clause) end += 1;
    const members = Array.from({ length: end - first }, (_, at) => first + at);
    // Only what is between the words beside the clause changes; two words in front, because `&amp` becomes `&amp;`.
    const after = next[end] ?? [];
    const sizeWith = (inner: readonly number[]) => {
      const around = new Set([...before, ...inner, ...after]);
      return sizeOf(writeWords(description, words, { words: around, clauses: result.clauses }));
    };
    const old = sizeWith(members.filter((member) => shown.has(member)));
    result.clauses.add(clause);
    const price = sizeWith(members) - old;
    if (price > left) result.clauses.delete(clause);
    else {
      left -= price;
      for (const member of members) result.words.add(member);
    }
    before = [...before, ...members.filter((member) => result.words.has(member))].slice(-2);
  }
  return result;
}

/** The first shown word from each place on, or none. */
function nextShown(count: number, shown: ReadonlySet<number>): readonly (readonly number[])[] {
  const next: (readonly number[])[] = new Array(count);
  for (let index = count - 1; index >= 0; index -= 1)
    next[index] = shown.has(index) ? [index] : (next[index + 1] ?? []);
  return next;
}
