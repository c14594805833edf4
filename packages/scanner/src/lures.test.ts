import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LURES } from "../testing/lures.ts";
import { subjectOf } from "../testing/subject-of.ts";
import { createScanner, worstVerdict } from "./create-scanner.ts";

const scanner = createScanner();

describe("fake prerequisites in other words, languages and hosts", () => {
  it.each(LURES)("T1 gets at least the verdict $verdict: $title", ({ files, verdict }) => {
    const report = scanner.scan(subjectOf(files));
    expect(worstVerdict([report.verdict, verdict]), JSON.stringify(report.findings, null, 1)).toBe(
      report.verdict,
    );
  });

  it("T1 keep their verdict in other files, under other names, and between other texts", () => {
    const place = fc.constantFrom(
      "EXTRA.md",
      "references/a/b.md",
      "assets/.hidden",
      "NOTES",
      "docs/setup.txt",
    );
    const filler = fc.constantFrom("", "\n".repeat(300), "x ".repeat(12_000), "> quoted\n\n", "\ufeff");
    fc.assert(
      fc.property(
        fc.constantFrom(...LURES),
        place,
        filler,
        filler,
        ({ files, verdict }, path, before, after) => {
          const [, own = ""] = Object.entries(files)[0] ?? [];
          const moved = {
            ...files,
            "SKILL.md": "---\nname: helper\ndescription: Helps.\n---\n\nHelps.\n",
            [path]: `${before}${own}\n${after}`,
          };
          const report = scanner.scan(subjectOf(moved));
          expect(worstVerdict([report.verdict, verdict]), `${path}\n${own}`).toBe(report.verdict);
        },
      ),
      { numRuns: 120, seed: 20 },
    );
  });
});
