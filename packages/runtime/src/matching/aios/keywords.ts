import { type TextWord, textWords } from "../triggers/text-words.ts";
import { isFunctionWord } from "../triggers/word-weight.ts";

/** Words that occur in descriptions of all kinds of skills and do not distinguish them. */
const COMMON: ReadonlySet<string> = new Set(
  "skill skills user users used uses agent agents task tasks ask asks asked asking request requests etc e g".split(
    " ",
  ),
);

/** The keywords of a text: no function words, no plurals; pairs of characters in scripts without spaces. */
export function keywordsOf(text: string): ReadonlySet<string> {
  const keywords = new Set<string>();
  const words = textWords(text);
  for (const [index, word] of words.entries()) {
    if (word.kind === "sign") addSigns(keywords, words[index - 1], word, words[index + 1]);
    else if (!isFunctionWord(word) && !COMMON.has(word.text)) keywords.add(singular(word.text));
  }
  return keywords;
}

/** A pair that ends here, or the single character if it has no neighbour. */
function addSigns(
  keywords: Set<string>,
  before: TextWord | undefined,
  word: TextWord,
  after: TextWord | undefined,
): void {
  const follows = before?.kind === "sign" && before.end === word.start;
  const isAlone = !follows && !(after?.kind === "sign" && after.start === word.end);
  if (isAlone && !isFunctionWord(word)) keywords.add(word.text);
  if (follows && !isFunctionWord(before) && !isFunctionWord(word)) keywords.add(before.text + word.text);
}

/** Removes the ending of a plural or of the third person singular. */
function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}
