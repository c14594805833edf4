/** Shorter slices are copied by the engine anyway. */
const SHORTEST_SLICE = 13;

/** A copy of a word. An engine keeps the whole source text in memory as long as a slice of it exists. */
export function detach(word: string): string {
  return word.length < SHORTEST_SLICE ? word : ` ${word}`.slice(1);
}
