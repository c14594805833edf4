import type { CatalogWord } from "./read-words.ts";
import { SEPARATOR } from "./write-words.ts";

/** A word that is added to the line of a skill, after those before it. */
export interface LineStep {
  /** Index of the word. */
  readonly word: number;
  /** Characters that it adds. */
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
 * neighbours, is repeated, is short and continues a phrase comes first. A word that adds nothing new is left out.
 */
export function growLine(words: readonly CatalogWord[], growth: Growth): readonly LineStep[] {
  const line = new Line(words, growth);
  const steps: LineStep[] = [];
  let used = 0;
  const take = (word: number, price: number) => {
    const first = steps.length === 0 ? growth.around - SEPARATOR.length : 0;
    const cost = line.cost(word);
    steps.push({ word, cost: cost + first, price });
    used += cost;
    line.take(word);
  };
  for (const word of growth.beginning) take(word, Number.MAX_VALUE);
  let price = Number.MAX_VALUE;
  for (let next = line.best(); next !== undefined; next = line.best()) {
    price = Math.min(price, next.gain / (EQUAL_SHARE + used));
    take(next.index, price);
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
  readonly #worth: (stem: string) => number;
  readonly #lengths: readonly number[];
  readonly #known: Set<string>;
  readonly #taken = new Set<number>();
  readonly #byStem = new Map<string, number[]>();
  readonly #gains: Float64Array;

  constructor(words: readonly CatalogWord[], { known, rarity, lengthOf }: Growth) {
    this.#words = words;
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
    for (const index of words.keys()) this.#update(index);
  }

  best(): { readonly index: number; readonly gain: number } | undefined {
    let best = -1;
    let gain = 0;
    for (let index = 0; index < this.#gains.length; index += 1) {
      const value = this.#gains[index] ?? 0;
      if (value <= gain) continue;
      gain = value;
      best = index;
    }
    return best === -1 ? undefined : { index: best, gain };
  }

  /** With a separator, or a space to its neighbour; between two words of the line, two spaces replace a separator. */
  cost(index: number): number {
    const neighbours = this.#neighbours(index);
    const between = neighbours === 0 ? SEPARATOR.length : neighbours === 1 ? 1 : 2 - SEPARATOR.length;
    return (this.#lengths[index] ?? 0) + between;
  }

  take(index: number): void {
    this.#taken.add(index);
    const changed = new Set([index - 1, index, index + 1]);
    for (const stem of this.#words[index]?.stems ?? []) {
      this.#known.add(stem);
      for (const use of this.#byStem.get(stem) ?? []) changed.add(use);
    }
    for (const use of changed) this.#update(use);
  }

  #update(index: number): void {
    const word = this.#words[index];
    if (word === undefined) return;
    const { stems, weight } = word;
    let sum = 0;
    if (weight > 0 && !this.#taken.has(index))
      for (const stem of stems) if (!this.#known.has(stem)) sum += this.#worth(stem);
    const value = (weight * sum) / Math.sqrt(Math.max(1, stems.length));
    if (value === 0) this.#gains[index] = 0;
    else {
      const isPhrase = this.#neighbours(index) > 0;
      this.#gains[index] = (value * (isPhrase ? PHRASE : 1)) / (this.cost(index) + PER_WORD);
    }
  }

  /** How many words of the line stand directly beside it. */
  #neighbours(index: number): number {
    return Number(this.#isBeside(index, index - 1)) + Number(this.#isBeside(index, index + 1));
  }

  #isBeside(index: number, other: number): boolean {
    return this.#taken.has(other) && this.#words[other]?.clause === this.#words[index]?.clause;
  }
}
