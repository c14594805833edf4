import { describe, expect, it } from "vitest";
import { MALICIOUS_SKILLS } from "../testing/malicious-skills.ts";
import { subjectOf } from "../testing/subject-of.ts";
import { createScanner } from "./create-scanner.ts";

const scanner = createScanner();

describe("harmful skills", () => {
  it("T1 are at least sixty kinds", () => {
    expect(MALICIOUS_SKILLS.length).toBeGreaterThanOrEqual(60);
  });

  it.each(MALICIOUS_SKILLS)("T1 $title: $verdict", ({ files, verdict }) => {
    const report = scanner.scan(subjectOf(files));
    expect(report.verdict, JSON.stringify(report.findings, null, 1)).toBe(verdict);
  });
});
