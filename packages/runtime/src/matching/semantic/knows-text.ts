import type { Embedder } from "../../ports.ts";
import { textWords } from "../triggers/text-words.ts";
import { isEnglishStopWord, isStopWord } from "../words/stop-words.ts";
import { fold } from "../words/terms.ts";

/** A text with a smaller share of known words is in a language that the model was not made for. */
const LEAST_KNOWN = 0.5;
const MAX_READ = 2_000;

/**
 * True if a model knows at least half of the words of a text, or does not say what it knows. Characters of scripts
 * without spaces and function words of other languages than English count as unknown, because models that say so know
 * them without their meaning.
 */
export function knowsText(text: string, model: Pick<Embedder, "knows">): boolean {
  if (model.knows === undefined) return true;
  let known = 0;
  let all = 0;
  for (const { text: written, kind } of textWords(text.slice(0, MAX_READ))) {
    if (kind === "sign") {
      all += 0.5;
      continue;
    }
    if (/^\d+$/.test(written)) continue;
    const word = fold(written);
    all += 1;
    if (isEnglishStopWord(word) || (!isStopWord(word) && model.knows(word))) known += 1;
  }
  return known >= LEAST_KNOWN * all;
}
