/** Vectors of many skills in columns, each component in eight bits. */
export interface VectorTable {
  /** The embedder's id: vectors of different ids are never compared. */
  readonly model: string;
  readonly dimensions: number;
  /** What each row was made from; the same key means the same row. */
  readonly keys: readonly string[];
  /** Row `i` has the vectors from `offsets[i]` to `offsets[i + 1]`: the whole first, then each phrase. */
  readonly offsets: Uint32Array;
  readonly values: Int8Array;
}

/** A row to be: vectors of length one, or a row of an earlier table of the same model. */
export type VectorRow =
  | { readonly key: string; readonly vectors: readonly Float32Array[] }
  | { readonly key: string; readonly table: VectorTable; readonly row: number };

const SCALE = 127;

/** Puts rows together; those of an earlier table are copied. */
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
  return { model, dimensions, keys: rows.map((row) => row.key), offsets, values };
}

function countOf(row: VectorRow): number {
  if ("vectors" in row) return row.vectors.length;
  return (row.table.offsets[row.row + 1] ?? 0) - (row.table.offsets[row.row] ?? 0);
}

/** A vector whose largest component is about one becomes whole numbers; directions survive, lengths stay near one. */
function toBytes(vector: Float32Array, dimensions: number): Int8Array {
  const bytes = new Int8Array(dimensions);
  let largest = 1e-9;
  for (let at = 0; at < dimensions; at += 1) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  for (let at = 0; at < dimensions; at += 1) bytes[at] = Math.round(((vector[at] ?? 0) / largest) * SCALE);
  return bytes;
}
