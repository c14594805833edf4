import { expect, it } from "vitest";
import { type LintInputParts, lintInput } from "../testing/lint-input.ts";
import { lintSkill } from "./lint-skill.ts";

/** Skills as careful authors write them, with the habits of large public collections. None of them has a flaw. */
const WELL_KEPT: Readonly<Record<string, LintInputParts>> = {
  "chapters by pattern": {
    body: "Start with [core](shared/core.md).\n\nFor details see the `shared/agents-*.md` files (tools, events, environments).\n",
    files: {
      "shared/core.md": "Tools are in [tools](agents-tools.md), events in `shared/agents-events.md`.",
      "shared/agents-tools.md": "Back to [core](core.md), on to [events](agents-events.md).",
      "shared/agents-events.md": "Ends here.",
    },
  },
  "one folder per language": {
    body: "Read `{lang}/README.md` for the language of the project: the python folder, the go folder and so on.\n",
    files: { "python/client.md": "See [errors](errors.md).", "python/errors.md": "", "go/client.md": "" },
  },
  "a table of references": {
    body: "| Task | Read |\n|---|---|\n| Forms | [forms](references/forms.md) |\n| Merge | [merge](references/merge.md) |\n",
    files: { "references/forms.md": "After that, [merge](merge.md).", "references/merge.md": "" },
  },
  "a tree of its own files": {
    body: "```\npdf/\n├── SKILL.md\n├── scripts/\n└── assets/\n```\n\nRun `python scripts/fill.py --help` first.\n",
    files: { "scripts/fill.py": "import argparse\n", "assets/form.pdf": "", "assets/logo.png": "" },
  },
  "output in a heading": {
    body: "## Output format\n\nWrite the result to `output/report.md`. The output must follow `references/output.md`.\n",
    files: { "references/output.md": "" },
  },
  "an example of a session": {
    body: "For example, a run looks like this:\n\n```\n$ fill /Users/mia/forms/tax.pdf\nWrote /Users/mia/forms/tax-filled.pdf\n```\n",
  },
  "an example of settings": {
    body: '## Configure (example)\n\n```sh\nexport CLIENT_ID="0f3a1c9e"\nexport CLIENT_SECRET="Zk8Qv3Lm9Xw2RbT7yHc4NsE6"\n```\n',
  },
  "a default in the shell": {
    body: '```sh\nexport API_KEY="$'.concat('{API_KEY:-your-key-here-0000000000}"\n```\n'),
  },
  "asks on request": {
    body: "Run `python scripts/setup.py`, with `--interactive` to be asked.\n",
    files: {
      "scripts/setup.py":
        'p.add_argument("--interactive", action="store_true")\nif p.parse_args().interactive:\n    name = input("Name: ")\n',
    },
  },
  "asks in a terminal": {
    body: "Run `bash scripts/init.sh`.\n",
    files: { "scripts/init.sh": 'if [ -t 0 ]; then read -p "Sure? " yes; fi\n' },
  },
  "files that it creates": {
    body: "1. Create `scripts/migrate.py` in the user's project.\n2. Save the plan as `references/plan.md`, then show it.\n",
  },
  "paths of the user's project": {
    body: "Look at `src/index.ts` and `docs/api.md` of the repository. Do not touch `config/secrets.yml`.\n",
  },
  "a replacement character": { body: "Replace every \ufffd by the letter that was meant.\n" },
  "scripts that import each other": {
    body: "Run `node scripts/build.mjs`.\n",
    files: { "scripts/build.mjs": 'import { pack } from "./pack.mjs";\n', "scripts/pack.mjs": "" },
  },
  "templates in a folder": {
    body: "Choose one of the files in the templates directory and fill it in.\n",
    files: { "templates/letter.md": "Dear {{name}}", "templates/memo.md": "To: {{name}}" },
  },
  "a licence beside it": {
    body: "Open the file and fill it in.\n",
    files: { "LICENSE.txt": "", "README.md": "" },
  },
  "braces for variants": {
    body: "Read [web](references/web.md); `references/{ios,android}.md` for phones.\n",
    files: {
      "references/web.md": "Compare [ios](ios.md).",
      "references/ios.md": "",
      "references/android.md": "",
    },
  },
  "a placeholder home": { body: "Open `/Users/<you>/Documents` or `/home/username/docs`.\n" },
  "links to the web": {
    body: "See [the guide](https://example.com/guide.md#start) and [below](#steps).\n\n## Steps\n",
  },
  "a long list of commands": {
    body: "```sh\ngit fetch\ngit rebase origin/main\n```\n\nThen run the tests again and report what failed.\n",
  },
};

it("F12 gives at most one warning on twenty well-kept skills", async () => {
  const entries = Object.entries(WELL_KEPT);
  expect(entries.length).toBeGreaterThanOrEqual(20);
  const warnings: string[] = [];
  for (const [what, parts] of entries)
    for (const { code, severity, message } of await lintSkill(lintInput(parts)))
      if (severity !== "info") warnings.push(`${what}: ${code} ${message}`);
  expect(warnings).toEqual([]);
});
