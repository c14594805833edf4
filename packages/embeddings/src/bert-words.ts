/** Texts are truncated to this length first, so that a hostile one costs no more than a long one. */
export const LONGEST_TEXT = 16_384;

/** Anything that BERT's normalizer would change besides letter case. */
const NOT_PLAIN = /[^\t\n\r -~]/;
const CONTROL = /[^\P{C}\t\n\r]|\uFFFD/gu;
const HAN =
  /[\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B81F}\u{2B920}-\u{2CEAF}\u{2F800}-\u{2FA1F}]/gu;
const PLAIN_WORD = /[A-Za-z0-9]+|[!-/:-@[-`{-~]/g;
const WORD = /[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu;

/**
 * The words and punctuation marks of a text as BERT models see them: Han characters separated and, unless the model is
 * cased, in lower case and without accents.
 */
export function bertWords(text: string, cased = false): readonly string[] {
  const cut = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
  if (!NOT_PLAIN.test(cut)) return (cased ? cut : cut.toLowerCase()).match(PLAIN_WORD) ?? [];
  const clean = cut.replace(CONTROL, "").replace(HAN, " $& ");
  const normal = cased
    ? clean
    : clean
        .normalize("NFD")
        .replace(/\p{Mn}/gu, "")
        .toLowerCase();
  return normal.match(WORD) ?? [];
}
