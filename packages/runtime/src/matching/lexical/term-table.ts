import { pairFilter } from "./pair-filter.ts";
import { MEASURED_FIELDS, type TermCounts } from "./term-counts.ts";
import { type SparseRows, transpose } from "./transpose.ts";

/** The terms of many skills in columns: small in memory, and on disk exactly as it is used. */
export interface TermTable {
  /** What each skill's part was made from; the same key means the same part. */
  readonly keys: readonly string[];
  /** In the order of UTF-16 units, so that a term is found by halving. */
  readonly dictionary: readonly string[];
  /** For each term the skills that have it, in order, with its packed counts. */
  readonly postings: SparseRows;
  /** Terms per measured field, skill by skill. */
  readonly lengths: Uint16Array;
  /** Skill `i` has its filter of neighbouring terms in `pairs` from `pairOffsets[i]` to `pairOffsets[i + 1]`. */
  readonly pairOffsets: Uint32Array;
  readonly pairs: Uint32Array;
}

/** A skill's part of a table: counted anew, or taken over from an earlier table. */
export type TableRow =
  | { readonly key: string; readonly counted: TermCounts }
  | { readonly key: string; readonly table: TermTable; readonly row: number };

/** Puts skills together; those of an earlier table are copied without a look at their texts. */
export function buildTermTable(rows: readonly TableRow[]): TermTable {
  const dictionary = new Dictionary();
  const starts = new Uint32Array(rows.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  const lengths = new Uint16Array(rows.length * MEASURED_FIELDS);
  for (const [index, row] of rows.entries()) {
    if ("counted" in row) {
      for (const [term, packed] of row.counted.counts) {
        columns.push(dictionary.idOf(term));
        values.push(packed);
      }
      for (const [field, length] of row.counted.lengths.entries())
        lengths[index * MEASURED_FIELDS + field] = Math.min(length, 65_535);
    } else {
      dictionary.copy(row.table, row.row, columns, values);
      const start = row.row * MEASURED_FIELDS;
      lengths.set(row.table.lengths.subarray(start, start + MEASURED_FIELDS), index * MEASURED_FIELDS);
    }
    starts[index + 1] = columns.length;
  }
  const { words, places } = dictionary.sorted();
  const sorted = Uint32Array.from(columns, (id) => places[id] ?? 0);
  return {
    keys: rows.map((row) => row.key),
    dictionary: words,
    postings: transpose({ starts, columns: sorted, values: Uint32Array.from(values) }, words.length),
    lengths,
    ...joinFilters(rows),
  };
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

/** An earlier table skill by skill, and how its terms are numbered here. */
interface Earlier {
  readonly bySkill: SparseRows;
  readonly ids: Int32Array;
}

/** Words and their numbers in the order in which they came. */
class Dictionary {
  readonly #words: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #earlier = new Map<TermTable, Earlier>();

  idOf(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.#words.length;
    this.#ids.set(word, id);
    this.#words.push(word);
    return id;
  }

  /** Adds a skill's terms, renumbered, to two lists. */
  copy(table: TermTable, skill: number, columns: number[], values: number[]): void {
    const { bySkill, ids } = this.#open(table);
    const end = bySkill.starts[skill + 1] ?? 0;
    for (let at = bySkill.starts[skill] ?? 0; at < end; at += 1) {
      const old = bySkill.columns[at] ?? 0;
      let id = ids[old] ?? -1;
      if (id < 0) {
        id = this.idOf(table.dictionary[old] ?? "");
        ids[old] = id;
      }
      columns.push(id);
      values.push(bySkill.values[at] ?? 0);
    }
  }

  /** The words in order, and where each number's word went. */
  sorted(): { readonly words: readonly string[]; readonly places: Uint32Array } {
    const words = [...this.#words].sort();
    const places = new Uint32Array(words.length);
    for (const [place, word] of words.entries()) places[this.idOf(word)] = place;
    return { words, places };
  }

  #open(table: TermTable): Earlier {
    const known = this.#earlier.get(table);
    if (known !== undefined) return known;
    const opened = {
      bySkill: transpose(table.postings, table.keys.length),
      ids: new Int32Array(table.dictionary.length).fill(-1),
    };
    this.#earlier.set(table, opened);
    return opened;
  }
}
