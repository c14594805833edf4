import { textWords } from "../triggers/text-words.ts";
import { isEnglishStopWord, isStopWord } from "../words/stop-words.ts";
import { fold } from "../words/terms.ts";

/** Share of words from which a text is not English; names and loanwords make up less. */
const LEAST_FOREIGN = 0.2;
const MAX_READ = 2_000;

/**
 * True if a text is probably not in English: by its script, by letters that English does not use, and by function words.
 * Needs no model, so that the answer is the same with every embedder.
 */
export function isForeign(text: string): boolean {
  let foreign = 0;
  let all = 0;
  for (const { text: written, kind } of textWords(text.slice(0, MAX_READ))) {
    if (/^\d+$/.test(written)) continue;
    // A character of a script without spaces is about half of a word.
    const share = kind === "sign" ? 0.5 : 1;
    const word = fold(written);
    all += share;
    if (kind === "sign" || isBeyondAscii(written) || (isStopWord(word) && !isEnglishStopWord(word)))
      foreign += share;
  }
  return all > 0 && foreign >= LEAST_FOREIGN * all;
}

function isBeyondAscii(word: string): boolean {
  return !/^[\x00-\x7f]*$/.test(word);
}
