import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSkillMd, parseWithPositions } from "./parse-skill-md.ts";

const codesOf = (text: string) => parseSkillMd(text).diagnostics.map((diagnostic) => diagnostic.code);

describe("taking a SKILL.md apart", () => {
  it.each([
    ["plain text", "---\nname: a\n---\nBody\n", { name: "a" }, "Body\n", 4],
    ["Windows line ends", "---\r\nname: a\r\n---\r\n\r\nBody\r\n", { name: "a" }, "Body\r\n", 5],
    ["a byte order mark", "\ufeff---\nname: a\n---\nBody", { name: "a" }, "Body", 4],
    ["`---` inside a value", "---\nname: a --- b\n---\nBody", { name: "a --- b" }, "Body", 4],
    ["`---` inside a block text", "---\nd: |\n  ---\n  x\n---\nBody", { d: "---\nx\n" }, "Body", 6],
    ["a rule in the body", "---\nname: a\n---\nOne\n---\nTwo", { name: "a" }, "One\n---\nTwo", 4],
    ["four hyphens in the frontmatter", "---\nname: a\n# ----\n---\nBody", { name: "a" }, "Body", 5],
    ["no body", "---\nname: a\n---", { name: "a" }, "", 3],
    ["empty frontmatter", "---\n---\nBody", {}, "Body", 3],
    ["many newlines before the body", "---\nname: a\n---\n\n\n\nBody", { name: "a" }, "Body", 7],
    [
      "indented text as the first line of the body",
      "---\nname: a\n---\n\n    code",
      { name: "a" },
      "    code",
      5,
    ],
    ["a NUL-free emoji name", "---\nname: 🙂\n---\nBody", { name: "🙂" }, "Body", 4],
  ])("F1 %s is split at whole lines", (_what, text, frontmatter, body, bodyLine) => {
    const { value, diagnostics } = parseSkillMd(text);
    expect(value).toEqual({ frontmatter, body, bodyLine, hasFrontmatter: true });
    expect(diagnostics).toEqual([]);
  });

  it.each([
    ["blank lines before it", "\n \n---\nname: a\n---\n", "format.blank-before-frontmatter"],
    ["a space behind the opening line", "--- \nname: a\n---\n", "format.delimiter-space"],
    ["a tab behind the closing line", "---\nname: a\n---\t\nBody", "format.delimiter-space"],
  ])("F1 frontmatter with %s is read with a warning", (_what, text, code) => {
    expect(parseSkillMd(text).value.frontmatter).toEqual({ name: "a" });
    expect(codesOf(text)).toEqual([code]);
  });

  it.each([
    ["a heading first", "# Title\n\n---\nname: a\n---\n", "format.no-frontmatter"],
    ["an empty file", "", "format.no-frontmatter"],
    ["only white space", " \n\t\n", "format.no-frontmatter"],
    ["an indented opening line", "  ---\nname: a\n---\n", "format.no-frontmatter"],
    ["four hyphens", "----\nname: a\n----\n", "format.no-frontmatter"],
    ["a language behind the hyphens", "---js\nname: a\n---\n", "format.no-frontmatter"],
    ["no closing line", "---\nname: a\n\nBody", "format.unclosed-frontmatter"],
    ["an opening line alone", "---", "format.unclosed-frontmatter"],
    ["three dots as the closing line", "---\nname: a\n...\nBody", "format.unclosed-frontmatter"],
  ])("F10 a text with %s gives an empty mapping and the whole text as body", (_what, text, code) => {
    const { value, diagnostics } = parseSkillMd(text);
    expect(value).toEqual({ frontmatter: {}, body: text, bodyLine: 1, hasFrontmatter: false });
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
    expect(diagnostics[0]?.hint).toBeDefined();
  });

  it.each([
    ["a bell", "\u0007", "U+0007"],
    ["a zero-width space", "\u200b", "U+200B"],
    ["a right-to-left override", "\u202e", "U+202E"],
    ["a tag character", "\u{e0041}", "U+E0041"],
    ["a C1 control", "\u0085", "U+0085"],
  ])("F11 %s in the frontmatter is named", (_what, character, name) => {
    const { diagnostics } = parseSkillMd(`---\nname: a\nd: "x${character}"\n---\n`);
    const found = diagnostics.find((diagnostic) => diagnostic.code === "format.control-character");
    expect(found).toMatchObject({ line: 3, column: 6 });
    expect(found?.message).toContain(name);
  });

  it("F11 frontmatter above 64 KiB is refused unread, and the body is still there", () => {
    const { value, diagnostics } = parseSkillMd(`---\nd: ${"x".repeat(70_000)}\n---\nBody`);
    expect(value).toMatchObject({ hasFrontmatter: false, frontmatter: {}, body: "Body" });
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual(["format.frontmatter-too-large"]);
  });

  it("F2 a place in the file is given by line and column", () => {
    const { value } = parseWithPositions("\n---\nname: a\nmetadata:\n  b: c\n---\n");
    const metadata = value.map.entries[1]?.value;
    const item = metadata?.kind === "map" ? metadata.entries[0] : undefined;
    expect(value.place(item?.keyAt ?? 0)).toEqual({ line: 5, column: 3 });
  });

  it("F3 no text makes the parser throw, and body and frontmatter never overlap", () => {
    const unit = fc.constantFrom(..."-- \n\nab:#'\"[{|>&*!\r\t\0\ufeff🙂".split(""));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 80 }), fc.boolean(), (text, opens) => {
        const source = opens ? `---\n${text}\n---\n${text}` : text;
        const { value } = parseSkillMd(source);
        expect(source.endsWith(value.body)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});
