import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { DIAGNOSTIC_CODES } from "../codes.ts";
import { LINT_RULES } from "./rules.ts";

const docs = fileURLToPath(new URL("../../../../docs/lint", import.meta.url));
const rules = fileURLToPath(new URL("./rules", import.meta.url));
const names = LINT_RULES.map((rule) => rule.code.slice("lint.".length));

/** Codes about the comment that disables a rule; they are not rules. */
const ABOUT_COMMENTS = ["lint.rule-disabled", "lint.rule-unknown"];

describe("the table of lint rules", () => {
  it("F12 has a row for each code", () => {
    const codes = Object.keys(DIAGNOSTIC_CODES).filter((code) => code.startsWith("lint."));
    expect([...LINT_RULES.map((rule) => rule.code), ...ABOUT_COMMENTS].sort()).toEqual(codes.sort());
  });

  it("F12 has a file and a test of the same name for each rule", () => {
    expect(readdirSync(rules).sort()).toEqual(
      names.flatMap((name) => [`${name}.ts`, `${name}.test.ts`]).sort(),
    );
  });

  it("F12 has a page for each rule and no other", () => {
    expect(readdirSync(docs).sort()).toEqual(["README.md", ...names.map((name) => `${name}.md`)].sort());
  });

  it.each(LINT_RULES)("F12 has a complete page for $code", ({ code }) => {
    const name = code.slice("lint.".length);
    const page = readFileSync(`${docs}/${name}.md`, "utf8");
    const { summary, severity } = DIAGNOSTIC_CODES[code];
    expect(page).toMatch(new RegExp(`^# ${name}\n`));
    expect(page).toContain(summary);
    expect(page).toContain(`Severity: ${severity}`);
    expect(page.match(/^## .+$/gm)).toEqual([
      "## Why",
      "## Flagged",
      "## Clean",
      "## How to fix it",
      "## How to switch it off",
    ]);
  });

  it("F12 is the index of the documentation, with the same summaries", () => {
    const index = readFileSync(`${docs}/README.md`, "utf8");
    for (const name of names) expect(index).toContain(`[${name}](${name}.md)`);
    for (const rule of LINT_RULES) expect(index).toContain(DIAGNOSTIC_CODES[rule.code].summary);
    for (const code of ABOUT_COMMENTS) expect(index).toContain(`\`${code}\``);
  });
});
