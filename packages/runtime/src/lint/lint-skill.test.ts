import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lintInput } from "../testing/lint-input.ts";
import { lintSkill } from "./lint-skill.ts";
import type { LintSkillInput } from "./rule.ts";

describe("lintSkill", () => {
  it("F12 has nothing to say of a skill without fault", async () => {
    expect(await lintSkill(lintInput())).toEqual([]);
  });

  it("F12 says each finding of a file of the skill, by its absolute path", async () => {
    const files = { "scripts/ask.py": "input('Name?')\n" };
    const input = lintInput({ body: "Run `scripts/ask.py`, see [x](missing.md).", files });
    const found = await lintSkill(input);
    expect(found.map(({ code, path }) => [code, path])).toEqual([
      ["lint.dead-reference", "/skills/pdf/SKILL.md"],
      ["lint.interactive-script", "/skills/pdf/scripts/ask.py"],
    ]);
  });

  it("F12 leaves out what the caller skips", async () => {
    const input = lintInput({ body: "[x](missing.md)" });
    expect(await lintSkill(input, { skip: ["lint.dead-reference"] })).toEqual([]);
  });

  it("F12 reads no binary, no large file and no file twice", async () => {
    const read: string[] = [];
    const input: LintSkillInput = {
      ...lintInput({ body: "See `references/`." }),
      files: [
        { path: "references/a.md", size: 10 },
        { path: "references/b.png", size: 10 },
        { path: "references/c.md", size: 300_000 },
      ],
      readText: (path) => {
        read.push(path);
        return "x";
      },
    };
    await lintSkill(input);
    expect(read).toEqual(["references/a.md"]);
  });

  it("F12 lists at most fifty findings of a rule and counts the rest", async () => {
    const body = Array.from({ length: 80 }, (_, index) => `- [x](missing-${index}.md)`).join("\n");
    const found = await lintSkill(lintInput({ body }));
    expect(found).toHaveLength(51);
    expect(found.at(-1)?.message).toBe("30 more findings of this rule are not listed");
  });
});

describe("a comment in the body", () => {
  const dead = "[x](missing.md)\n[y](gone.md)\n";

  it.each([
    "<!-- knowhow-lint-disable dead-reference -->",
    "<!--knowhow-lint-disable lint.dead-reference-->",
    "<!-- knowhow-lint-disable long-body, dead-reference -->",
  ])("F12 switches a rule off, and that is recorded: %s", async (comment) => {
    const found = await lintSkill(lintInput({ body: `${dead}\n${comment}\n` }));
    const messages = found.filter(({ code }) => code === "lint.rule-disabled").map(({ message }) => message);
    expect(messages).toContain("a comment disables `dead-reference`: 2 findings are hidden");
    expect(found.map(({ code }) => code)).not.toContain("lint.dead-reference");
  });

  it.each([
    "```html\n<!-- knowhow-lint-disable dead-reference -->\n```",
    "`<!-- knowhow-lint-disable dead-reference -->`",
    "<!-- knowhow-lint-disable long-body -->",
  ])("F12 has no effect on other rules or as an example: %s", async (comment) => {
    const found = await lintSkill(lintInput({ body: `${dead}\n${comment}\n` }));
    expect(found.filter(({ code }) => code === "lint.dead-reference")).toHaveLength(2);
  });

  it("F12 cannot hide a credential", async () => {
    const key = ["AK", "IA", "Q3EGTN7XWZ2RLMCV"].join("");
    const found = await lintSkill(lintInput({ body: `<!-- knowhow-lint-disable secret -->\n${key}` }));
    expect(found.map(({ code }) => code)).toEqual(["lint.rule-unknown", "lint.secret"]);
  });

  it("F12 that names an unknown rule is reported at its position", async () => {
    const found = await lintSkill(lintInput({ body: "Do it.\n\n  <!-- knowhow-lint-disable typo -->" }));
    expect(found).toMatchObject([{ code: "lint.rule-unknown", line: 8, column: 3 }]);
  });
});

describe("any text", () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      ...[
        "\n",
        "\r\n",
        "```",
        "`",
        "](",
        "[a](",
        "scripts/a.py",
        "references\\b.md",
        "<!--",
        "-->",
        "/Users/greta/",
      ],
      ...[
        "<!-- knowhow-lint-disable x -->",
        "---\n",
        "description:",
        "input(",
        "%zz",
        "\u2028",
        "\ud800",
        "api_key=",
      ],
    ),
  );
  const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));

  it("F12 is linted without an exception, and positions lie inside it", async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, async (body, description, file) => {
        const files = { "scripts/a.py": file, "references/b.md": file };
        const input = lintInput({ body, description, files });
        for (const { path, line = 1, column = 1 } of await lintSkill(input)) {
          const name = path?.slice("/skills/pdf/".length) ?? "";
          const lines = (name === "SKILL.md" ? input.text : file).split("\n");
          expect(line).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeGreaterThan(0);
          expect(column).toBeLessThanOrEqual((lines[line - 1] ?? "").length + 1);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    "[",
    "](",
    "` ``",
    "a/",
    "scripts/a.py ",
    ".",
    "-",
    "<!--",
    "token=",
    "sk-",
    " eyJ",
    "a\\",
    "/Users/a/",
    "```\n",
    "\n",
    "> ",
    "当",
    "use ",
  ])("F12 of one mebibyte of %j gets its findings", async (unit) => {
    const body = unit.repeat(Math.ceil(2 ** 20 / unit.length));
    const input: LintSkillInput = {
      ...lintInput({
        description: body.slice(0, 2 ** 16),
        files: { "scripts/a.sh": "", "references/b.md": "" },
      }),
      text: body,
      body,
      bodyLine: 1,
      readText: () => body,
    };
    expect(await lintSkill(input)).toEqual(expect.any(Array));
  });
});
