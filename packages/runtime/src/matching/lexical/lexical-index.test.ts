import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LexicalIndex } from "./lexical-index.ts";
import { lexicalQuery } from "./lexical-query.ts";
import { hasPair, pairFilter } from "./pair-filter.ts";
import { editsBetween, Spelling } from "./spelling.ts";
import { splitNegative } from "./split-negative.ts";
import { countIn, countTerms, type SkillPassages } from "./term-counts.ts";
import { type TableRow, type TermTable, TermTableBuilder } from "./term-table.ts";

const passages = (name: string, description: string, more: Partial<SkillPassages> = {}): SkillPassages => ({
  name,
  description,
  triggers: [],
  tags: [],
  headings: [],
  body: "",
  ...more,
});

const SKILLS = [
  passages("pdf-merge", "Joins PDF files into one."),
  passages("pdf-forms", "Fills in forms. Not for joining files.", { body: "AcroForm fields." }),
  passages("invoices", "Writes invoices.", { triggers: ["bill the customer"] }),
];

function buildTermTable(rows: readonly TableRow[]): TermTable {
  const table = new TermTableBuilder();
  for (const row of rows) table.add(row);
  return table.build();
}

function indexOf(skills: readonly SkillPassages[]): LexicalIndex {
  const rows = skills.map((skill, at) => ({ key: String(at), counted: countTerms(skill) }));
  return new LexicalIndex(buildTermTable(rows));
}

function scores(index: LexicalIndex, text: string): readonly number[] {
  const { terms } = lexicalQuery([{ text, weight: 1 }], index, new Spelling(index));
  const sums = new Float32Array(index.size);
  index.score(terms, sums);
  return [...sums];
}

describe("fielded BM25", () => {
  test("M5 the name counts more than the description, and that more than the body", () => {
    const index = indexOf([
      passages("other", "Something else", { body: "tables" }),
      passages("second", "About tables"),
      passages("tables", "Something"),
    ]);
    const [body = 0, description = 0, name = 0] = scores(index, "tables");
    expect(body).toBeGreaterThan(0);
    expect(description).toBeGreaterThan(body);
    expect(name).toBeGreaterThan(description);
  });

  test("M5 words of triggers count only where the trigger is looked for", () => {
    const placesOf = (triggers: readonly string[]) => {
      const packed = countTerms(passages("a", "Paints.", { triggers })).counts.get("invoic") ?? 0;
      return [0, 1, 2, 3, 4, 5].filter((field) => countIn(packed, field) > 0);
    };
    const triggers = [...Array.from({ length: 256 }, (_, at) => `phrase ${at}`), "write an invoice"];
    expect(placesOf(triggers)).toEqual([]);
    expect(placesOf(triggers.slice(1))).toEqual([1]);
    expect(placesOf([`${"wall ".repeat(2_000)} invoice`])).toEqual([]);
  });

  test("M5 what a skill is not for gives it nothing, and is known", () => {
    const index = indexOf(SKILLS);
    const [merge = 0, forms = 0] = scores(index, "joining");
    expect(merge).toBeGreaterThan(0);
    expect(forms).toBe(0);
    expect(countIn(index.countsOf(1, index.idOf("join") ?? -1), 5)).toBe(1);
  });

  test("M5 a misspelt word finds its term, a known word is not bent, and short forms are read", () => {
    const index = indexOf(SKILLS);
    const seek = (text: string, isWord?: (word: string) => boolean) =>
      lexicalQuery([{ text, weight: 1 }], index, new Spelling(index, isWord)).terms.map(({ term, by }) => [
        term,
        by,
      ]);
    expect(seek("invocies")).toEqual([["invoic", "spelling"]]);
    expect(seek("invocies", () => true)).toEqual([]);
    expect(seek("bil")).toEqual([]);
    expect(seek("billing")).toEqual([
      ["bill", "word"],
      ["invoic", "long-form"],
    ]);
  });

  test("M5 rows of an earlier table are taken over as they are", () => {
    const whole = indexOf(SKILLS);
    const earlier = buildTermTable(
      [2, 0, 1].map((at) => ({ key: `${at}`, counted: countTerms(SKILLS[at] ?? passages("", "")) })),
    );
    const renewed = buildTermTable([
      { key: "0", table: earlier, row: 1 },
      { key: "1", counted: countTerms(SKILLS[1] ?? passages("", "")) },
      { key: "2", table: earlier, row: 0 },
    ]);
    for (const text of ["pdf files", "forms", "bill the customer"])
      expect(scores(new LexicalIndex(renewed), text)).toEqual(scores(whole, text));
    expect(renewed.pairs).toEqual(whole.table.pairs);
  });

  test("M5 any texts can be indexed and asked for", () => {
    const text = fc.string({ unit: "binary", maxLength: 120 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: text, description: text, body: text }), { maxLength: 5 }),
        text,
        (items, query) => {
          const index = indexOf(
            items.map(({ name, description, body }) => passages(name, description, { body })),
          );
          for (const score of scores(index, query)) expect(score).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe("parts of it", () => {
  test.each([
    ["Makes charts. Do not use for tables.", "Makes charts.", "Do not use for tables."],
    ["Makes charts (not for tables).", "Makes charts", "(not for tables)."],
    ["Makes charts, NOT tables", "Makes charts", ", NOT tables"],
    ["Erstellt Briefe. Nicht für E-Mails.", "Erstellt Briefe.", "Nicht für E-Mails."],
    ["写周报。不适用于日报。", "写周报。", "不适用于日报。"],
    ["Notes on knots and annotations", "Notes on knots and annotations", ""],
  ])("M5 %j says what it is not for", (text, positive, negative) => {
    expect(splitNegative(text)).toEqual({ positive, negative });
  });

  test("M5 a filter has every pair that was put in, and few others", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { maxLength: 200 }), (pairs) => {
        const words = pairFilter(new Set(pairs));
        for (const pair of pairs) expect(hasPair(words, 0, words.length, pair)).toBe(true);
      }),
    );
    const words = pairFilter(new Set(Array.from({ length: 500 }, (_, at) => at * 7919)));
    const wrong = Array.from({ length: 10_000 }, (_, at) => hasPair(words, 0, words.length, at * 7919 + 1));
    expect(wrong.filter(Boolean).length).toBeLessThan(500);
  });

  test.each([
    ["merge", "merge", 0],
    ["merge", "mrege", 1],
    ["merge", "merg", 1],
    ["merge", "margin", 3],
    ["merge", "split", 3],
    ["calendar", "calender", 1],
  ])("M5 from %s to %s it takes %i edits at most", (a, b, edits) => {
    expect(editsBetween(a, b, 2)).toBe(edits);
  });
});
