import { describe, expect, it } from "vitest";
import { lintInput } from "../../testing/lint-input.ts";
import { deadReference } from "./dead-reference.ts";

const files = {
  "FORMS.md": "",
  "references/guide.md": "",
  "references/a b.md": "",
  "scripts/fill.py": "",
  "assets/logo.png": "",
};

async function check(body: string, name = "pdf") {
  return deadReference.check(lintInput({ name, body, files }));
}

describe("the rule dead-reference", () => {
  it.each([
    ["assets/missing.md", "`output`: `assets/missing.md` is not in the skill", "add the file"],
    [
      "assets/guide.md",
      "`output`: `assets/guide.md` is not in the skill",
      "did you mean `references/guide.md`?",
    ],
    [
      "../other/template.md",
      "`output`: `../other/template.md` leads out of the skill's directory",
      "copy the file",
    ],
  ])("F12 flags the output %s", async (output, message, hint) => {
    const found = await deadReference.check(lintInput({ fields: { output }, files }));
    expect(found).toMatchObject([
      { code: "lint.dead-reference", severity: "warning", message, hint: expect.stringContaining(hint) },
    ]);
  });

  it.each([
    "FORMS.md",
    "./references/guide.md",
    "a table",
    "{name}.md",
    "markdown",
  ])("F12 accepts the output %s", async (output) => {
    expect(await deadReference.check(lintInput({ fields: { output }, files }))).toEqual([]);
  });

  it.each([
    ["[guide](references/missing.md)", "references/missing.md"],
    ["![picture](assets/missing.png)", "assets/missing.png"],
    ["[guide](./missing.md#part)", "missing.md"],
    ["[guide](missing.md?raw=1)", "missing.md"],
    ["[guide](<references/b c.md>)", "references/b c.md"],
    ["[guide](references/b%20c.md)", "references/b c.md"],
    ['[guide](missing.md "A title")', "missing.md"],
    ["[guide]: references/missing.md", "references/missing.md"],
    ["Read `references/missing.md` first.", "references/missing.md"],
    ["Read references/missing.md, then go on.", "references/missing.md"],
    ["阅读references/missing.md文件。", "references/missing.md"],
    ["Run `python scripts/missing.py --all in.pdf`.", "scripts/missing.py"],
    ["Run `.claude/skills/pdf/scripts/missing.py`.", "scripts/missing.py"],
    ["1. Step\n   - Use `assets/missing.css`", "assets/missing.css"],
  ])("F12 flags %s", async (body, path) => {
    const found = await check(body);
    expect(found.map(({ severity, message }) => [severity, message])).toEqual([
      ["warning", `\`${path}\` is not in the skill`],
    ]);
  });

  it.each([
    "[guide](references/guide.md)",
    "[guide](./references/guide.md#part)",
    "[guide](references/a%20b.md)",
    "[forms](FORMS.md:12)",
    "[up](references/../FORMS.md)",
    "[itself](SKILL.md)",
    "[page](https://example.com/missing.md)",
    "[mail](mailto:me@example.com)",
    "[top](#usage)",
    "[root](/etc/missing.md)",
    "[name](references/<topic>.md)",
    "[name](references/{topic}.md)",
    "[name](references/$TOPIC.md)",
    "[name](references/*.md)",
    "[word](link)",
    "Run `scripts/fill.py`.",
    "Run `skills/pdf/scripts/fill.py`.",
    "Read `references/{topic}.md` or `references/*.md`.",
    "Run `$HOME/scripts/missing.py` or `~/scripts/missing.py`.",
    "For example, `references/finance.md` holds schemas.",
    "A `references/schema.md` file would be helpful.",
    "Create `scripts/new.py` for the user.",
    "Run the repository's `scripts/release.sh`.",
    "Copy from the billing skill → `references/prices.md`",
    "`load('assets/song.ogg')`",
    "See `references/xxx.md`.",
    "`[guide](missing.md)`",
    "```\n[guide](missing.md)\n```",
    "1. Step\n\n    ```markdown\n    [guide](missing.md)\n    ```",
    "````markdown\n```sh\nx\n```\n[guide](missing.md)\n````",
    "```markdown\n```sh\nx\n```\n[guide](missing.md)\n```",
    "<!-- [guide](missing.md) -->",
    "Edit `src/missing.ts`.",
    "Put it in `templates/missing.html`.",
  ])("F12 lets %s pass", async (body) => {
    expect(await check(body)).toEqual([]);
  });

  it("F12 a link out of the skill is only worth knowing, because the file may be there", async () => {
    const [found] = await check("[other](../docx/SKILL.md)");
    expect(found).toMatchObject({ severity: "info", message: expect.stringContaining("leads out") });
  });

  it("F12 several links out of the skill are one finding, at the first of them", async () => {
    const found = await check(
      "See [a](../a/SKILL.md).\n\nSee [b](../b/SKILL.md) and [c](../c/x.md), [a](../a/SKILL.md).",
    );
    expect(found).toMatchObject([
      {
        severity: "info",
        line: 6,
        message: "`../a/SKILL.md` and 2 other links lead out of the skill's directory",
      },
    ]);
  });

  it.each([
    "Use the [`cloud`](../cloud/SKILL.md) skill and its\n`references/payments.md` details.",
    "Use the cloud skill with its `references/payments.md`.",
    "| Parts | `cloud/references/a.md` + `references/payments.md` |",
    "完整对照见 cloud 技能的 references/payments.md",
    "An earlier revision of this skill carried\n`references/payments.md`, which is gone.",
  ])("F12 a file of another skill, or of the past, is not a dead reference: %s", async (body) => {
    const found = await check(body);
    expect(found.filter(({ severity }) => severity === "warning")).toEqual([]);
  });

  it.each([
    "This skill has its rules in `references/payments.md`.",
    "Use `cloud/references/a.md` for the cloud. For money, read `references/payments.md`.",
    "An earlier step loaded the cloud.\n\nRead `references/payments.md`.",
  ])("F12 flags a file of this skill beside another: %s", async (body) => {
    expect(await check(body)).toMatchObject([{ severity: "warning" }]);
  });

  it("F12 a script is only worth knowing when the skill has no scripts at all", async () => {
    const [found] = await deadReference.check(lintInput({ body: "Run `scripts/release.sh`." }));
    expect(found).toMatchObject({ severity: "info", hint: expect.stringContaining("project") });
  });

  it("F12 a path in the text of a link is checked by the link", async () => {
    const found = await check("[`references/missing.md`](references/guide.md)");
    expect(found).toEqual([]);
  });

  it("F12 each path is reported once, at its first occurrence", async () => {
    const found = await check("# A\n\nSee [x](missing.md).\nSee [y](missing.md).");
    expect(found.map(({ line, column }) => ({ line, column }))).toEqual([{ line: 8, column: 9 }]);
  });

  it("F12 a file of the same name elsewhere is suggested", async () => {
    const [found] = await check("[guide](references/forms.md)");
    expect(found?.hint).toBe("did you mean `FORMS.md`?");
  });
});

it.each([
  "- **Output formats**: see `references/output-patterns.md` for templates.",
  "The output has a fixed shape; read references/output-patterns.md.",
])("F12 the word output before a path does not hide that it is missing: %s", (body) => {
  expect(deadReference.check(lintInput({ body, files: { "references/other.md": "" } }))).toMatchObject([
    { message: expect.stringContaining("references/output-patterns.md") },
  ]);
});

it.each([
  "Output to `references/result.md`.",
  "Writes output: `references/result.md`",
])("F12 a path that is the output itself need not exist: %s", (body) => {
  expect(deadReference.check(lintInput({ body, files: { "references/other.md": "" } }))).toEqual([]);
});
