/** Sparse rows: row `i` is the range from `starts[i]` to `starts[i + 1]`. */
export interface SparseRows {
  readonly starts: Uint32Array;
  /** The column of each entry. */
  readonly columns: Uint32Array;
  readonly values: Uint32Array;
}

/** Turns rows into columns by a counting sort. The entries of each column are in the order of their rows. */
export function transpose({ starts, columns, values }: SparseRows, width: number): SparseRows {
  const turned = new Uint32Array(width + 1);
  for (let at = 0; at < columns.length; at += 1) {
    const column = (columns[at] ?? 0) + 1;
    turned[column] = (turned[column] ?? 0) + 1;
  }
  for (let column = 0; column < width; column += 1)
    turned[column + 1] = (turned[column + 1] ?? 0) + (turned[column] ?? 0);
  const next = turned.slice();
  const rows = new Uint32Array(columns.length);
  const moved = new Uint32Array(columns.length);
  for (let row = 0; row + 1 < starts.length; row += 1) {
    const end = starts[row + 1] ?? 0;
    for (let at = starts[row] ?? 0; at < end; at += 1) {
      const column = columns[at] ?? 0;
      const slot = next[column] ?? 0;
      next[column] = slot + 1;
      rows[slot] = row;
      moved[slot] = values[at] ?? 0;
    }
  }
  return { starts: turned, columns: rows, values: moved };
}
