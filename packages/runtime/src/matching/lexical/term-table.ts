import { NumberList } from "../tables/number-list.ts";
import { type WordTable, WordTableBuilder } from "../tables/word-table.ts";
import { pairFilter } from "./pair-filter.ts";
import { groupSpellings, type SpellingTable } from "./spelling-table.ts";
import { MEASURED_FIELDS, type TermCounts } from "./term-counts.ts";

/** The terms of many skills: for each term the skills that have it, with packed counts. */
export interface TermTable extends WordTable {
  /** Number of terms per measured field, skill by skill. */
  readonly lengths: Uint16Array;
  /** The filter of neighbouring terms of skill `i` is in `pairs` from `pairOffsets[i]` to `pairOffsets[i + 1]`. */
  readonly pairOffsets: Uint32Array;
  readonly pairs: Uint32Array;
  readonly spellings: SpellingTable;
}

/** A skill's row of a table: new, or copied from an earlier table. */
export type TableRow =
  | { readonly key: string; readonly counted: TermCounts }
  | { readonly key: string; readonly table: TermTable; readonly row: number };

/** Builds a table skill by skill; rows of an earlier table are copied without reading their texts. */
export class TermTableBuilder {
  readonly #words = new WordTableBuilder();
  readonly #lengths: number[] = [];
  readonly #pairOffsets: number[] = [0];
  readonly #pairs = new NumberList();

  add(row: TableRow): void {
    if ("counted" in row) this.#count(row.counted);
    else this.#copy(row.table, row.row);
    this.#words.end(row.key);
    this.#pairOffsets.push(this.#pairs.length);
  }

  build(): TermTable {
    const table = this.#words.build();
    return {
      ...table,
      lengths: Uint16Array.from(this.#lengths),
      pairOffsets: Uint32Array.from(this.#pairOffsets),
      pairs: this.#pairs.take(),
      spellings: groupSpellings(table),
    };
  }

  #count({ counts, lengths, pairs }: TermCounts): void {
    for (const [term, packed] of counts) this.#words.add(term, packed);
    for (const length of lengths) this.#lengths.push(Math.min(length, 65_535));
    this.#pairs.append(pairFilter(pairs));
  }

  #copy(table: TermTable, row: number): void {
    const { lengths, pairs, pairOffsets } = table;
    this.#words.copy(table, row);
    const start = row * MEASURED_FIELDS;
    this.#lengths.push(...lengths.subarray(start, start + MEASURED_FIELDS));
    this.#pairs.append(pairs.subarray(pairOffsets[row], pairOffsets[row + 1]));
  }
}
