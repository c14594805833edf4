import { type Gain, GainQueue } from "./gain-queue.ts";
import type { CatalogWord } from "./read-words.ts";
import { SEPARATOR } from "./write-words.ts";

/** What is added to the line of a skill at once, after the steps before it: a word, or the words between two that it has. */
export interface LineStep {
  /** Indices of the words. */
  readonly words: readonly number[];
  /** Characters that they add. */
  readonly cost: number;
  /** What the characters are worth: steps of all skills are bought in this order. Never rises within a line. */
  readonly price: number;
}

export interface Growth {
  /** What the reader already knows from the name. */
  readonly known: Iterable<string>;
  readonly rarity: (stem: string) => number;
  /** Characters of a word as rendered. */
  readonly lengthOf: (text: string) => number;
  /** Characters in front of and behind the first word. */
  readonly around: number;
  /** Words that the line begins with in any case. */
  readonly beginning: readonly number[];
}

/**
 * The order in which the words of a description enter its line. After its beginning, what tells the skill from its
 * neighbours, is repeated, is short and continues a phrase comes first. Words that add nothing new (function words, and what
 * the name or the line already says) fill the gaps between the others. They are worth more, the more of the description is in
 * its line: a few words need no sentence around them, but most of a text is understood better with the rest of it.
 */
export function growLine(words: readonly CatalogWord[], growth: Growth): readonly LineStep[] {
  const line = new Line(words, growth);
  const steps: LineStep[] = [];
  let used = 0;
  const take = (run: readonly number[], price: number) => {
    const first = steps.length === 0 ? growth.around - SEPARATOR.length : 0;
    const cost = line.take(run);
    steps.push({ words: run, cost: cost + first, price });
    used += cost;
  };
  for (const word of growth.beginning) take([word], Number.MAX_VALUE);
  let price = Number.MAX_VALUE;
  for (let next = line.best(); next !== undefined; next = line.best()) {
    price = Math.min(price, next.gain / (EQUAL_SHARE + used));
    take(next.run, price);
  }
  return steps;
}

/** The more characters a line has, the less the next ones are worth. */
const EQUAL_SHARE = 40;

/** A part of the price that is the same for short and long words. */
const PER_WORD = 4;

/** A word next to one that is already in the line makes a phrase. */
const PHRASE = 1.3;

/** Each repetition of a word in the description adds this, up to the limit. */
const REPEATED = 0.5;
const MOST_REPEATED = 4;

/** In no gap. */
const NONE = -1;

/** The words of one description that are not in its line yet, with what each would be worth now. */
class Line {
  readonly #words: readonly CatalogWord[];
  readonly #rarity: (stem: string) => number;
  readonly #worth: (stem: string) => number;
  readonly #lengths: readonly number[];
  readonly #known: Set<string>;
  readonly #taken = new Set<number>();
  readonly #byStem = new Map<string, number[]>();
  /** Words whose worth may have changed since the last choice. */
  readonly #changed: Set<number>;
  /** What each word would gain; 0 for one that is taken or adds nothing new. */
  readonly #gains: Float64Array;
  /** Words that were worth that much once; `#gains` says which still are. */
  readonly #wordQueue = new GainQueue();
  /** The other end of a gap, for its first and last word: neighbouring words of a clause that add nothing new. */
  readonly #otherEnd: Int32Array;
  /** Gaps that could be filled, by their first word. */
  readonly #gapQueue = new GainQueue();
  readonly #total: number;
  #shown = 0;

  constructor(words: readonly CatalogWord[], { known, rarity, lengthOf }: Growth) {
    this.#words = words;
    this.#rarity = rarity;
    this.#known = new Set(known);
    this.#lengths = words.map(({ text }) => lengthOf(text));
    for (const [index, { stems, weight }] of words.entries()) {
      if (weight === 0) continue;
      for (const stem of stems) {
        const uses = this.#byStem.get(stem);
        if (uses === undefined) this.#byStem.set(stem, [index]);
        else uses.push(index);
      }
    }
    this.#worth = (stem) => {
      const uses = Math.min(MOST_REPEATED, this.#byStem.get(stem)?.length ?? 1);
      return rarity(stem) * (1 + REPEATED * (uses - 1));
    };
    this.#gains = new Float64Array(words.length);
    this.#otherEnd = new Int32Array(words.length).fill(NONE);
    this.#total = words.reduce((sum, word) => sum + word.weight * sumOf(word.stems, rarity), 0);
    this.#changed = new Set(words.keys());
  }

  best(): { readonly run: readonly number[]; readonly gain: number } | undefined {
    for (const index of this.#changed) this.#update(index);
    this.#changed.clear();
    const word = firstOf(this.#wordQueue, ({ index, gain }) => this.#gains[index] === gain);
    const gap = firstOf(this.#gapQueue, ({ index }) => !this.#taken.has(index));
    const ofWord = word?.gain ?? 0;
    const ofGap = (gap?.gain ?? 0) * (this.#shown / this.#total);
    if (gap !== undefined && (ofGap > ofWord || (ofGap === ofWord && gap.index < (word?.index ?? 0)))) {
      const length = (this.#otherEnd[gap.index] ?? NONE) - gap.index + 1;
      return { run: Array.from({ length }, (_, at) => gap.index + at), gain: ofGap };
    }
    return word === undefined ? undefined : { run: [word.index], gain: ofWord };
  }

  /** Takes neighbouring words, and returns the characters that they add. */
  take(run: readonly number[]): number {
    let cost = 0;
    for (const index of run) {
      cost += this.#cost(index);
      this.#taken.add(index);
      this.#gains[index] = 0;
      const { stems = [], weight = 0 } = this.#words[index] ?? {};
      this.#shown += weight * sumOf(stems, this.#rarity);
      this.#changed.add(index - 1).add(index + 1);
      for (const stem of stems) {
        if (this.#known.has(stem)) continue;
        this.#known.add(stem);
        for (const use of this.#byStem.get(stem) ?? []) this.#changed.add(use);
      }
    }
    return cost;
  }

  /** With a separator, or a space to its neighbour; between two words of the line, two spaces replace a separator. */
  #cost(index: number): number {
    const neighbours = this.#neighbours(index);
    const between = neighbours === 0 ? SEPARATOR.length : neighbours === 1 ? 1 : 2 - SEPARATOR.length;
    return (this.#lengths[index] ?? 0) + between;
  }

  #update(index: number): void {
    const word = this.#words[index];
    if (word === undefined || this.#taken.has(index)) return;
    const news = this.#news(word);
    const isPhrase = this.#neighbours(index) > 0;
    const gain = (news * (isPhrase ? PHRASE : 1)) / (this.#cost(index) + PER_WORD);
    this.#gains[index] = gain;
    if (gain > 0) this.#wordQueue.add({ index, gain });
    else if (!word.isExcluded) this.#updateGap(index, word.clause);
  }

  /** What a word says that neither the name nor the line does. */
  #news({ stems, weight }: CatalogWord): number {
    if (weight === 0) return 0;
    const sum = sumOf(stems, (stem) => (this.#known.has(stem) ? 0 : this.#worth(stem)));
    return (weight * sum) / Math.sqrt(Math.max(1, stems.length));
  }

  /**
   * Joins a word that adds nothing new with the gaps beside it. The gap can be filled if it continues a phrase of the line up
   * to its next word or its end; from then on it never changes, so that its words are added up once.
   */
  #updateGap(index: number, clause: number): void {
    const [first, last] = this.#endsAround(index, clause);
    this.#otherEnd[first] = last;
    this.#otherEnd[last] = first;
    const isJoined = this.#isBeside(last, last + 1);
    if (!this.#isBeside(first, first - 1) || !(isJoined || this.#words[last + 1]?.clause !== clause)) return;
    let worth = 0;
    let cost = 0;
    for (let at = first; at <= last; at += 1) {
      const { stems = [], weight = 0 } = this.#words[at] ?? {};
      worth += (weight || 1) * sumOf(stems, this.#rarity);
      cost += 1 + (this.#lengths[at] ?? 0);
    }
    const gain = worth / (cost + PER_WORD + (isJoined ? 1 - SEPARATOR.length : 0));
    if (gain > 0) this.#gapQueue.add({ index: first, gain });
  }

  /** A word of a gap changes only if a word beside it was taken, so that it is an end of its gap. */
  #endsAround(index: number, clause: number): readonly [first: number, last: number] {
    const other = this.#otherEnd[index] ?? NONE;
    if (other !== NONE) return [Math.min(index, other), Math.max(index, other)];
    const endBeside = (at: number) => {
      const isGap = this.#words[at]?.clause === clause && !this.#taken.has(at);
      const end = isGap ? this.#otherEnd[at] : undefined;
      return end === undefined || end === NONE ? index : end;
    };
    return [endBeside(index - 1), endBeside(index + 1)];
  }

  /** How many words of the line stand directly beside it. */
  #neighbours(index: number): number {
    return Number(this.#isBeside(index, index - 1)) + Number(this.#isBeside(index, index + 1));
  }

  #isBeside(index: number, other: number): boolean {
    return this.#taken.has(other) && this.#words[other]?.clause === this.#words[index]?.clause;
  }
}

function sumOf(stems: readonly string[], worth: (stem: string) => number): number {
  return stems.reduce((sum, stem) => sum + worth(stem), 0);
}

/** The first entry that is still true. */
function firstOf(queue: GainQueue, isTrue: (entry: Gain) => boolean): Gain | undefined {
  let first = queue.first();
  while (first !== undefined && !isTrue(first)) {
    queue.dropFirst();
    first = queue.first();
  }
  return first;
}
