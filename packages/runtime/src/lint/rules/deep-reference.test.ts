import { expect, it } from "vitest";
import { lintInput } from "../../testing/lint-input.ts";
import { deepReference } from "./deep-reference.ts";

it.each([
  ["a link beside the file", "See [more](deeper.md)."],
  ["a path from the skill's root", "See `references/deeper.md`."],
])("F12 a referenced file that leads on by %s is flagged there", async (_, guide) => {
  const files = { "references/guide.md": `# Guide\n\n${guide}`, "references/deeper.md": "" };
  const found = await deepReference.check(lintInput({ body: "Read [guide](references/guide.md).", files }));
  expect(found).toMatchObject([
    { path: "references/guide.md", line: 3, message: expect.stringContaining("`references/deeper.md`") },
  ]);
});

it.each([
  ["names both", "Read [guide](references/guide.md) and `references/deeper.md`."],
  ["names the directory", "Read [guide](references/guide.md); more lies in `references/`."],
  ["names none of them", "Just do it."],
])("F12 a chain is accepted when SKILL.md %s", async (_, body) => {
  const files = { "references/guide.md": "See [more](deeper.md).", "references/deeper.md": "" };
  expect(await deepReference.check(lintInput({ body, files }))).toEqual([]);
});

it("F12 scripts, pictures and the SKILL.md itself make no chain", async () => {
  const files = {
    "references/guide.md": "Run `scripts/x.py`, see ![a](a.png), [back](../SKILL.md), [self](guide.md).",
    "references/a.png": "",
    "scripts/x.py": "",
  };
  const input = lintInput({ body: "Read [guide](references/guide.md).", files });
  expect(await deepReference.check(input)).toEqual([]);
});
