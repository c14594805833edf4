import { isFunctionWord as isListed } from "../words/stop-words.ts";
import { fold } from "../words/terms.ts";
import type { TextWord } from "./text-words.ts";

type Sized = Pick<TextWord, "text" | "kind">;

const HIRAGANA = /^\p{sc=Hira}/u;

/** The size of a word: two characters of a script without spaces count as one word. */
export function wordSize({ kind }: Sized): number {
  return kind === "sign" ? 0.5 : 1;
}

/** The weight of a word: 0 for a function word. */
export function wordWeight(word: Sized): number {
  if (isFunctionWord(word)) return 0;
  return HIRAGANA.test(word.text) ? 0.25 : wordSize(word);
}

export function isFunctionWord({ text }: Pick<TextWord, "text">): boolean {
  return isListed(fold(text));
}
