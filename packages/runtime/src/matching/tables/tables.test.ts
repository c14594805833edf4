import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bitsSet } from "./bits.ts";
import { wordAt } from "./dictionary.ts";
import { largest } from "./largest.ts";
import { NumberList } from "./number-list.ts";
import { type SparseRows, transpose } from "./transpose.ts";
import { type WordTable, WordTableBuilder } from "./word-table.ts";

test("M5 the bits of every word are counted", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffffff }), (word) => {
      expect(bitsSet(word | 0)).toBe([...word.toString(2)].filter((bit) => bit === "1").length);
    }),
  );
});

test("M5 a list gives back what was put into it, in order, however much that is", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_500 }), { maxLength: 4 }), (sizes) => {
      const list = new NumberList();
      const expected: number[] = [];
      for (const [turn, size] of sizes.entries()) {
        const values = Array.from({ length: size }, (_, at) => turn * 10_000 + at);
        expected.push(...values);
        if (turn % 2 === 0) for (const value of values) list.push(value);
        else list.append(Uint32Array.from(values));
      }
      expect(list.length).toBe(expected.length);
      expect([...list.take()]).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});

describe("the largest values", () => {
  test("M5 are those of a sort: positive, accepted, equal ones by their place", () => {
    const values = fc.array(fc.constantFrom(-1, 0, 0.25, 0.5, 0.75, 1), { maxLength: 40 });
    fc.assert(
      fc.property(
        values,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 4 }),
        (all, count, every) => {
          const accept = (index: number) => index % every === 0;
          const expected = all
            .map((value, index) => ({ value, index }))
            .filter(({ value, index }) => value > 0 && accept(index))
            .sort((a, b) => b.value - a.value || a.index - b.index)
            .slice(0, count)
            .map(({ index }) => index);
          expect(largest(Float32Array.from(all), count, accept)).toEqual(expected);
        },
      ),
    );
  });
});

/** Sparse rows as lists of [column, value]. */
const rowsOf = ({ starts, columns, values }: SparseRows) =>
  [...starts.slice(0, -1)].map((start, row) =>
    [...columns.slice(start, starts[row + 1])].map((column, at) => [column, values[start + at]] as const),
  );

test("M5 columns have exactly what the rows had, in the order of the rows", () => {
  const row = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 7 });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
      const starts = [0];
      for (const columns of rows) starts.push((starts.at(-1) ?? 0) + columns.length);
      const columns = Uint32Array.from(rows.flat());
      const values = columns.map((column, at) => column * 100 + at);
      const turned = rowsOf(transpose({ starts: Uint32Array.from(starts), columns, values }, 7));
      const expected = Array.from({ length: 7 }, (_, column) =>
        rows.flatMap((own, at) => {
          const place = own.indexOf(column);
          return place < 0 ? [] : [[at, values[(starts[at] ?? 0) + place]] as const];
        }),
      );
      expect(turned).toEqual(expected);
    }),
  );
});

describe("a table of words", () => {
  /** The table as a record: word → skill → number. */
  const read = (table: WordTable) =>
    Object.fromEntries(
      rowsOf(table.postings).map((postings, id) => [
        wordAt(table.dictionary, id),
        postings.map(([skill, value]) => `${table.keys[skill]}=${value}`),
      ]),
    );
  const word = fc.constantFrom("apple", "bread", "cheese", "date", "egg");
  const skills = fc.array(fc.uniqueArray(word, { maxLength: 5 }), { maxLength: 6 });

  test("M5 has every word of every skill, new or copied from an earlier table, with its number", () => {
    fc.assert(
      fc.property(skills, skills, (before, after) => {
        const first = new WordTableBuilder();
        const expected = new Map<string, string[]>();
        const uses = new Map<string, number>();
        const note = (words: readonly string[], key: string) => {
          for (const [at, one] of words.entries()) {
            expected.set(one, [...(expected.get(one) ?? []), `${key}=${at + 1}`]);
            uses.set(one, (uses.get(one) ?? 0) + 1);
          }
        };
        for (const [at, words] of before.entries()) {
          for (const [place, one] of words.entries()) first.add(one, place + 1);
          first.end(`old-${at}`);
        }
        const table = first.build();
        const second = new WordTableBuilder();
        // Newest first, so that ids and places differ.
        for (const [at, words] of after.entries()) {
          for (const [place, one] of words.entries()) second.add(one, place + 1);
          second.end(`new-${at}`);
          note(words, `new-${at}`);
        }
        for (const [at, words] of [...before.entries()].reverse()) {
          second.copy(table, at);
          second.end(`old-${at}`);
          note(words, `old-${at}`);
        }
        for (const one of ["apple", "bread", "cheese", "date", "egg", "fig"])
          expect(second.uses(one)).toBe(uses.get(one) ?? 0);
        expect(read(second.build())).toEqual(Object.fromEntries(expected));
      }),
    );
  });
});
