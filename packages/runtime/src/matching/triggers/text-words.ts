import { once } from "../../basics/once.ts";
import { INVISIBLE_SIGNS, withoutInvisible } from "../words/invisible.ts";

/** A word of a text with its offsets. */
export interface TextWord {
  /** Normalized for comparison: compatibility forms unified, in lower case. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A word between spaces, or one character of a script without spaces. */
  readonly kind: "word" | "sign";
  /**
   * True if a phrase must not start here, because the word started earlier: only in Korean, where a token is a
   * syllable.
   */
  readonly inside: boolean;
}

/** A word in any script, with invisible characters. Compiled on first use, because plain texts do not need it. */
const run = once(() => new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}${INVISIBLE_SIGNS}]*`, "uy"));
const JAMO = "[\\u1100-\\u115f][\\u1160-\\u11a7]*[\\u11a8-\\u11ff]*";
const UNSPACED =
  "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}\\p{sc=Hang}";
/** One character with its marks (Korean letters of one syllable count as one), or a run of letters of other scripts. */
const piecePattern = once(
  () => new RegExp(`${JAMO}|[${UNSPACED}][\\p{M}\\uff9e\\uff9f]*|[^${UNSPACED}]+`, "gu"),
);
const sign = once(() => new RegExp(`^[${UNSPACED}]`, "u"));
const KOREAN = /^\p{sc=Hang}/u;

/**
 * The words of a text in order. Scripts without spaces give one word per character, so that a phrase is found inside a
 * sentence.
 */
export function textWords(text: string): readonly TextWord[] {
  const words: TextWord[] = [];
  for (let at = 0; at < text.length; ) {
    const plainEnd = endOfPlain(text, at);
    const isPlain = !(text.charCodeAt(plainEnd) > 127);
    if (isPlain && plainEnd > at) {
      const end = plainEnd + suffixLength(text, plainEnd);
      words.push({ text: text.slice(at, end).toLowerCase(), start: at, end, kind: "word", inside: false });
      at = end;
    } else if (isPlain) at += 1;
    else {
      const pattern = run();
      pattern.lastIndex = at;
      const word = pattern.exec(text)?.[0];
      if (word !== undefined) addPieces(word, at, words);
      at += word?.length ?? 1;
    }
  }
  return words;
}

/** Index after the ASCII letters and digits that start here: most words are found without a pattern. */
function endOfPlain(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
    if (!isLetter) break;
  }
  return at;
}

/** `c++` and `c#` are words of their own. */
function suffixLength(text: string, at: number): number {
  const length = text[at] === "#" ? 1 : text[at] === "+" && text[at + 1] === "+" ? 2 : 0;
  return length > 0 && endOfPlain(text, at + length) === at + length ? length : 0;
}

function addPieces(run: string, offset: number, words: TextWord[]): void {
  let afterKorean = false;
  for (const piece of run.matchAll(piecePattern())) {
    const start = offset + piece.index;
    const korean = KOREAN.test(piece[0]);
    const text = fold(piece[0]);
    if (text === "") continue;
    words.push({
      text,
      start,
      end: start + piece[0].length,
      kind: sign().test(piece[0]) ? "sign" : "word",
      inside: korean && afterKorean,
    });
    afterKorean = korean;
  }
}

/** Upper case first, then lower case, so that `ß` equals `SS` and `ς` equals `Σ`. */
function fold(word: string): string {
  return withoutInvisible(word).normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}
