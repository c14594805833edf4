import { describe, expect, it } from "vitest";
import { ORDINARY_TEXTS } from "../testing/ordinary-texts.ts";
import { subjectOf } from "../testing/subject-of.ts";
import { createScanner } from "./create-scanner.ts";

const scanner = createScanner();

describe("ordinary texts", () => {
  it("T1 are at least a hundred and fifty", () => {
    expect(ORDINARY_TEXTS.length).toBeGreaterThanOrEqual(150);
  });

  it("T1 are safe, one by one, although they look like attacks", () => {
    const flagged = ORDINARY_TEXTS.flatMap((text) => {
      const { verdict, findings } = scanner.scan(
        subjectOf(`---\nname: helper\ndescription: Helps with files.\n---\n\n${text}\n`),
      );
      return verdict === "safe"
        ? []
        : [{ text, findings: findings.filter((finding) => finding.verdict !== "safe") }];
    });
    expect(flagged).toEqual([]);
  });

  it("T1 are never blocked when all of them are in one file", () => {
    const { verdict } = scanner.scan(subjectOf(ORDINARY_TEXTS.join("\n\n")));
    expect(verdict).not.toBe("block");
  });
});
