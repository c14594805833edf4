import { bitsSet } from "../tables/bits.ts";
import { signWords, type VectorTable } from "./vector-table.ts";

/** With more skills, only those whose sign bits agree best with the query are compared in full. */
const COMPARE_ALL = 512;
const COMPARED = 256;

/** Similarity of skills to a query, by the cosine of their vectors. */
export class VectorIndex {
  readonly table: VectorTable;
  #centre: Float32Array | undefined;

  constructor(table: VectorTable) {
    this.table = table;
  }

  /** Writes the cosine of each skill's whole text to `into`; 0 for those that are certainly far. */
  compare(query: Float32Array, into: Float32Array): void {
    const size = this.table.offsets.length - 1;
    if (size <= COMPARE_ALL) {
      for (let row = 0; row < size; row += 1) into[row] = this.#cosine(query, this.table.offsets[row] ?? 0);
      return;
    }
    for (const row of this.#likely(query, size))
      into[row] = this.#cosine(query, this.table.offsets[row] ?? 0);
  }

  /** The cosine of a skill's whole text. */
  whole(query: Float32Array, row: number): number {
    return this.#cosine(query, this.table.offsets[row] ?? 0);
  }

  /** The cosine of a skill's nearest phrase; undefined when it has none. */
  nearestPhrase(query: Float32Array, row: number): number | undefined {
    let best: number | undefined;
    const end = this.table.offsets[row + 1] ?? 0;
    for (let at = (this.table.offsets[row] ?? 0) + 1; at < end; at += 1)
      best = Math.max(best ?? -1, this.#cosine(query, at));
    return best;
  }

  /** The cosine of an average skill: some models find all texts similar. */
  typical(query: Float32Array): number {
    this.#centre ??= centreOf(this.table);
    let sum = 0;
    for (let at = 0; at < query.length; at += 1) sum += (query[at] ?? 0) * (this.#centre[at] ?? 0);
    return sum;
  }

  /** Four parallel sums allow the processor to pipeline them. */
  #cosine(query: Float32Array, vector: number): number {
    const { dimensions, values, inverse } = this.table;
    let at = vector * dimensions;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let part = 0; part < dimensions; part += 4) {
      a += (query[part] ?? 0) * (values[at] ?? 0);
      b += (query[part + 1] ?? 0) * (values[at + 1] ?? 0);
      c += (query[part + 2] ?? 0) * (values[at + 2] ?? 0);
      d += (query[part + 3] ?? 0) * (values[at + 3] ?? 0);
      at += 4;
    }
    return (a + b + c + d) * (inverse[vector] ?? 0);
  }

  /** The rows whose sign bits agree with the query's in most positions. */
  #likely(query: Float32Array, size: number): readonly number[] {
    const { signs } = this.table;
    const words = signWords(this.table.dimensions);
    const wanted = new Uint32Array(words);
    for (let at = 0; at < this.table.dimensions; at += 1) {
      if ((query[at] ?? 0) > 0) wanted[at >>> 5] = (wanted[at >>> 5] ?? 0) | (1 << (at & 31));
    }
    const distances = new Uint16Array(size);
    const histogram = new Uint32Array(this.table.dimensions + 1);
    for (let row = 0; row < size; row += 1) {
      let distance = 0;
      for (let word = 0; word < words; word += 1)
        distance += bitsSet((signs[row * words + word] ?? 0) ^ (wanted[word] ?? 0));
      distances[row] = distance;
      histogram[distance] = (histogram[distance] ?? 0) + 1;
    }
    let limit = 0;
    for (let seen = 0; limit < histogram.length; limit += 1) {
      seen += histogram[limit] ?? 0;
      if (seen >= COMPARED) break;
    }
    const rows: number[] = [];
    for (let row = 0; row < size; row += 1) if ((distances[row] ?? 0) <= limit) rows.push(row);
    return rows;
  }
}

/** Number of skills that stand for all of them. */
const SAMPLED = 256;

/** The mean of unit vectors of skills, spread evenly over the table. */
function centreOf({ dimensions, offsets, values, inverse }: VectorTable): Float32Array {
  const centre = new Float32Array(dimensions);
  const size = offsets.length - 1;
  const step = Math.max(1, size / SAMPLED);
  let count = 0;
  for (let sample = 0; sample < size; sample += step) {
    const vector = offsets[Math.floor(sample)] ?? 0;
    const scale = inverse[vector] ?? 0;
    if (scale === 0) continue;
    count += 1;
    for (let at = 0; at < dimensions; at += 1)
      centre[at] = (centre[at] ?? 0) + scale * (values[vector * dimensions + at] ?? 0);
  }
  return count === 0 ? centre : centre.map((value) => value / count);
}
