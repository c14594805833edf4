import { expect, test } from "vitest";
import { rankSkills } from "../evidence/rank-skills.ts";
import { compareHits } from "../triggers/find-phrase.ts";
import { LexicalIndex } from "./lexical-index.ts";
import { lexicalQuery } from "./lexical-query.ts";
import { Spelling } from "./spelling.ts";
import { SPELLING_GROUPS, spellingGroup } from "./spelling-table.ts";
import { countTerms } from "./term-counts.ts";
import { TermTableBuilder } from "./term-table.ts";

test.each([
  ["a", 1, 1],
  ["a", 31, 31],
  ["a", 32, undefined],
  ["a", 0, undefined],
  ["a", -1, undefined],
  ["b", 1, 33],
  ["z", 31, 831],
  ["`", 1, undefined],
  ["{", 1, undefined],
  ["A", 1, undefined],
  ["", 1, undefined],
])("M5 words that start with %j and have %i letters are in group %s", (first, length, group) => {
  expect(spellingGroup(first, length)).toBe(group);
  expect(SPELLING_GROUPS).toBe(832);
});

function indexOf(count: number): LexicalIndex {
  const table = new TermTableBuilder();
  for (let at = 0; at < count; at += 1)
    table.add({
      key: String(at),
      counted: countTerms({
        name: `rocket${"x".repeat(at % 3)}`,
        description: "rocket",
        triggers: [],
        tags: [],
        headings: [],
        body: "",
      }),
    });
  return new LexicalIndex(table.build());
}

test("M5 the best 32 skills are scored in detail", () => {
  const lexical = indexOf(40);
  const query = lexicalQuery([{ text: "rocket", weight: 1 }], lexical, new Spelling(lexical));
  expect(rankSkills({ lexical, models: [], query, vectors: [] })).toHaveLength(32);
});

test("M5 a message has at most 120 terms and 120 pairs", () => {
  const letters = "bcdfghjklm";
  const words = Array.from(
    { length: 130 },
    (_, at) => `q${letters[at % 10]}${letters[Math.floor(at / 10) % 10]}${letters[Math.floor(at / 100)]}x`,
  );
  const table = new TermTableBuilder();
  table.add({
    key: "all",
    counted: countTerms({
      name: "all",
      description: words.join(" "),
      triggers: [],
      tags: [],
      headings: [],
      body: "",
    }),
  });
  const lexical = new LexicalIndex(table.build());
  const {
    terms,
    pairs,
    words: count,
  } = lexicalQuery([{ text: words.join(" "), weight: 1 }], lexical, new Spelling(lexical));
  expect([terms.length, pairs.length, count]).toEqual([120, 120, 120]);
});

test.each([
  [{ decisive: true }, { decisive: false }],
  [{ literalWords: 3 }, { literalWords: 2 }],
  [
    { start: 0, end: 9 },
    { start: 5, end: 9 },
  ],
  [
    { start: 1, end: 3 },
    { start: 2, end: 4 },
  ],
  [
    { decisive: true, literalWords: 1 },
    { decisive: false, literalWords: 5 },
  ],
  [
    { literalWords: 3, end: 1 },
    { literalWords: 2, end: 9 },
  ],
])("M2 the hit %j comes before %j", (first, second) => {
  const hit = {
    variables: {},
    literalWords: 1,
    contentWords: 1,
    coverage: 1,
    start: 0,
    end: 1,
    decisive: false,
  };
  expect(Math.sign(compareHits({ ...hit, ...first }, { ...hit, ...second }))).toBe(-1);
  expect(Math.sign(compareHits({ ...hit, ...second }, { ...hit, ...first }))).toBe(1);
  expect(compareHits(hit, { ...hit })).toBe(0);
});

test("M5 the first term of the dictionary is found when it is misspelled, too", () => {
  const lexical = indexOf(1);
  const id = new Spelling(lexical).nearest("rockeet", "rockeet");
  expect(id === undefined ? undefined : lexical.termAt(id)).toBe("rocket");
});

test("M5 phrases and tags count up to 8,192 characters", () => {
  const claimed = (before: number) =>
    countTerms({
      name: "a",
      description: "",
      triggers: [`${"x".repeat(before)} rocket`],
      tags: [],
      headings: [],
      body: "",
    }).counts.has("rocket");
  expect(claimed(8_185)).toBe(true);
  expect(claimed(8_186)).toBe(false);
});
