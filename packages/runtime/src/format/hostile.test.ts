import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { outlineOf } from "./outline.ts";
import { sectionsOf } from "./sections.ts";
import { summariseSkill } from "./summarise-skill.ts";
import { validateSkill } from "./validate-skill.ts";

const hash = { sha256: (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex") };
const MEBIBYTE = 1024 * 1024;
const fill = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Pieces that make careless patterns and loops take quadratic time; quadratic would mean hours for these sizes. */
const PIECES = [
  " ",
  "\t",
  "\n",
  "\r",
  "\r\n",
  "\u2028",
  "-",
  "---\n",
  "\n---x",
  "--- ",
  "#",
  "# a\n",
  "## Purpose\n",
  "`",
  "```\n",
  "~",
  "`\u2028",
  "a: ",
  "a:  \u2028",
  "- ",
  "[",
  "{",
  "[a:",
  '"',
  "'",
  "\\",
  '"\\',
  "&a ",
  "*a ",
  "!a ",
  "a: b\n",
  "k: |\n \n",
  "? ",
  "(",
  "()",
  ",",
  "\ufeff",
  "\ufeff\n",
  "\u202e",
  "🙂",
  "\ud83d",
  "<<<<<<<\n",
  "0",
  "1.",
  "__proto__: x\n",
];

describe("hostile text", () => {
  it.each(PIECES)("F11 a mebibyte of %j is read to its end", (piece) => {
    const body = fill(piece, MEBIBYTE);
    for (const end of ["", "\u2028", "\r", "x"]) {
      const summary = summariseSkill(`---\nname: a\ndescription: d\n---\nx${body}${end}`, { hash });
      expect(summary.description).toBe("d");
    }
    expect(summariseSkill(body, { hash }).tokens).toBeGreaterThan(0);
    outlineOf(body);
    sectionsOf(body);
  });

  it.each(PIECES)("F11 sixty kibibytes of %j as frontmatter give a diagnostic or a value", (piece) => {
    const yaml = fill(piece, 60 * 1024);
    for (const text of [
      yaml,
      `description: ${yaml}`,
      `a: ${yaml}\u2028x: y`,
      `metadata:\n  a: ${yaml}`,
      `d: "${yaml}`,
    ]) {
      const { diagnostics } = validateSkill(`---\n${text}\n---\nBody`, { directoryName: "a", rules: "mcp" });
      expect(diagnostics.length).toBeGreaterThan(0);
      expect(diagnostics.length).toBeLessThan(5_000);
    }
  });

  it.each([
    [
      "an alias bomb",
      `a: &a [x]\n${"bcdefghi"
        .split("")
        .map((key, index) => `${key}: &${key} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(",")}]`)
        .join("\n")}`,
    ],
    [
      "16,000 keys",
      Array.from({ length: 9_000 }, (_, index) => `k${index}: ""`)
        .join("\n")
        .slice(0, 64_000),
    ],
    ["5,000 nested brackets", `a: ${"[".repeat(5_000)}`],
    ["code as a tag", "a: !!js/function 'function () { throw 1 }'"],
    ["a merge key", "a: &x {b: 1}\nc: {<<: *x}"],
    ["two documents", "a: 1\n---x: 2\n--- \nb: 2\n..."],
  ])("F11 %s is refused with an error", (_what, yaml) => {
    const summary = summariseSkill(`---\n${yaml}\n---\nBody`, { hash });
    expect(summary.diagnostics.some(({ severity }) => severity === "error")).toBe(true);
    expect(summary.description).toBeUndefined();
  });

  it("F11 a name or a field in a message is cut short", () => {
    const text = `---\nname: ${"x ".repeat(20_000)}\n${"y".repeat(20_000)}: z\n---\n`;
    for (const { message, hint } of validateSkill(text, { directoryName: "d".repeat(9_000) }).diagnostics) {
      expect(message.length).toBeLessThan(400);
      expect(hint?.length ?? 0).toBeLessThan(400);
    }
  });
});
