import { WEIGHTS } from "../weights.ts";
import { hasPair } from "./pair-filter.ts";
import { countIn, FIELDS, MEASURED_FIELDS } from "./term-counts.ts";
import type { TermTable } from "./term-table.ts";

/** The upper end of what one term of weight one can give, without its rarity. */
export const MOST: number = WEIGHTS.saturation + 1;

/** A term of a message, and how much it counts. */
export interface QueryTerm {
  readonly term: string;
  readonly weight: number;
}

/** A message's terms that the index knows, with their rarity. */
export interface KnownTerm extends QueryTerm {
  readonly id: number;
  readonly rarity: number;
}

/** Fielded BM25 over a table of terms. Every posting holds what it is worth, so a query only adds up. */
export class LexicalIndex {
  readonly table: TermTable;
  readonly size: number;
  readonly #starts: Uint32Array;
  readonly #documents: Uint32Array;
  readonly #impacts: Float32Array;
  readonly #packed: Uint32Array;
  readonly #frequencies: Uint32Array;
  /** 1 for terms that stand in a name, a trigger or a description. */
  readonly #heads: Uint8Array;

  constructor(table: TermTable) {
    this.table = table;
    this.size = table.keys.length;
    const inverted = invert(table);
    this.#starts = inverted.starts;
    this.#documents = inverted.documents;
    this.#impacts = inverted.impacts;
    this.#packed = inverted.packed;
    this.#frequencies = inverted.frequencies;
    this.#heads = inverted.heads;
  }

  /** The number of a term, or undefined when no skill has it. */
  idOf(term: string): number | undefined {
    const { dictionary } = this.table;
    let low = 0;
    let high = dictionary.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const word = dictionary[middle] ?? "";
      if (word === term) return middle;
      if (word < term) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** How many skills have a term. */
  frequency(id: number): number {
    return this.#frequencies[id] ?? 0;
  }

  rarity(id: number): number {
    return rarityOf(this.frequency(id), this.size);
  }

  /** The terms of names, triggers and descriptions. */
  *headTerms(): Iterable<readonly [term: string, id: number]> {
    for (const [id, word] of this.table.dictionary.entries()) if (this.#heads[id] === 1) yield [word, id];
  }

  /** Adds what each skill scores for the terms to `scores`, and gives the highest sum that any skill could reach. */
  score(terms: readonly KnownTerm[], scores: Float32Array): number {
    let most = 0;
    for (const { id, weight } of terms) {
      const end = this.#starts[id + 1] ?? 0;
      for (let at = this.#starts[id] ?? 0; at < end; at += 1) {
        const document = this.#documents[at] ?? 0;
        scores[document] = (scores[document] ?? 0) + weight * (this.#impacts[at] ?? 0);
      }
      most += weight * this.rarity(id) * MOST;
    }
    return most;
  }

  /** True when two terms stand side by side in a skill, with few mistakes. */
  hasPair(document: number, pair: number): boolean {
    const { pairs, pairOffsets } = this.table;
    return hasPair(pairs, pairOffsets[document] ?? 0, pairOffsets[document + 1] ?? 0, pair);
  }

  /** A skill's packed counts of a term; 0 when it has none. Postings are in the order of skills. */
  countsOf(document: number, id: number): number {
    let low = this.#starts[id] ?? 0;
    let high = (this.#starts[id + 1] ?? 0) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#documents[middle] ?? 0;
      if (found === document) return this.#packed[middle] ?? 0;
      if (found < document) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  }
}

function rarityOf(frequency: number, size: number): number {
  return Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
}

interface Inverted {
  readonly starts: Uint32Array;
  readonly documents: Uint32Array;
  readonly impacts: Float32Array;
  readonly packed: Uint32Array;
  /** Skills per term, without those that only speak against it. */
  readonly frequencies: Uint32Array;
  readonly heads: Uint8Array;
}

/** Postings by term, by a counting sort; terms that a skill only speaks against are worth nothing. */
function invert(table: TermTable): Inverted {
  const { offsets, terms, counts, lengths } = table;
  const words = table.dictionary.length;
  const size = table.keys.length;
  const means = meanLengths(lengths, size);
  const starts = new Uint32Array(words + 1);
  const frequencies = new Uint32Array(words);
  const heads = new Uint8Array(words);
  for (let at = 0; at < terms.length; at += 1) {
    const packed = counts[at] ?? 0;
    const term = terms[at] ?? 0;
    starts[term + 1] = (starts[term + 1] ?? 0) + 1;
    if ((packed & HEAD_BITS) !== 0) heads[term] = 1;
    if ((packed & MEASURED_BITS) !== 0) frequencies[term] = (frequencies[term] ?? 0) + 1;
  }
  for (let term = 0; term < words; term += 1)
    starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const documents = new Uint32Array(terms.length);
  const impacts = new Float32Array(terms.length);
  const bySlot = new Uint32Array(terms.length);
  const next = starts.slice();
  const rarities = Float32Array.from(frequencies, (frequency) => rarityOf(frequency, size));
  const scales = new Float64Array(MEASURED_FIELDS);
  for (let document = 0; document < size; document += 1) {
    for (let field = 0; field < MEASURED_FIELDS; field += 1) {
      const length = lengths[document * MEASURED_FIELDS + field] ?? 0;
      const mean = means[field] ?? 0;
      const penalty = WEIGHTS.lengths[field] ?? 0;
      const normal = mean === 0 ? 1 : 1 - penalty + (penalty * length) / mean;
      scales[field] = (WEIGHTS.fields[field] ?? 0) / normal;
    }
    const end = offsets[document + 1] ?? 0;
    for (let at = offsets[document] ?? 0; at < end; at += 1) {
      const packed = counts[at] ?? 0;
      const term = terms[at] ?? 0;
      const slot = next[term] ?? 0;
      next[term] = slot + 1;
      const frequency = weigh(packed, scales);
      documents[slot] = document;
      bySlot[slot] = packed;
      impacts[slot] = ((rarities[term] ?? 0) * frequency * MOST) / (WEIGHTS.saturation + frequency);
    }
  }
  return { starts, documents, impacts, packed: bySlot, frequencies, heads };
}

const HEAD_BITS = bitsOf(["name", "triggers", "description"]);
const MEASURED_BITS = bitsOf(["name", "triggers", "description", "headings", "body"]);

function bitsOf(names: readonly string[]): number {
  let bits = 0;
  for (const { name, shift, bits: width } of FIELDS) {
    if (names.includes(name)) bits |= ((1 << width) - 1) << shift;
  }
  return bits;
}

function weigh(packed: number, scales: Float64Array): number {
  let sum = 0;
  for (let field = 0; field < MEASURED_FIELDS; field += 1)
    sum += countIn(packed, field) * (scales[field] ?? 0);
  return sum;
}

function meanLengths(lengths: Uint16Array, size: number): readonly number[] {
  const sums = new Array<number>(MEASURED_FIELDS).fill(0);
  for (let at = 0; at < lengths.length; at += 1) {
    const field = at % MEASURED_FIELDS;
    sums[field] = (sums[field] ?? 0) + (lengths[at] ?? 0);
  }
  return sums.map((sum) => (size === 0 ? 0 : sum / size));
}
