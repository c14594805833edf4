import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WEIGHTS } from "../evidence/weights.ts";
import { LexicalIndex, rarityOf } from "./lexical-index.ts";
import { hasPair, pairFilter, pairHash } from "./pair-filter.ts";
import { editsBetween, Spelling } from "./spelling.ts";
import { countIn, countTerms, FIELDS, type SkillPassages } from "./term-counts.ts";
import { TermTableBuilder } from "./term-table.ts";

const word = fc.constantFrom("paint", "paper", "pattern", "planet", "rocket", "ribbon", "banana", "basket");
const words = fc.array(word, { maxLength: 6 }).map((all) => all.join(" "));
const skill = fc.record({
  name: word,
  description: words,
  triggers: fc.array(words, { maxLength: 2 }),
  tags: fc.constant([]),
  headings: fc.array(words, { maxLength: 2 }),
  body: words,
});

function indexOf(skills: readonly SkillPassages[]): LexicalIndex {
  const table = new TermTableBuilder();
  for (const [at, one] of skills.entries()) table.add({ key: String(at), counted: countTerms(one) });
  return new LexicalIndex(table.build());
}

/** How often each field has a term, by counting words. The stems of these words are the words. */
const fieldsOf = ({ name, description, triggers, headings, body }: SkillPassages) =>
  [name, triggers.join(" "), description, headings.join(" "), body].map((text) =>
    text.split(" ").filter(Boolean),
  );

describe("fielded BM25", () => {
  test("M5 gives every skill the score of the formula", () => {
    fc.assert(
      fc.property(fc.array(skill, { minLength: 1, maxLength: 6 }), word, (skills, term) => {
        const index = indexOf(skills);
        const fields = skills.map(fieldsOf);
        const having = fields.filter((own) => own.flat().includes(term)).length;
        const id = index.idOf(term);
        expect(id === undefined ? 0 : index.frequency(id)).toBe(having);
        if (id === undefined) return;
        expect(index.termAt(id)).toBe(term);
        const rarity = Math.log(1 + (skills.length - having + 0.5) / (having + 0.5));
        expect(index.rarity(id)).toBeCloseTo(rarity, 6);
        expect(rarityOf(having, skills.length)).toBeCloseTo(rarity, 6);
        const scores = new Float32Array(skills.length);
        const most = index.score([{ id, term, weight: 2, rarity }], scores);
        expect(most).toBeCloseTo(2 * rarity * (WEIGHTS.saturation + 1), 4);
        const means = [0, 1, 2, 3, 4].map(
          (field) => fields.reduce((sum, own) => sum + (own[field]?.length ?? 0), 0) / skills.length,
        );
        for (const [at, own] of fields.entries()) {
          const frequency = own.reduce((sum, texts, field) => {
            const [mean = 0, b = 0, weight = 0] = [
              means[field],
              WEIGHTS.lengths[field],
              WEIGHTS.fields[field],
            ];
            const normal = mean === 0 ? 1 : 1 - b + (b * texts.length) / mean;
            return sum + (texts.filter((one) => one === term).length * weight) / normal;
          }, 0);
          const expected =
            (2 * rarity * (WEIGHTS.saturation + 1) * frequency) / (WEIGHTS.saturation + frequency);
          expect(scores[at]).toBeCloseTo(expected, 3);
          const packed = index.countsOf(at, id);
          expect([0, 1, 2, 3, 4].map((field) => countIn(packed, field))).toEqual(
            own.map((texts) => texts.filter((one) => one === term).length),
          );
        }
      }),
    );
  });
});

describe("counts of a term", () => {
  test("M5 stop at what their bits hold, and never run into the next field", () => {
    const many = "rocket ".repeat(300);
    const counted = countTerms({
      name: many,
      description: many,
      whenNotToUse: many,
      triggers: [many],
      tags: [],
      headings: [many],
      body: many,
    });
    const packed = counted.counts.get("rocket") ?? 0;
    expect(FIELDS.map((_, field) => countIn(packed, field))).toEqual([15, 63, 127, 31, 127, 7]);
    expect(counted.lengths).toEqual([300, 300, 300, 300, 300]);
    const only = countTerms({ name: "a", description: many, triggers: [], tags: [], headings: [], body: "" });
    expect(FIELDS.map((_, field) => countIn(only.counts.get("rocket") ?? 0, field))).toEqual([
      0, 0, 127, 0, 0, 0,
    ]);
    expect(countIn(packed, 6)).toBe(0);
  });

  test("M5 of a long body end with its first 16,000 characters, and a skill has at most 600 terms", () => {
    const base = { name: "a", description: "", triggers: [], tags: [], headings: [] };
    const filler = "x ".repeat(7_997);
    const inside = countTerms({ ...base, body: `${filler}rocket` });
    expect(inside.counts.has("rocket")).toBe(true);
    expect(countTerms({ ...base, body: `${filler}${filler}rocket` }).counts.has("rocket")).toBe(false);
    const letters = "bcdfghjklmnpqrstvwxz";
    const terms = Array.from(
      { length: 700 },
      (_, at) => `${letters[at % 20]}${letters[Math.floor(at / 20) % 20]}${letters[Math.floor(at / 400)]}q`,
    );
    expect(countTerms({ ...base, body: terms.join(" ") }).counts.size).toBe(600);
  });
});

describe("pairs of neighbours", () => {
  test("M5 are always found again, and others hardly ever", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 30 }),
        (all) => {
          const pairs = new Set(all.slice(1).map((one, at) => pairHash(all[at] ?? "", one)));
          const filter = pairFilter(pairs);
          const before = Uint32Array.from([7, 7, ...filter]);
          for (const pair of pairs) {
            expect(hasPair(filter, 0, filter.length, pair)).toBe(true);
            expect(hasPair(before, 2, before.length, pair)).toBe(true);
          }
        },
      ),
    );
    const pairs = new Set(Array.from({ length: 200 }, (_, at) => pairHash(`a${at}`, `b${at}`)));
    const filter = pairFilter(pairs);
    const wrong = Array.from({ length: 2_000 }, (_, at) =>
      hasPair(filter, 0, filter.length, pairHash(`c${at}`, `d${at}`)),
    );
    expect(wrong.filter(Boolean).length).toBeLessThan(100);
    expect(filter.length).toBe(Math.ceil((200 * 10) / 32));
  });

  test("M5 depend on the order and on where one word ends", () => {
    expect(pairHash("ab", "c")).not.toBe(pairHash("a", "bc"));
    expect(pairHash("a", "b")).not.toBe(pairHash("b", "a"));
    expect(hasPair(new Uint32Array(0), 0, 0, 1)).toBe(false);
  });
});

/** Insertions, deletions, replacements and swaps of neighbours, by the full table. */
function edits(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_unused, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? 99;
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const ways = [
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + same,
        swapped ? at(i - 2, j - 2) + 1 : 99,
      ];
      const row = rows[i];
      if (row !== undefined) row[j] = Math.min(...ways);
    }
  return at(a.length, b.length);
}

describe("misspelled words", () => {
  const short = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });

  test("M5 the edits between two words are counted up to a limit", () => {
    fc.assert(
      fc.property(short, short, fc.constantFrom(1, 2), (a, b, limit) => {
        expect(editsBetween(a, b, limit)).toBe(Math.min(limit + 1, edits(a, b)));
      }),
      { numRuns: 500 },
    );
  });

  const nearest = (term: string, { sure = true, more = [] as readonly SkillPassages[] } = {}) => {
    const base = { triggers: [], tags: [], headings: [], body: "" };
    const index = indexOf([
      { ...base, name: "rocket", description: "ribbon" },
      { ...base, name: "planet", description: "notwithstand" },
      { ...base, name: "hidden", description: "", body: "basket" },
      ...more,
    ]);
    const spelling = new Spelling(index, sure ? () => false : undefined);
    const id = spelling.nearest(term, term);
    return id === undefined ? undefined : index.termAt(id);
  };

  test.each([
    ["rockt", "rocket"],
    ["rokcet", "rocket"],
    ["orcket", "rocket"],
    ["xocket", undefined],
    ["rockets", "rocket"],
    ["rocketss", "rocket"],
    ["rokct", undefined],
    ["plnet", "planet"],
    ["notwithsand", "notwithstand"],
    ["notwihsand", "notwithstand"],
    ["notwihsnd", undefined],
    ["bsket", undefined],
    ["roc", undefined],
    ["r0cket", undefined],
  ])("M5 %s means %s", (term, expected) => {
    expect(nearest(term)).toBe(expected);
  });

  test("M5 without a word list only longer words are corrected", () => {
    expect(nearest("rockt", { sure: false })).toBeUndefined();
    expect(nearest("rockeet", { sure: false })).toBe("rocket");
  });

  test("M5 a real word is never corrected", () => {
    const base = { triggers: [], tags: [], headings: [], body: "" };
    const index = indexOf([{ ...base, name: "rocket", description: "" }]);
    expect(new Spelling(index, (one) => one === "rockt").nearest("rockt", "rockt")).toBeUndefined();
  });

  test("M5 of equally near words the more frequent one is meant, and the nearest before that", () => {
    const base = { triggers: [], tags: [], headings: [], body: "" };
    const more = [
      { ...base, name: "racket", description: "" },
      { ...base, name: "racket", description: "" },
      { ...base, name: "rockets", description: "" },
    ];
    expect(nearest("rxcket", { more })).toBe("racket");
    expect(nearest("rockeet", { more })).toBe("rocket");
  });
});
