import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScanFinding, ScanReport, ScanVerdict } from "../../scan.ts";
import { rulesBehind, verdictWithout } from "./judge-report.ts";
import { policyOf, SCAN_POLICY, VERDICTS, worseVerdict } from "./scan-policy.ts";

const finding = (rule: string, verdict: ScanVerdict): ScanFinding => ({
  ...{ rule, verdict, severity: "high", path: "SKILL.md", line: 1 },
  ...{ message: "", evidence: "", fix: "", owasp: "AST01" },
});
const report = (verdict: ScanVerdict, ...findings: readonly ScanFinding[]): ScanReport => ({
  verdict,
  findings,
  inspected: { files: 1, bytes: 1 },
});
const dismiss = (...rules: readonly string[]) => rules.map((rule) => ({ rule, reason: "ours" }));

describe("a verdict without what was dismissed", () => {
  it.each<[string, ScanReport, readonly string[], ScanVerdict]>([
    ["the only finding", report("block", finding("dl", "block")), ["dl"], "review"],
    ["one of two", report("block", finding("dl", "block"), finding("paste", "block")), ["dl"], "block"],
    [
      "the worse one",
      report("block", finding("dl", "block"), finding("odd", "incomplete")),
      ["dl"],
      "incomplete",
    ],
    ["a rule that found nothing", report("block", finding("dl", "block")), ["paste"], "block"],
    ["the only finding of a review", report("review", finding("net", "review")), ["net"], "review"],
    ["what does not explain the verdict", report("block", finding("net", "review")), ["net"], "block"],
    [
      "what does not explain that something was not read",
      report("incomplete", finding("net", "review")),
      ["net"],
      "incomplete",
    ],
    ["anything, if it is safe", report("safe", finding("note", "safe")), ["note"], "safe"],
  ])("T2 %s", (_, given, rules, expected) => {
    expect(verdictWithout(given, dismiss(...rules))).toBe(expected);
  });

  it("T2 is never safe unless the scan said so, and never worse than the scan said", () => {
    const verdict = fc.constantFrom(...VERDICTS);
    const findings = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), verdict), { maxLength: 5 });
    const rules = fc.subarray(["a", "b", "c", "d"]);
    fc.assert(
      fc.property(verdict, findings, rules, (said, found, gone) => {
        const given = report(said, ...found.map(([rule, each]) => finding(rule, each)));
        const left = verdictWithout(given, dismiss(...gone));
        if (said !== "safe") expect(left).not.toBe("safe");
        const worst = found.reduce<ScanVerdict>((one, [, other]) => worseVerdict(one, other), said);
        expect(worseVerdict(left, worst)).toBe(worst);
      }),
    );
  });

  it("T2 names each rule behind a verdict once, and none behind safe", () => {
    const given = report("block", finding("dl", "block"), finding("dl", "block"), finding("net", "review"));
    expect([rulesBehind(given), rulesBehind(given, "review"), rulesBehind(given, "safe")]).toEqual([
      ["dl"],
      ["net"],
      [],
    ]);
  });
});

describe("the table of who vouches and what was found", () => {
  it("T2 T3 takes the strictest of all restrictions, and a word that it does not know is the strictest", () => {
    const cell = (...narrowing: readonly unknown[]) =>
      policyOf({ narrowing: narrowing.map((action) => Object({ scan: { user: { review: action } } })) }).user
        .review;
    expect([cell(), cell("ask"), cell("ask", "refuse"), cell("refuse", "allow"), cell("allow")]).toEqual([
      ...["allow", "ask", "refuse", "refuse", "allow"],
    ]);
    expect([cell("forbid"), cell("forbid", "ask"), cell("refuse", "forbid")]).toEqual([
      ...["forbid", "forbid", "forbid"],
    ]);
    expect(policyOf({})).toEqual(SCAN_POLICY);
  });
});
