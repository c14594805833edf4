import { expect, it } from "vitest";
import { lintInput } from "../../testing/lint-input.ts";
import { deadTrigger } from "./dead-trigger.ts";

const check = (...triggers: readonly string[]) => deadTrigger.check(lintInput({ fields: { triggers } }));

it.each([
  ["{note}", "it is only a variable"],
  ["make {a} {b}", "there is no word between {a} and {b}"],
  ["copy {a} to {a}", "it has {a} twice"],
  ["make {a", 'it has an unclosed "{"'],
  ["make {}", "a variable has no name"],
  ["!!!", "it has no words"],
  ["", "it has no words"],
  ["(a|b|c)(a|b|c)(a|b|c)(a|b|c) x", "its alternatives give more than 64 phrases"],
  ["note ".repeat(100), "it is longer than 400 characters"],
])("M2 F12 tells the author of %j that %s", async (phrase, reason) => {
  const found = await check("make a note", phrase);
  expect(found).toMatchObject([{ code: "lint.dead-trigger", message: expect.stringContaining(reason) }]);
});

it.each([
  ["make a note"],
  ["explain {concept} as a note"],
  ["(write|draft) [the] notes for {meeting}"],
  ["onboard <tool>"],
  ["创建{类型}笔记"],
  ["what is {x}"],
])("M2 F12 has nothing to say about %j", async (phrase) => {
  expect(await check(phrase)).toEqual([]);
});

it("M2 F12 points at the phrase, or at the field where the phrase is written otherwise", async () => {
  const input = lintInput({ fields: { triggers: ["{note}", "{other}"] } });
  const text = '---\nname: pdf\ntriggers:\n  - "{note}"\n  - "\\x7bother}"\n---\n\n{other}\n';
  const found = await deadTrigger.check({ ...input, text, bodyLine: 8 });
  expect(found).toMatchObject([
    { line: 4, column: 6 },
    { line: 3, column: 1 },
  ]);
});

it("M2 F12 reports a skill with more triggers than are matched", async () => {
  const many = Array.from({ length: 300 }, (_, index) => `make note ${index}`);
  expect(await check(...many)).toMatchObject([{ message: "only the first 256 of 300 triggers are used" }]);
});
