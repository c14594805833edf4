import { compileTrigger, type TriggerPattern, type TriggerWord } from "./compile-trigger.ts";
import { withoutCourtesy } from "./courtesy.ts";
import { type Meter, type NumberedMessage, type NumberedPattern, placePattern } from "./place-pattern.ts";
import { readMessage } from "./read-message.ts";
import { slotValue } from "./slot-value.ts";
import type { TextWord } from "./text-words.ts";
import { wordSize, wordWeight } from "./word-weight.ts";

/** A phrase that calls for a skill. */
export interface TriggerRow<Skill> {
  readonly skill: Skill;
  readonly phrase: string;
  /** True for a phrase that only hints, such as one that was read from a description: it is never decisive. */
  readonly hint?: boolean;
}

/** A phrase that a message contains. */
export interface TriggerHit<Skill> {
  readonly skill: Skill;
  readonly phrase: string;
  /** What the message has in the place of each variable, as it is written there. */
  readonly variables: Readonly<Record<string, string>>;
  /** Words of the phrase that stand in the message; two signs of a script without spaces count as one. */
  readonly literalWords: number;
  /** The same without words that only hold a sentence together. */
  readonly contentWords: number;
  /** The share of the message's words that are literal words of the phrase. */
  readonly coverage: number;
  /** Offsets in the message, variables included. */
  readonly start: number;
  readonly end: number;
  /** True when the phrase alone tells that the skill is meant. */
  readonly decisive: boolean;
}

export interface TriggerIndex<Skill> {
  /** The best hit of each skill, best first: decisive, then most literal words, then longest text. */
  match(message: string, meter?: Meter): readonly TriggerHit<Skill>[];
  /** Phrases that can be no trigger, each with the reason in words for its author. */
  readonly rejected: readonly { readonly skill: Skill; readonly phrase: string; readonly reason: string }[];
}

const DECISIVE_WORDS = 2;
const DECISIVE_COVERAGE = 0.5;
const MAX_JOINT = 4;
const ADDRESS_JOINT = /^[^\s,;]*[./:=&?@\\_~][^\s,;]*$/;

/** Prepares many phrases for being looked for at once: a message is only compared with phrases whose rarest word it has. */
export function indexTriggers<Skill>(rows: Iterable<TriggerRow<Skill>>): TriggerIndex<Skill> {
  const vocabulary = new Map<string, KnownWord>();
  const patterns = new Map<string, Entry<Skill>>();
  const rejected: { skill: Skill; phrase: string; reason: string }[] = [];
  for (const row of rows) {
    const compiled = compileTrigger(row.phrase);
    if (compiled.ok) for (const pattern of compiled.patterns) enter(pattern, row, vocabulary, patterns);
    else rejected.push({ skill: row.skill, phrase: row.phrase, reason: compiled.reason });
  }
  const byRarest = groupByRarestWord(patterns.values(), vocabulary);
  return {
    rejected,
    match: (text, meter = { steps: 0 }) => {
      const message = numberWords(text, vocabulary, meter);
      const best = new Map<Skill, TriggerHit<Skill>>();
      for (const id of message.positions.keys()) {
        for (const entry of byRarest.get(id) ?? []) {
          const places = placePattern(entry, message, meter);
          if (places !== undefined) keepBest(best, hitsOf(entry, places, message));
        }
      }
      return [...best.values()].sort(compareHits);
    },
  };
}

/** A word of the phrases: its number, and in how many of them it stands. */
interface KnownWord {
  readonly id: number;
  readonly size: number;
  readonly weight: number;
  count: number;
}

/** A spelling and the phrases that have it; phrases that many skills share are looked for once. */
interface Entry<Skill> extends NumberedPattern {
  readonly literalWords: number;
  readonly contentWords: number;
  readonly owners: { readonly row: TriggerRow<Skill>; readonly slots: readonly string[] }[];
}

function enter<Skill>(
  { chunks: words, slots, leads, trails, crosses }: TriggerPattern,
  row: TriggerRow<Skill>,
  vocabulary: Map<string, KnownWord>,
  patterns: Map<string, Entry<Skill>>,
): void {
  let literalWords = 0;
  let contentWords = 0;
  const shape: number[] = [(leads ? 1 : 0) + (trails ? 2 : 0) + (crosses ? 4 : 0)];
  const chunks: number[][] = [];
  for (const chunk of words) {
    const ids: number[] = [];
    for (const word of chunk) {
      const known = knownWord(word, vocabulary);
      literalWords += known.size;
      contentWords += known.weight;
      ids.push(known.id);
      shape.push(known.id + 1);
    }
    chunks.push(ids);
    shape.push(0);
  }
  const key = shape.join();
  const known = patterns.get(key);
  if (known !== undefined) known.owners.push({ row, slots });
  else
    patterns.set(key, {
      chunks,
      leads,
      trails,
      crosses,
      literalWords,
      contentWords,
      owners: [{ row, slots }],
    });
}

function knownWord(word: TriggerWord, vocabulary: Map<string, KnownWord>): KnownWord {
  const known = vocabulary.get(word.text);
  if (known !== undefined) {
    known.count += 1;
    return known;
  }
  const made = { id: vocabulary.size, size: wordSize(word), weight: wordWeight(word), count: 1 };
  vocabulary.set(word.text, made);
  return made;
}

function groupByRarestWord<Skill>(
  entries: Iterable<Entry<Skill>>,
  vocabulary: ReadonlyMap<string, KnownWord>,
): ReadonlyMap<number, readonly Entry<Skill>[]> {
  const counts = Int32Array.from(vocabulary.values(), ({ count }) => count);
  const groups = new Map<number, Entry<Skill>[]>();
  for (const entry of entries) {
    let rarest = entry.chunks[0]?.[0] ?? 0;
    for (const chunk of entry.chunks) {
      for (const id of chunk) if ((counts[id] ?? 0) < (counts[rarest] ?? 0)) rarest = id;
    }
    const group = groups.get(rarest);
    if (group === undefined) groups.set(rarest, [entry]);
    else group.push(entry);
  }
  return groups;
}

interface SizedMessage extends NumberedMessage {
  readonly size: number;
}

function numberWords(text: string, vocabulary: ReadonlyMap<string, KnownWord>, meter: Meter): SizedMessage {
  const message = readMessage(text);
  const ids = new Int32Array(message.words.length);
  const positions = new Map<number, number[]>();
  let size = 0;
  for (const [index, word] of message.words.entries()) {
    meter.steps += 1;
    size += isPartOfAddress(text, message.words[index - 1], word) ? 0 : wordSize(word);
    const id = vocabulary.get(word.text)?.id ?? -1;
    ids[index] = id;
    if (id < 0) continue;
    const places = positions.get(id);
    if (places === undefined) positions.set(id, [index]);
    else places.push(index);
  }
  return { ...message, ids, positions, size };
}

/** An address or a file name is one word of the message, however many dots and slashes it has. */
function isPartOfAddress(text: string, before: TextWord | undefined, word: TextWord): boolean {
  if (before === undefined || word.start - before.end > MAX_JOINT || word.start === before.end) return false;
  return ADDRESS_JOINT.test(text.slice(before.end, word.start));
}

function hitsOf<Skill>(
  entry: Entry<Skill>,
  places: readonly number[],
  message: SizedMessage,
): readonly TriggerHit<Skill>[] {
  const { literalWords, contentWords } = entry;
  const coverage = Math.min(1, literalWords / message.size);
  const { start, end, values } = readSlots(entry, places, message);
  if (values.includes("")) return [];
  const isWhole = coverage === 1;
  const tells =
    isWhole || contentWords >= DECISIVE_WORDS || (contentWords > 0 && coverage >= DECISIVE_COVERAGE);
  return entry.owners.map(({ row: { skill, phrase, hint = false }, slots }) => {
    const variables = Object.fromEntries(slots.map((name, index) => [name, values[index] ?? ""]));
    return {
      skill,
      phrase,
      variables,
      literalWords,
      contentWords,
      coverage,
      start,
      end,
      decisive: tells && !hint,
    };
  });
}

function readSlots(
  { chunks, leads, trails }: NumberedPattern,
  places: readonly number[],
  { text, words, sentences, sentenceOf }: NumberedMessage,
) {
  const startOf = (word: number) => words[word]?.start ?? 0;
  const endOf = (word: number) => words[word]?.end ?? text.length;
  const first = places[0] ?? 0;
  const last = (places.at(-1) ?? 0) + (chunks.at(-1)?.length ?? 1) - 1;
  const ranges: [number, number][] = [];
  if (leads) ranges.push([sentences[sentenceOf[first] ?? 0]?.start ?? 0, startOf(first)]);
  for (const [index, place] of places.entries()) {
    const next = places[index + 1];
    const end = endOf(place + (chunks[index]?.length ?? 1) - 1);
    if (next !== undefined) ranges.push([end, startOf(next)]);
    else if (trails) ranges.push([end, sentences[sentenceOf[last] ?? 0]?.end ?? text.length]);
  }
  return {
    start: leads ? startOf(sentences[sentenceOf[first] ?? 0]?.from ?? 0) : startOf(first),
    end: trails ? endOf((sentences[sentenceOf[last] ?? 0]?.to ?? 1) - 1) : endOf(last),
    values: ranges.map(([from, to], index) => {
      const between = text.slice(from, to);
      return slotValue(trails && index === ranges.length - 1 ? withoutCourtesy(between) : between);
    }),
  };
}

function keepBest<Skill>(best: Map<Skill, TriggerHit<Skill>>, hits: readonly TriggerHit<Skill>[]): void {
  for (const hit of hits) {
    const known = best.get(hit.skill);
    if (known === undefined || compareHits(hit, known) < 0) best.set(hit.skill, hit);
  }
}

/** Text decides at last, so that the order of the words in a message or of the phrases never does. */
function compareHits<Skill>(a: TriggerHit<Skill>, b: TriggerHit<Skill>): number {
  return (
    Number(b.decisive) - Number(a.decisive) ||
    b.literalWords - a.literalWords ||
    b.end - b.start - (a.end - a.start) ||
    a.start - b.start ||
    (a.phrase < b.phrase ? -1 : a.phrase > b.phrase ? 1 : 0)
  );
}
