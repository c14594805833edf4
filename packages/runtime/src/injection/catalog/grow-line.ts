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
    let cost = 0;
    for (const word of run) {
      cost += line.cost(word);
      line.take(word);
    }
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

/** The words of one description that are not in its line yet, with what each would be worth now. */
class Line {
  readonly #words: readonly CatalogWord[];
  readonly #rarity: (stem: string) => number;
  readonly #worth: (stem: string) => number;
  readonly #lengths: readonly number[];
  readonly #known: Set<string>;
  readonly #taken = new Set<number>();
  readonly #byStem = new Map<string, number[]>();
  readonly #gains: Float64Array;
  /** The last word of each gap that could be filled, by its first one, which also has the gain. */
  readonly #gaps = new Map<number, number>();
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
    this.#total = words.reduce((sum, word) => sum + word.weight * sumOf(word.stems, rarity), 0);
    for (const index of words.keys()) this.#update(index);
  }

  best(): { readonly run: readonly number[]; readonly gain: number } | undefined {
    let best = -1;
    let gain = 0;
    for (let index = 0; index < this.#gains.length; index += 1) {
      const part = this.#gaps.has(index) ? this.#shown / this.#total : 1;
      const value = (this.#gains[index] ?? 0) * part;
      if (value <= gain) continue;
      gain = value;
      best = index;
    }
    if (best === -1) return undefined;
    const length = (this.#gaps.get(best) ?? best) - best + 1;
    return { run: Array.from({ length }, (_, at) => best + at), gain };
  }

  /** With a separator, or a space to its neighbour; between two words of the line, two spaces replace a separator. */
  cost(index: number): number {
    const neighbours = this.#neighbours(index);
    const between = neighbours === 0 ? SEPARATOR.length : neighbours === 1 ? 1 : 2 - SEPARATOR.length;
    return (this.#lengths[index] ?? 0) + between;
  }

  take(index: number): void {
    this.#taken.add(index);
    const { stems = [], weight = 0 } = this.#words[index] ?? {};
    this.#shown += weight * sumOf(stems, this.#rarity);
    const changed = new Set([index - 1, index, index + 1]);
    for (const stem of stems) {
      this.#known.add(stem);
      for (const use of this.#byStem.get(stem) ?? []) changed.add(use);
    }
    for (const use of changed) this.#update(use);
  }

  #update(index: number): void {
    const word = this.#words[index];
    if (word === undefined) return;
    this.#gains[index] = 0;
    this.#gaps.delete(index);
    if (this.#taken.has(index)) return;
    const news = this.#news(word);
    if (news > 0) {
      const isPhrase = this.#neighbours(index) > 0;
      this.#gains[index] = (news * (isPhrase ? PHRASE : 1)) / (this.cost(index) + PER_WORD);
    } else if (!word.isExcluded) this.#updateGap(index, word.clause);
  }

  /** What a word says that neither the name nor the line does. */
  #news({ stems, weight }: CatalogWord): number {
    if (weight === 0) return 0;
    const sum = sumOf(stems, (stem) => (this.#known.has(stem) ? 0 : this.#worth(stem)));
    return (weight * sum) / Math.sqrt(Math.max(1, stems.length));
  }

  /** The words around this one that add nothing new, if they continue a phrase of the line up to its next word or its end. */
  #updateGap(index: number, clause: number): void {
    const isGap = (at: number) => {
      const word = this.#words[at];
      if (word === undefined || word.clause !== clause || word.isExcluded) return false;
      return !this.#taken.has(at) && this.#news(word) === 0;
    };
    let [first, last] = [index, index];
    while (isGap(first - 1)) first -= 1;
    while (isGap(last + 1)) last += 1;
    let worth = 0;
    let cost = 0;
    for (let at = first; at <= last; at += 1) {
      this.#gains[at] = 0;
      this.#gaps.delete(at);
      const { stems = [], weight = 0 } = this.#words[at] ?? {};
      worth += (weight || 1) * sumOf(stems, this.#rarity);
      cost += 1 + (this.#lengths[at] ?? 0);
    }
    const isJoined = this.#isBeside(last, last + 1);
    if (!this.#isBeside(first, first - 1) || !(isJoined || this.#words[last + 1]?.clause !== clause)) return;
    this.#gaps.set(first, last);
    this.#gains[first] = worth / (cost + PER_WORD + (isJoined ? 1 - SEPARATOR.length : 0));
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
