import { expect, test } from "vitest";
import type { Embedder } from "../../ports.ts";
import type { SearchableSkill } from "./aios-match.ts";
import { findByDescription } from "./find-by-description.ts";
import { findByDescriptionAsync } from "./find-by-description-async.ts";
import { findByTrigger } from "./find-by-trigger.ts";
import { forbiddenKeywords } from "./forbidden-keywords.ts";
import { keywordsOf } from "./keywords.ts";

const skill = (name: string, description: string, ...triggers: readonly string[]): SearchableSkill => ({
  name,
  description,
  fields: { triggers },
});

/** An embedder that gives each skill one of these vectors; the cosines with the query can be computed by hand. */
const vectors = (...rows: readonly (readonly number[])[]): Embedder => ({
  id: "exact",
  dimensions: 4,
  embed: (texts, kind) =>
    texts.map((_, at) => Float32Array.from(kind === "query" ? [1, 0, 0, 0] : (rows[at] ?? [0, 1, 0, 0]))),
});
const HALF = [1, 1, 1, 1];
const THREE_TENTHS = [3, 9, 3, 1];

test("M4 a likeness of exactly 0.3 is enough, if the description has a keyword", async () => {
  const skills = [skill("a", "Bakes bread.")];
  const found = (query: string, vector: readonly number[]) =>
    findByDescriptionAsync(query, skills, { embedder: vectors(vector) });
  expect(await found("pizza", [1, 0, 0, 0])).toEqual([]);
  expect(await found("bread", THREE_TENTHS)).toEqual([
    {
      skill: skills[0],
      method: "semantic",
      score: 0.3,
      reasons: ["the description is similar in meaning to the message (0.30)", "both have bread"],
    },
  ]);
  expect(await found("don't bake bread", HALF)).toEqual([]);
});

test("M4 equal likenesses are in the order of the names, and a vector of another length decides nothing", async () => {
  const skills = [skill("b", "Bakes bread."), skill("a", "Bread cakes."), skill("c", "Bread soup.")];
  const found = await findByDescriptionAsync("bread", skills, {
    embedder: vectors(HALF, HALF, [1, 0, 0, 0]),
  });
  expect(found.map(({ skill: one, score }) => `${one.name} ${score}`)).toEqual(["c 1", "a 0.5", "b 0.5"]);
  const short = await findByDescriptionAsync("bread", skills, { embedder: vectors(HALF, [1]) });
  expect(new Set(short.map(({ method }) => method))).toEqual(new Set(["keyword"]));
});

test("M2 hits are in the order of their score, then of their literal words, then of their names", () => {
  const skills = [
    skill("d", "", "note it"),
    skill("c", "", "write"),
    skill("b", "", "write a note"),
    skill("a", "", "write a note"),
    skill("e", "", "write a note it"),
  ];
  expect(
    findByTrigger("please write a note it when you get to do so", skills, { limit: 9 }).map(
      ({ skill: { name }, score }) => `${name} ${score}`,
    ),
  ).toEqual(["e 1", "a 1", "b 1", "d 0.18181818181818182", "c 0.09090909090909091"]);
});

test("M2 a value of 80 characters is told whole, a longer one is cut", () => {
  const skills = [skill("a", "", "explain {x} in {y}")];
  const reason = (length: number) =>
    findByTrigger(`explain ${"v".repeat(length)} in short`, skills)[0]?.reasons;
  expect(reason(80)).toEqual([
    `the message contains the trigger "explain {x} in {y}", where x is "${"v".repeat(80)}" and y is "short"`,
  ]);
  expect(reason(81)).toEqual([
    `the message contains the trigger "explain {x} in {y}", where x is "${"v".repeat(80)}…" and y is "short"`,
  ]);
});

test("M3 of equally good descriptions the shorter one is first, then the order of the names", () => {
  const skills = [
    skill("c", "Bakes bread and cake."),
    skill("b", "Bakes bread."),
    skill("a", "Bakes bread."),
    skill("d", "Bakes fresh bread."),
  ];
  expect(
    findByDescription("fresh bread", skills, { limit: 9 }).map(
      ({ skill: { name }, score }) => `${name} ${score}`,
    ),
  ).toEqual(["d 1", "a 0.5", "b 0.5", "c 0.5"]);
  expect(findByDescription("fresh bread", skills, { overlap: 0.51 })).toHaveLength(1);
  expect(findByDescription("the", skills)).toEqual([]);
});

test.each([
  ["ponies flies pies ties dies", ["pony", "fly", "pie", "tie", "die"]],
  ["classes boxes churches dishes buzzes", ["class", "box", "church", "dish", "buzz"]],
  ["files bus gas status analysis its", ["file", "bus", "gas", "status", "analysis"]],
  ["the skills of a user", []],
  ["文", ["文"]],
  ["文件", ["文件"]],
  ["文件夹", ["文件", "件夹"]],
  ["文 件", ["文", "件"]],
  ["我文", []],
  ["的", []],
  ["pdf文件pdf", ["pdf", "文件"]],
])("M3 the keywords of %j are %j", (text, keywords) => {
  expect([...keywordsOf(text)]).toEqual(keywords);
});

test("M3 what a message only forbids is read in its first 2,000 words", () => {
  expect([...forbiddenKeywords("don't explain it. bake bread")]).toEqual(["explain"]);
  expect([...forbiddenKeywords("don't explain it. explain bread")]).toEqual([]);
  const at = (words: number) => [...forbiddenKeywords(`${"x ".repeat(words)}. don't explain`)];
  expect(at(1_997)).toEqual(["explain"]);
  expect(at(1_998)).toEqual([]);
});
