import { pairFilter } from "./pair-filter.ts";
import { MEASURED_FIELDS, type TermCounts } from "./term-counts.ts";

/** The terms of many skills in columns: small in memory, quick to store, and each row can be taken over as it is. */
export interface TermTable {
  /** What each row was made from; the same key means the same row. */
  readonly keys: readonly string[];
  /** In the order of UTF-16 units, so that a term is found by halving. */
  readonly dictionary: readonly string[];
  /** Row `i` lies in `terms` and `counts` from `offsets[i]` to `offsets[i + 1]`. */
  readonly offsets: Uint32Array;
  /** Positions in the dictionary. */
  readonly terms: Uint32Array;
  /** Packed counts per field. */
  readonly counts: Uint32Array;
  /** Terms per measured field, row by row. */
  readonly lengths: Uint16Array;
  /** Row `i` has its filter of neighbouring terms in `pairs` from `pairOffsets[i]` to `pairOffsets[i + 1]`. */
  readonly pairOffsets: Uint32Array;
  readonly pairs: Uint32Array;
}

/** A row to be: counted anew, or taken over from an earlier table. */
export type TableRow =
  | { readonly key: string; readonly counted: TermCounts }
  | { readonly key: string; readonly table: TermTable; readonly row: number };

/** Puts rows together; those of an earlier table are copied without a look at their texts. */
export function buildTermTable(rows: readonly TableRow[]): TermTable {
  const total = rows.reduce((sum, row) => sum + sizeOf(row), 0);
  const offsets = new Uint32Array(rows.length + 1);
  const terms = new Uint32Array(total);
  const counts = new Uint32Array(total);
  const lengths = new Uint16Array(rows.length * MEASURED_FIELDS);
  const dictionary = new Dictionary();
  let at = 0;
  for (const [index, row] of rows.entries()) {
    if ("counted" in row) {
      for (const [term, packed] of row.counted.counts) {
        terms[at] = dictionary.idOf(term);
        counts[at] = packed;
        at += 1;
      }
      lengths.set(
        row.counted.lengths.map((length) => Math.min(length, 65_535)),
        index * MEASURED_FIELDS,
      );
    } else {
      const { table } = row;
      const renamed = dictionary.idsOf(table);
      const end = table.offsets[row.row + 1] ?? 0;
      for (let from = table.offsets[row.row] ?? 0; from < end; from += 1) {
        terms[at] = dictionary.renamed(renamed, table, table.terms[from] ?? 0);
        counts[at] = table.counts[from] ?? 0;
        at += 1;
      }
      const start = row.row * MEASURED_FIELDS;
      lengths.set(table.lengths.subarray(start, start + MEASURED_FIELDS), index * MEASURED_FIELDS);
    }
    offsets[index + 1] = at;
  }
  const keys = rows.map((row) => row.key);
  const { words, places } = dictionary.sorted();
  for (let entry = 0; entry < terms.length; entry += 1) terms[entry] = places[terms[entry] ?? 0] ?? 0;
  return { keys, dictionary: words, offsets, terms, counts, lengths, ...joinFilters(rows) };
}

function sizeOf(row: TableRow): number {
  if ("counted" in row) return row.counted.counts.size;
  return (row.table.offsets[row.row + 1] ?? 0) - (row.table.offsets[row.row] ?? 0);
}

function joinFilters(rows: readonly TableRow[]): Pick<TermTable, "pairOffsets" | "pairs"> {
  const filters = rows.map((row) => {
    if ("counted" in row) return pairFilter(row.counted.pairs);
    const { pairs, pairOffsets } = row.table;
    return pairs.subarray(pairOffsets[row.row], pairOffsets[row.row + 1]);
  });
  const pairOffsets = new Uint32Array(rows.length + 1);
  for (const [index, filter] of filters.entries())
    pairOffsets[index + 1] = (pairOffsets[index] ?? 0) + filter.length;
  const pairs = new Uint32Array(pairOffsets[rows.length] ?? 0);
  for (const [index, filter] of filters.entries()) pairs.set(filter, pairOffsets[index]);
  return { pairOffsets, pairs };
}

/** Words and their numbers, and how the numbers of earlier tables are called here. */
class Dictionary {
  readonly #words: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #renamed = new Map<TermTable, Int32Array>();

  idOf(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.#words.length;
    this.#ids.set(word, id);
    this.#words.push(word);
    return id;
  }

  /** The words in order, and where each number's word went. */
  sorted(): { readonly words: readonly string[]; readonly places: Uint32Array } {
    const words = [...this.#words].sort();
    const places = new Uint32Array(words.length);
    for (const [place, word] of words.entries()) places[this.idOf(word)] = place;
    return { words, places };
  }

  idsOf(table: TermTable): Int32Array {
    const known = this.#renamed.get(table);
    if (known !== undefined) return known;
    const ids = new Int32Array(table.dictionary.length).fill(-1);
    this.#renamed.set(table, ids);
    return ids;
  }

  renamed(ids: Int32Array, table: TermTable, old: number): number {
    const known = ids[old] ?? -1;
    if (known >= 0) return known;
    const id = this.idOf(table.dictionary[old] ?? "");
    ids[old] = id;
    return id;
  }
}
