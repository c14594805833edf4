import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OVERREACH_RULES } from "@knowhow/runtime/authoring";
import { RULES as SCANNER_RULES } from "@knowhow/scanner";
import { describe, expect, it } from "vitest";
import { repository } from "./support/sources.ts";

/** Rules about a skill alone, and about a skill among others. */
const RULES = [...SCANNER_RULES, ...OVERREACH_RULES];
const folder = join(repository, "docs/scan");

describe("the pages of the scanner's rules", () => {
  it.each(RULES.map((rule) => [rule.id, rule] as const))("describe %s as its code does", async (id, rule) => {
    const { title, why, fix, verdicts, owasp } = rule;
    const page = `# ${id}\n\n${title}. OWASP Agentic Skills Top 10: ${owasp}.\n\n## Why it matters\n\n${why}\n\n## Verdicts\n\n${verdicts}\n\n## What to do\n\n${fix}\n\n[All rules](README.md)\n`;
    await expect(page).toMatchFileSnapshot(join(folder, `${id}.md`));
  });

  it("are all in the table of the overview", async () => {
    const rows = RULES.map(({ id, title, owasp }) => `| [\`${id}\`](${id}.md) | ${owasp} | ${title} |`);
    const page = [
      "# Rules of the scanner",
      "",
      "Each rule combines signals to findings. A finding has a verdict of its own; the worst one is the verdict of the skill.",
      "A finding with the verdict `safe` is a note. [Scanning](../guide/scanning.md) explains how to use the scanner.",
      "The last two compare a skill with all others, and are checked by `knowhow scan --all` only.",
      "",
      "| rule | OWASP | what it looks for |",
      "|---|---|---|",
      ...rows,
      "",
    ].join("\n");
    await expect(page).toMatchFileSnapshot(join(folder, "README.md"));
  });

  it("belong to a rule that exists", () => {
    const pages = readdirSync(folder).filter((name) => name !== "README.md");
    expect(pages.toSorted()).toEqual(RULES.map(({ id }) => `${id}.md`).toSorted());
  });
});

describe("the guide to scanning", () => {
  it("shows the example that the tests run", () => {
    const example = readFileSync(join(repository, "examples/17-scan-a-skill.ts"), "utf8");
    expect(readFileSync(join(repository, "docs/guide/scanning.md"), "utf8")).toContain(
      `\`\`\`\`ts\n${example}\`\`\`\``,
    );
  });
});
