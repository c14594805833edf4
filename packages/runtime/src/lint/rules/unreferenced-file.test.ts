import { expect, it } from "vitest";
import { lintInput } from "../../testing/lint-input.ts";
import { unreferencedFile } from "./unreferenced-file.ts";

it.each([
  ["its path", "Run `scripts/fill.py`."],
  ["its name", "Run fill.py in the scripts folder."],
  ["its directory", "Helpers live in `scripts/`."],
  ["a pattern", "Run `scripts/*.py`."],
  ["a placeholder", "Run `scripts/<name>.py`."],
  ["a command in a fence", "```sh\npython scripts/fill.py\n```"],
])("F12 a file is found by %s", async (_, body) => {
  expect(await unreferencedFile.check(lintInput({ body, files: { "scripts/fill.py": "" } }))).toEqual([]);
});

it("F12 a file that a mentioned file uses is found, however far", async () => {
  const files = {
    "scripts/fill.py": "from helpers.pages import cut",
    "scripts/helpers/pages.py": "open('table.csv')",
    "scripts/helpers/table.csv": "",
  };
  expect(await unreferencedFile.check(lintInput({ body: "Run `scripts/fill.py`.", files }))).toEqual([]);
});

it.each([
  "LICENSE.txt",
  "README.md",
  ".gitignore",
  "package.json",
  "evals/evals.json",
  "tests/test_fill.py",
  "agents/openai.yaml",
  "scripts/__init__.py",
  "nested/SKILL.md",
])("F12 %s needs no mention", async (path) => {
  const files = { [path]: "", "nested/SKILL.md": "", "nested/references/x.md": "" };
  expect(await unreferencedFile.check(lintInput({ files }))).toEqual([]);
});

it("F12 files that nothing leads to are reported together, by directory", async () => {
  const files = { "notes.md": "", "references/old.md": "", "references/older.md": "" };
  const found = await unreferencedFile.check(lintInput({ files }));
  expect(found.map(({ severity, path, message }) => [severity, path, message])).toEqual([
    ["info", "notes.md", "`notes.md` is not mentioned in SKILL.md or in a file that it names"],
    [
      "info",
      "references/old.md",
      "2 files below `references/`, such as `references/old.md`, are not mentioned in SKILL.md or in a file that it names",
    ],
  ]);
});

it("F12 a pattern or a directory in words names its files", async () => {
  const files = { "shared/a-one.md": "", "shared/a-two.md": "", "assets/logo.svg": "" };
  const body = "Read `shared/a-*.md`; pictures are in the assets directory.";
  expect(await unreferencedFile.check(lintInput({ body, files }))).toEqual([]);
  expect(await unreferencedFile.check(lintInput({ body: "Read `shared/b-*.md`.", files }))).toHaveLength(2);
});
