import { expect, it } from "vitest";
import type { LintLibrarySkill } from "../rule.ts";
import { overlappingDescription } from "./overlapping-description.ts";

function skill(name: string, description: string, fields = {}): LintLibrarySkill {
  return { name, description, path: `/skills/${name}/SKILL.md`, fields };
}

const forms = "Fills forms, merges pages and extracts text. Use when the user mentions a document.";

it.each([
  ["the same text", forms, forms],
  [
    "other case and punctuation",
    forms,
    "fills forms; merges pages and extracts text - use when the user mentions a document",
  ],
  ["one word more", forms, `${forms} Today.`],
  [
    "the same text in Chinese",
    "填写表单并合并页面，用户提到文档时使用",
    "填写表单并合并页面，用户提到文档时使用。",
  ],
])("F12 flags two descriptions with %s, once", (_, first, second) => {
  const found = overlappingDescription.check([skill("pdf", first), skill("pdf-tools", second)]);
  expect(found).toMatchObject([
    { path: "/skills/pdf-tools/SKILL.md", message: expect.stringContaining("/skills/pdf/SKILL.md") },
  ]);
});

it.each([
  [
    "different things",
    skill("pdf", forms),
    skill("git", "Writes commit messages when the user asks for one."),
  ],
  [
    "one pattern, each with its own word",
    skill(
      "react-table",
      "Builds tables in React with sorting, filters and paging. Use when a table is asked for.",
    ),
    skill(
      "vue-table",
      "Builds tables in Vue with sorting, filters and paging. Use when a table is asked for.",
    ),
  ],
  ["very short texts", skill("a", "Fills forms."), skill("b", "Fills forms.")],
  ["a skill that only people start", skill("a", forms), skill("b", forms, { disableModelInvocation: true })],
  ["two versions of one skill", skill("a", forms), skill("a", forms)],
])("F12 lets %s pass", (_, first, second) => {
  expect(overlappingDescription.check([first, second])).toEqual([]);
});

it("F12 a group of copies gives one finding for each copy", () => {
  const found = overlappingDescription.check(["a", "b", "c", "d"].map((name) => skill(name, forms)));
  expect(found.map(({ path }) => path)).toEqual(["b", "c", "d"].map((name) => `/skills/${name}/SKILL.md`));
});

it.each([
  ["copies of each other", () => forms, 9_999],
  [
    "built from one pattern",
    (index: number) =>
      `Connects service${index} to the agent and reads, writes, lists and deletes its records. Use when the user mentions service${index}.`,
    0,
  ],
])("F12 ten thousand skills that are %s get an answer", (_, describe, findings) => {
  const skills = Array.from({ length: 10_000 }, (_unused, index) =>
    skill(`service${index}`, describe(index)),
  );
  expect(overlappingDescription.check(skills)).toHaveLength(findings);
});
