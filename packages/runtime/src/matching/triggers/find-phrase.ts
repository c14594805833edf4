import type { TriggerPattern } from "./compile-trigger.ts";
import { withoutCourtesy } from "./courtesy.ts";
import { type Meter, type PlacedMessage, placePattern } from "./place-pattern.ts";
import { lineBehind, readMessage } from "./read-message.ts";
import { slotValue } from "./slot-value.ts";
import type { TextWord } from "./text-words.ts";
import { wordSize } from "./word-weight.ts";

/** An occurrence of a phrase in a message. */
export interface PhraseHit {
  /** The text of the message for each variable, verbatim. */
  readonly variables: Readonly<Record<string, string>>;
  /** Number of literal words of the phrase; two characters of a script without spaces count as one. */
  readonly literalWords: number;
  /** Number of literal words that are not function words. */
  readonly contentWords: number;
  /** Share of the message's words that are literal words of the phrase. */
  readonly coverage: number;
  /** Offsets in the message, including variables. */
  readonly start: number;
  readonly end: number;
  /** True if the phrase alone shows that the skill is meant. */
  readonly decisive: boolean;
}

/** A message prepared for finding phrases. */
export interface SizedMessage extends PlacedMessage {
  /** Number of words; a URL counts as one. */
  readonly size: number;
}

const DECISIVE_WORDS = 2;
const DECISIVE_COVERAGE = 0.5;
const MAX_JOINT = 4;
const ADDRESS_JOINT = /[./:=&?@\\_~]/;
const GAP = /[\s,;]/;

/** Prepares a message. */
export function placeWords(text: string, meter: Meter): SizedMessage {
  const message = readMessage(text);
  const positions = new Map<string, number[]>();
  let size = 0;
  for (const [index, word] of message.words.entries()) {
    meter.steps += 1;
    size += isPartOfAddress(text, message.words[index - 1], word) ? 0 : wordSize(word);
    const places = positions.get(word.text);
    if (places === undefined) positions.set(word.text, [index]);
    else places.push(index);
  }
  return { ...message, positions, size };
}

/** A URL or a file name is one word, however many dots and slashes it has. */
function isPartOfAddress(text: string, before: TextWord | undefined, word: TextWord): boolean {
  if (before === undefined || word.start - before.end > MAX_JOINT || word.start === before.end) return false;
  const between = text.slice(before.end, word.start);
  return ADDRESS_JOINT.test(between) && !GAP.test(between);
}

/** The best of a phrase's spellings in a message; undefined if there is none. */
export function findPhrase(
  patterns: readonly TriggerPattern[],
  message: SizedMessage,
  meter: Meter,
): PhraseHit | undefined {
  let best: PhraseHit | undefined;
  for (const pattern of patterns) {
    const places = placePattern(pattern, message, meter);
    const hit = places === undefined ? undefined : hitOf(pattern, places, message);
    if (hit !== undefined && (best === undefined || compareHits(hit, best) < 0)) best = hit;
  }
  return best;
}

/** Decisive hits first, then those with the most literal words, then the longest. */
export function compareHits(a: PhraseHit, b: PhraseHit): number {
  return (
    Number(b.decisive) - Number(a.decisive) ||
    b.literalWords - a.literalWords ||
    b.end - b.start - (a.end - a.start) ||
    a.start - b.start
  );
}

function hitOf(
  pattern: TriggerPattern,
  places: readonly number[],
  message: SizedMessage,
): PhraseHit | undefined {
  const { literalWords, contentWords, slots } = pattern;
  const { start, end, values } = readSlots(pattern, places, message);
  if (values.includes("")) return undefined;
  const coverage = Math.min(1, literalWords / message.size);
  const decisive =
    coverage === 1 || contentWords >= DECISIVE_WORDS || (contentWords > 0 && coverage >= DECISIVE_COVERAGE);
  const variables = Object.fromEntries(slots.map((name, index) => [name, values[index] ?? ""]));
  return { variables, literalWords, contentWords, coverage, start, end, decisive };
}

function readSlots(
  { chunks, leads, trails }: TriggerPattern,
  places: readonly number[],
  message: PlacedMessage,
) {
  const { text, words, sentences, sentenceOf } = message;
  const startOf = (word: number) => words[word]?.start ?? 0;
  const endOf = (word: number) => words[word]?.end ?? text.length;
  const first = places[0] ?? 0;
  const last = (places.at(-1) ?? 0) + (chunks.at(-1)?.length ?? 1) - 1;
  /** The sentence with the last variable: a single line break before it counts as a space. */
  const tail = lineBehind(message, last) ?? sentences[sentenceOf[last] ?? 0];
  const ranges: [number, number][] = [];
  if (leads) ranges.push([sentences[sentenceOf[first] ?? 0]?.start ?? 0, startOf(first)]);
  for (const [index, place] of places.entries()) {
    const next = places[index + 1];
    const end = endOf(place + (chunks[index]?.length ?? 1) - 1);
    if (next !== undefined) ranges.push([end, startOf(next)]);
    else if (trails) ranges.push([end, tail?.end ?? text.length]);
  }
  return {
    start: leads ? startOf(sentences[sentenceOf[first] ?? 0]?.from ?? 0) : startOf(first),
    end: trails ? endOf((tail?.to ?? 1) - 1) : endOf(last),
    values: ranges.map(([from, to], index) => {
      const between = text.slice(from, to);
      return slotValue(trails && index === ranges.length - 1 ? withoutCourtesy(between) : between);
    }),
  };
}
