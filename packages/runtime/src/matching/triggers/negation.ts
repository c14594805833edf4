import type { MessageText } from "./read-message.ts";

/** Number of words before a phrase that can negate it: "no need to ever have to". */
const REACH = 6;

/** The end of a text whose words are separated by spaces; `don't` is two words. */
const NEGATED =
  /(?:^| )(?:(?:don|doesn|didn|won|can|shouldn|wouldn|couldn|mustn|needn|isn|aren) t|dont|cannot|never|no need to|(?<!why )not|nicht|nie|niemals|jamais|nunca|mai|niet|nooit|não|不 要|别|別|勿)(?: (?:please|ever|again|yet))?(?: (?:need|have|want|try|bother|going) to)?$/;

/** True if the words before a phrase forbid what it asks for, as in "don't explain it". */
export function isNegated({ words, sentenceOf }: MessageText, start: number): boolean {
  let from = start;
  while (from > 0 && start - from < REACH && sentenceOf[from - 1] === sentenceOf[start]) from -= 1;
  const before = words.slice(from, start).map((word) => word.text);
  return before.length > 0 && NEGATED.test(before.join(" "));
}
