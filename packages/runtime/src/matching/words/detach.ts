/** Shorter parts of a text are copies already. */
const SHORTEST_SLICE = 13;

/** The same word, without the text that it was cut from: an engine keeps the whole text for as long as such a part lives. */
export function detach(word: string): string {
  return word.length < SHORTEST_SLICE ? word : ` ${word}`.slice(1);
}
