import { type WordTable, WordTableBuilder } from "../word-table.ts";
import { pairFilter } from "./pair-filter.ts";
import { groupSpellings, type SpellingTable } from "./spelling-table.ts";
import { MEASURED_FIELDS, type TermCounts } from "./term-counts.ts";

/** The terms of many skills: for each term the skills that have it, with its packed counts. */
export interface TermTable extends WordTable {
  /** Terms per measured field, skill by skill. */
  readonly lengths: Uint16Array;
  /** Skill `i` has its filter of neighbouring terms in `pairs` from `pairOffsets[i]` to `pairOffsets[i + 1]`. */
  readonly pairOffsets: Uint32Array;
  readonly pairs: Uint32Array;
  readonly spellings: SpellingTable;
}

/** A skill's part of a table: counted anew, or taken over from an earlier table. */
export type TableRow =
  | { readonly key: string; readonly counted: TermCounts }
  | { readonly key: string; readonly table: TermTable; readonly row: number };

/** Puts skills together; those of an earlier table are copied without a look at their texts. */
export function buildTermTable(rows: readonly TableRow[]): TermTable {
  const words = new WordTableBuilder();
  const lengths = new Uint16Array(rows.length * MEASURED_FIELDS);
  for (const [index, row] of rows.entries()) {
    if ("counted" in row) {
      for (const [term, packed] of row.counted.counts) words.add(term, packed);
      for (const [field, length] of row.counted.lengths.entries())
        lengths[index * MEASURED_FIELDS + field] = Math.min(length, 65_535);
    } else {
      words.copy(row.table, row.row);
      const start = row.row * MEASURED_FIELDS;
      lengths.set(row.table.lengths.subarray(start, start + MEASURED_FIELDS), index * MEASURED_FIELDS);
    }
    words.end(row.key);
  }
  const table = words.build();
  return { ...table, lengths, ...joinFilters(rows), spellings: groupSpellings(table) };
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
