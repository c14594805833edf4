import { scannerSuite } from "@knowhow/runtime/testing";
import { describe, expect, test } from "vitest";
import { subjectOf } from "../testing/subject-of.ts";
import { createScanner } from "./create-scanner.ts";

describe("the scanner keeps the contract of the port", () => {
  test.each(scannerSuite)("$title", async ({ run }) => {
    await run(createScanner);
  });
});

describe("a report", () => {
  test("T1 keeps the verdict of a skill that has only notes", () => {
    const report = createScanner().scan(subjectOf("Do not tell the user."));
    expect(report).toMatchObject({ verdict: "safe", findings: [{ verdict: "safe", severity: "low" }] });
  });

  test("T1 shows invisible characters in the evidence", () => {
    const { findings } = createScanner().scan(subjectOf("zero\u200bwidth"));
    expect(findings[0]?.evidence).toBe("zeroU+200Bwidth");
  });
});
