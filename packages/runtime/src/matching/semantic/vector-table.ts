/** Vectors of many skills in columns, with eight bits per component. */
export interface VectorTable {
  /** The embedder's id. Vectors of different ids are never compared. */
  readonly model: string;
  readonly dimensions: number;
  /** Key of each row's texts; equal keys mean equal rows. */
  readonly keys: readonly string[];
  /** Row `i` has the vectors from `offsets[i]` to `offsets[i + 1]`: the whole text first, then each phrase. */
  readonly offsets: Uint32Array;
  readonly values: Int8Array;
  /** Sign bits of each row's first vector, in 32-bit words. */
  readonly signs: Uint32Array;
  /** Reciprocal length of each vector; 0 for a vector of zeros. */
  readonly inverse: Float32Array;
}

/** A new row of unit vectors, or a row of an earlier table of the same model. */
export type VectorRow =
  | { readonly key: string; readonly vectors: readonly Float32Array[] }
  | { readonly key: string; readonly table: VectorTable; readonly row: number };

const SCALE = 127;

/** Builds a table from rows; those of an earlier table are copied. */
export function buildVectorTable(model: string, dimensions: number, rows: readonly VectorRow[]): VectorTable {
  const offsets = new Uint32Array(rows.length + 1);
  for (const [index, row] of rows.entries()) offsets[index + 1] = (offsets[index] ?? 0) + countOf(row);
  const values = new Int8Array((offsets[rows.length] ?? 0) * dimensions);
  for (const [index, row] of rows.entries()) {
    const start = (offsets[index] ?? 0) * dimensions;
    if ("vectors" in row) {
      for (const [at, vector] of row.vectors.entries())
        values.set(toBytes(vector, dimensions), start + at * dimensions);
    } else {
      const { table } = row;
      const from = (table.offsets[row.row] ?? 0) * dimensions;
      const to = (table.offsets[row.row + 1] ?? 0) * dimensions;
      values.set(table.values.subarray(from, to), start);
    }
  }
  const signs = signsOf(offsets, values, dimensions);
  const inverse = inverseLengths(values, dimensions);
  return { model, dimensions, keys: rows.map((row) => row.key), offsets, values, signs, inverse };
}

/** Number of 32-bit words for the sign bits of a vector. */
export function signWords(dimensions: number): number {
  return Math.ceil(dimensions / 32);
}

function signsOf(offsets: Uint32Array, values: Int8Array, dimensions: number): Uint32Array {
  const words = signWords(dimensions);
  const size = offsets.length - 1;
  const signs = new Uint32Array(size * words);
  for (let row = 0; row < size; row += 1) {
    const start = (offsets[row] ?? 0) * dimensions;
    for (let at = 0; at < dimensions; at += 1) {
      if ((values[start + at] ?? 0) <= 0) continue;
      const word = row * words + (at >>> 5);
      signs[word] = (signs[word] ?? 0) | (1 << (at & 31));
    }
  }
  return signs;
}

function inverseLengths(values: Int8Array, dimensions: number): Float32Array {
  const inverse = new Float32Array(values.length / dimensions);
  for (let vector = 0; vector < inverse.length; vector += 1) {
    let sum = 0;
    for (let at = vector * dimensions; at < (vector + 1) * dimensions; at += 1) {
      const value = values[at] ?? 0;
      sum += value * value;
    }
    inverse[vector] = sum === 0 ? 0 : 1 / Math.sqrt(sum);
  }
  return inverse;
}

function countOf(row: VectorRow): number {
  if ("vectors" in row) return row.vectors.length;
  return (row.table.offsets[row.row + 1] ?? 0) - (row.table.offsets[row.row] ?? 0);
}

/** Quantizes a vector to bytes, scaled by its largest component; the direction is kept. */
function toBytes(vector: Float32Array, dimensions: number): Int8Array {
  const bytes = new Int8Array(dimensions);
  let largest = 1e-9;
  for (let at = 0; at < dimensions; at += 1) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  for (let at = 0; at < dimensions; at += 1) bytes[at] = Math.round(((vector[at] ?? 0) / largest) * SCALE);
  return bytes;
}
