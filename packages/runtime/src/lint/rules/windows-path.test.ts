import { expect, it } from "vitest";
import { lintInput } from "../../testing/lint-input.ts";
import { windowsPath } from "./windows-path.ts";

const files = { "templates/form.html": "", "scripts/fill.py": "" };

it.each([
  ["Run `scripts\\fill.py`.", "scripts/fill.py"],
  ["Read .\\references\\guide.md.", "references/guide.md"],
  ["[form](templates\\form.html)", "templates/form.html"],
  ["```sh\npython scripts\\sub\\fill.py\n```", "scripts/sub/fill.py"],
])("F12 flags %s", async (body, path) => {
  const found = await windowsPath.check(lintInput({ body, files }));
  expect(found).toMatchObject([{ hint: `write \`${path}\`: Windows understands it too` }]);
});

it.each([
  "Run `scripts/fill.py`.",
  "Write `scripts/fill.py`, not `scripts\\fill.py`.",
  "Run `scripts\\setup.ps1` in PowerShell.",
  "Open `C:\\data\\scripts\\fill.py`.",
  "The text `references\\nmust be stable.\\n`",
  "Match with `\\d+\\.\\d+`.",
])("F12 lets %s pass", async (body) => {
  expect(await windowsPath.check(lintInput({ body, files }))).toEqual([]);
});
