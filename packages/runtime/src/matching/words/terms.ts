import { once } from "../../basics/once.ts";
import { detach } from "./detach.ts";
import { INVISIBLE_SIGNS, withoutInvisible } from "./invisible.ts";
import { segmentWords } from "./segment-words.ts";
import { stem } from "./stem.ts";
import { isEnglishStopWord, isStopWord } from "./stop-words.ts";

/** Called for each term of a text, with the range of its word. */
export type TermVisitor = (term: string, start: number, end: number) => void;

/** Longer runs of letters are encoded data, not words. */
const MAX_WORD = 40;

/**
 * Character classes: not part of a word, part of a word, or part of a script without spaces, in which a single
 * character means much or, as a letter of an alphabet, little.
 */
const OTHER = 1;
const WORD = 2;
const DENSE = 3;
const UNSPACED = 4;

const PLAIN = /[a-z0-9]/i;
/** Compiled on first use, because plain texts do not need them. */
/** The long vowel of Japanese belongs to no script, and tears words such as コード if it is not one of the characters. */
const denseScripts = once(
  () => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc\uff70]/u,
);
const unspacedScripts = once(() => /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u);
const wordCharacter = once(() => new RegExp(`[\\p{L}\\p{N}\\p{M}${INVISIBLE_SIGNS}]`, "u"));

/** Programming languages that are named by one capital letter. */
const ONE_LETTER = /^[CR]$/;

/** The term of the language Go, whose name is also a verb. */
const GO = stem("golang");

/** The cached class of each UTF-16 code unit; 0 if not yet known. Half of a surrogate pair is not part of a word. */
const kinds = new Uint8Array(65_536);

/** Words as written → their terms; none for stop words, several for names in camel case. */
const known = new Map<string, readonly string[]>();
const MAX_KNOWN = 200_000;

/**
 * Visits the terms of a text in order: words in lower case without accents, stemmed, without stop words; Chinese,
 * Japanese and Korean in overlapping pairs of characters; Thai and similar scripts in dictionary words. `e-mail` and
 * `node.js` are also visited as one word. Takes linear time.
 */
export function eachTerm(text: string, visit: TermVisitor): void {
  let at = 0;
  let lastWord = "";
  let lastStart = 0;
  let lastEnd = -2;
  while (at < text.length) {
    const kind = kindAt(text, at);
    if (kind === OTHER) {
      at += 1;
      continue;
    }
    const start = at;
    while (at < text.length && kindAt(text, at) === kind) at += 1;
    if (kind === DENSE) {
      visitPairs(text, start, at, visit);
      continue;
    }
    if (kind === UNSPACED) {
      visitUnspaced(text, start, at, visit);
      continue;
    }
    if (at - start > MAX_WORD) continue;
    const written = text.slice(start, at);
    const suffix = at - start === 1 ? suffixLength(text, at) : 0;
    if (suffix > 0) {
      at += suffix;
      visit(text.slice(start, at).toLowerCase(), start, at);
      continue;
    }
    if (written === "Go" && isInsideSentence(text, start)) visit(GO, start, at);
    else visitWord(written, start, at, visit);
    const glued = lastEnd === start - 1 && isGlue(text.charCodeAt(start - 1));
    if (glued && lastWord !== "") {
      const whole = fold(lastWord + written);
      if (!/^\d/.test(whole)) visit(stem(whole), lastStart, at);
    }
    lastWord = glued ? "" : written;
    lastStart = start;
    lastEnd = at;
  }
}

/** The terms of a text, with repetitions. */
export function termsOf(text: string): readonly string[] {
  const terms: string[] = [];
  eachTerm(text, (term) => {
    terms.push(term);
  });
  return terms;
}

function visitWord(written: string, start: number, end: number, visit: TermVisitor): void {
  let terms = known.get(written);
  if (terms === undefined) {
    const word = detach(written);
    terms = termsOfWord(word);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(word, terms);
  }
  for (const term of terms) visit(term, start, end);
}

function visitPairs(text: string, start: number, end: number, visit: TermVisitor): void {
  const run = text.slice(start, end).normalize("NFKC");
  if (run.length === 1) visit(run, start, end);
  for (let index = 0; index + 1 < run.length; index += 1) {
    const pair = run.slice(index, index + 2);
    if (!isStopWord(pair)) visit(pair, start + index, start + index + 2);
  }
}

/** Two letters of an alphabet mean nothing, so pairs are used only if words cannot be segmented. */
function visitUnspaced(text: string, start: number, end: number, visit: TermVisitor): void {
  const told = segmentWords(text.slice(start, end), (word, from) => {
    const term = detach(word.normalize("NFC"));
    if (term.length > 1 && term.length <= MAX_WORD && !isStopWord(term))
      visit(term, start + from, start + from + word.length);
  });
  if (!told) visitPairs(text, start, end, visit);
}

/**
 * The terms of a word, including the parts of a name such as `pullRequest`; no stop words, bare numbers or single
 * letters, except languages such as `C` and `R`.
 */
function termsOfWord(written: string): readonly string[] {
  if (ONE_LETTER.test(written)) return [written.toLowerCase()];
  if (/^[A-Z]{2,}$/.test(written)) return isEnglishStopWord(fold(written)) ? [] : [stem(fold(written))];
  const parts = /^[a-z]+[A-Z][a-z]/.test(written) ? written.split(/(?=[A-Z])/) : [];
  return [written, ...parts].map(fold).filter(speaks).map(stem);
}

function speaks(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word) && !isStopWord(word) && !/^\d+$/.test(word) && !/^[a-z]$/.test(word);
}

/** Length of the `++` or `#` after a letter, as in `C++` and `F#`; 0 if there is none. */
function suffixLength(text: string, at: number): number {
  const length = text[at] === "#" ? 1 : text[at] === "+" && text[at + 1] === "+" ? 2 : 0;
  return length > 0 && (at + length >= text.length || kindAt(text, at + length) === OTHER) ? length : 0;
}

/** True if words come before in the same sentence, so that a capital letter marks a name. */
function isInsideSentence(text: string, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && (text[at] === " " || text[at] === "(")) at -= 1;
  return at >= 0 && at < start - 1 && !/[.!?:\n"'“「*>-]/.test(text[at] ?? "");
}

/** Lower case, with compatibility forms and accents folded, without invisible characters. */
export function fold(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return withoutInvisible(text)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase();
}

function kindAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  const kind = kinds[unit] ?? OTHER;
  return kind === 0 ? learnKind(unit) : kind;
}

function learnKind(unit: number): number {
  const kind = kindOf(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

function kindOf(character: string): number {
  if (character <= "\u007f") return PLAIN.test(character) ? WORD : OTHER;
  if (denseScripts().test(character)) return DENSE;
  if (unspacedScripts().test(character)) return UNSPACED;
  return wordCharacter().test(character) ? WORD : OTHER;
}

function isGlue(unit: number): boolean {
  return unit === 45 || unit === 46 || unit === 95;
}
