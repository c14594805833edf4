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

const CHAPTERS = {
  "shared/agents-core.md": "Then [tools](agents-tools.md) and [events](agents-events.md).",
  "shared/agents-tools.md": "See [events](agents-events.md).",
  "shared/agents-events.md": "",
};

it.each([
  ["a pattern", "Read [core](shared/agents-core.md), then the `shared/agents-*.md` files."],
  ["a pattern with braces", "Read [core](shared/agents-core.md) or shared/agents-{tools,events}.md."],
  ["a pattern of names", "Read [core](shared/agents-core.md); `agents-*.md` has the rest."],
  ["the directory in words", "Read [core](shared/agents-core.md) and the rest of the shared folder."],
])("F12 a chain is accepted when SKILL.md names %s", async (_, body) => {
  expect(await deepReference.check(lintInput({ body, files: CHAPTERS }))).toEqual([]);
});

it.each([
  "find . -name '*.md'",
  "**/*.md",
  "other/agents-*.md",
  "agents-*.txt",
])("F12 a pattern that does not name the file changes nothing: %s", async (pattern) => {
  const body = `Read [core](shared/agents-core.md). Also \`${pattern}\`.`;
  expect(await deepReference.check(lintInput({ body, files: CHAPTERS }))).toHaveLength(2);
});

it("F12 a document is reported once, however many files refer to it", async () => {
  const body = "Read [core](shared/agents-core.md) and [tools](shared/agents-tools.md).";
  const found = await deepReference.check(lintInput({ body, files: CHAPTERS }));
  expect(found).toMatchObject([
    {
      path: "shared/agents-core.md",
      line: 1,
      message:
        "`shared/agents-core.md` and 1 other file refer to `shared/agents-events.md`, which SKILL.md does not name",
    },
  ]);
});
