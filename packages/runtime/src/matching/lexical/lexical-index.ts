import { WEIGHTS } from "../evidence/weights.ts";
import { findWord, wordAt } from "../tables/dictionary.ts";
import { hasPair } from "./pair-filter.ts";
import { countIn, MEASURED_FIELDS } from "./term-counts.ts";
import type { TermTable } from "./term-table.ts";

/** Upper bound of the score of a term with weight 1, without its rarity. */
export const MOST: number = WEIGHTS.saturation + 1;

/** Number of fields that say what a skill is for: name, triggers, description. */
const HEAD_FIELDS = 3;

/** A term of a message and its weight. */
export interface QueryTerm {
  readonly term: string;
  readonly weight: number;
}

/** A term of a message that the index contains, with its rarity. */
export interface KnownTerm extends QueryTerm {
  readonly id: number;
  readonly rarity: number;
}

/** Fielded BM25 over a table of terms. Only the weights of each skill's fields are precomputed. */
export class LexicalIndex {
  readonly table: TermTable;
  readonly size: number;
  /** The weight of a term in each field of each skill: long fields give less. */
  readonly #scales: Float32Array;

  constructor(table: TermTable) {
    this.table = table;
    this.size = table.pairOffsets.length - 1;
    this.#scales = fieldScales(table.lengths, this.size);
  }

  /** The id of a term; undefined if no skill has it. */
  idOf(term: string): number | undefined {
    return findWord(this.table.dictionary, term);
  }

  /** Number of skills that have a term. */
  frequency(id: number): number {
    const { starts } = this.table.postings;
    return (starts[id + 1] ?? 0) - (starts[id] ?? 0);
  }

  /** The rarity of a term: high if few skills have it. */
  rarity(id: number): number {
    return rarityOf(this.frequency(id), this.size);
  }

  termAt(id: number): string {
    return wordAt(this.table.dictionary, id);
  }

  /** Adds the score of each skill for the terms to `scores`, and returns the highest possible sum. */
  score(terms: readonly KnownTerm[], scores: Float32Array): number {
    const { starts, columns, values } = this.table.postings;
    let most = 0;
    for (const { id, weight, rarity } of terms) {
      const worth = weight * rarity * MOST;
      const end = starts[id + 1] ?? 0;
      for (let at = starts[id] ?? 0; at < end; at += 1) {
        const skill = columns[at] ?? 0;
        const frequency = this.#weigh(values[at] ?? 0, skill * MEASURED_FIELDS);
        scores[skill] = (scores[skill] ?? 0) + (worth * frequency) / (WEIGHTS.saturation + frequency);
      }
      most += worth;
    }
    return most;
  }

  /** The score of one skill for the terms by its name, triggers and description alone. */
  headScore(skill: number, terms: readonly KnownTerm[]): number {
    let sum = 0;
    for (const { id, weight, rarity } of terms) {
      const packed = this.countsOf(skill, id);
      const frequency = packed === 0 ? 0 : this.#weigh(packed, skill * MEASURED_FIELDS, HEAD_FIELDS);
      sum += (weight * rarity * MOST * frequency) / (WEIGHTS.saturation + frequency);
    }
    return sum;
  }

  /** True if two terms are neighbours in a skill; false positives are possible but rare. */
  hasPair(skill: number, pair: number): boolean {
    const { pairs, pairOffsets } = this.table;
    return hasPair(pairs, pairOffsets[skill] ?? 0, pairOffsets[skill + 1] ?? 0, pair);
  }

  /** A skill's packed counts of a term; 0 if it has none. */
  countsOf(skill: number, id: number): number {
    const { starts, columns, values } = this.table.postings;
    let low = starts[id] ?? 0;
    let high = (starts[id + 1] ?? 0) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = columns[middle] ?? 0;
      if (found === skill) return values[middle] ?? 0;
      if (found < skill) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  }

  /** Weighted occurrences in the first fields, by default all that are measured; the negative field does not count. */
  #weigh(packed: number, start: number, fields = MEASURED_FIELDS): number {
    let sum = 0;
    for (let field = 0; field < fields; field += 1)
      sum += countIn(packed, field) * (this.#scales[start + field] ?? 0);
    return sum;
  }
}

/** The rarity of a term that `frequency` of `size` skills have. */
export function rarityOf(frequency: number, size: number): number {
  return Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
}

function fieldScales(lengths: Uint16Array, size: number): Float32Array {
  const sums = new Float64Array(MEASURED_FIELDS);
  for (let at = 0; at < lengths.length; at += 1) {
    const field = at % MEASURED_FIELDS;
    sums[field] = (sums[field] ?? 0) + (lengths[at] ?? 0);
  }
  const scales = new Float32Array(lengths.length);
  for (let at = 0; at < lengths.length; at += 1) {
    const field = at % MEASURED_FIELDS;
    const mean = (sums[field] ?? 0) / size;
    const penalty = WEIGHTS.lengths[field] ?? 0;
    const normal = mean === 0 ? 1 : 1 - penalty + (penalty * (lengths[at] ?? 0)) / mean;
    scales[at] = (WEIGHTS.fields[field] ?? 0) / normal;
  }
  return scales;
}
