import { breakAddresses } from "./address-breaks.ts";
import { type QuotedSpan, quotedSpans } from "./quoted-spans.ts";
import { type TextWord, textWords } from "./text-words.ts";

/** Words that belong together: a sentence, or a line if that ends earlier. */
export interface Sentence {
  /** Index of the first word, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Offsets in the text, without the mark that ends it. */
  readonly start: number;
  readonly end: number;
}

/** A message as triggers see it. */
export interface MessageText {
  readonly text: string;
  readonly words: readonly TextWord[];
  readonly sentences: readonly Sentence[];
  /** The sentence of each word. */
  readonly sentenceOf: Int32Array;
  /**
   * 1 where a phrase must not continue from the word before: a new sentence or paragraph, or inside a URL. A single
   * line break counts as a space.
   */
  readonly breaks: Uint8Array;
  /** For the first word of a quotation, the word after the quotation. */
  readonly behindQuote: ReadonlyMap<number, number>;
}

const MAX_QUOTATION = 2_000;
const ABBREVIATIONS: ReadonlySet<string> = new Set(["vs", "mr", "mrs", "ms", "dr", "prof", "cf", "approx"]);
const STOP = /(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s|$)|[。！？｡]|\n/g;

/** Splits a message into words, sentences and quotations. Takes linear time. */
export function readMessage(text: string): MessageText {
  const words = textWords(text);
  const quotes = quotedSpans(text, MAX_QUOTATION);
  const sentences: Sentence[] = [];
  const sentenceOf = new Int32Array(words.length);
  const breaks = new Uint8Array(words.length);
  let from = 0;
  let start = 0;
  const close = (to: number, end: number) => {
    if (to > from) sentences.push({ from, to, start, end });
    from = to;
  };
  let word = 0;
  for (const stop of stopsOf(text, quotes)) {
    while (word < words.length && (words[word]?.start ?? 0) < stop.start) {
      sentenceOf[word] = sentences.length;
      word += 1;
    }
    if (!stop.isLine && isAbbreviated(text, stop.start, words[word - 1])) continue;
    if (word > from) {
      close(word, stop.start);
      if (!stop.isLine && word < words.length) breaks[word] = 1;
    } else if (word < words.length) breaks[word] = 1;
    start = stop.end;
  }
  for (; word < words.length; word += 1) sentenceOf[word] = sentences.length;
  close(words.length, text.length);
  breakAddresses(text, words, breaks);
  return { text, words, sentences, sentenceOf, breaks, behindQuote: wordsBehindQuotes(words, quotes) };
}

/** The line after the one that ends with a word; undefined if the word ends a sentence or a paragraph. */
export function lineBehind(
  { sentences, sentenceOf, breaks }: Pick<MessageText, "sentences" | "sentenceOf" | "breaks">,
  word: number,
): Sentence | undefined {
  const line = sentenceOf[word] ?? 0;
  const isLast = word + 1 === sentences[line]?.to;
  return isLast && breaks[word + 1] !== 1 ? sentences[line + 1] : undefined;
}

interface Stop {
  readonly start: number;
  readonly end: number;
  /** True for the end of a line, not of a sentence. */
  readonly isLine: boolean;
}

/** Positions where a sentence or a line ends; a full stop inside a quotation does not count. */
function* stopsOf(text: string, quotes: readonly QuotedSpan[]): Generator<Stop> {
  let quote = 0;
  for (const match of text.matchAll(STOP)) {
    const start = match.index;
    while ((quotes[quote]?.end ?? text.length) <= start) quote += 1;
    if ((quotes[quote]?.start ?? text.length) < start) continue;
    yield { start, end: start + match[0].length, isLine: match[0] === "\n" };
  }
}

/** A dot after `vs` or `e.g` does not end a sentence. */
function isAbbreviated(text: string, at: number, before: TextWord | undefined): boolean {
  if (text[at] !== "." || before === undefined || before.end !== at) return false;
  return ABBREVIATIONS.has(before.text) || (before.text.length === 1 && text[before.start - 1] === ".");
}

function wordsBehindQuotes(
  words: readonly TextWord[],
  quotes: readonly QuotedSpan[],
): ReadonlyMap<number, number> {
  const behind = new Map<number, number>();
  let word = 0;
  for (const quote of quotes) {
    while (word < words.length && (words[word]?.start ?? 0) < quote.start) word += 1;
    const first = word;
    while (word < words.length && (words[word]?.start ?? 0) < quote.end) word += 1;
    if (word > first) behind.set(first, word);
  }
  return behind;
}
