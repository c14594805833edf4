import type { Dismissal, ScanReport, ScanVerdict } from "../../scan.ts";
import { worseVerdict } from "./scan-policy.ts";

/**
 * The verdict of a report without the findings that were dismissed. It is never better than `review`: a dismissal is an
 * opinion about what was found, not a result of the scan. A verdict that no finding explains cannot be dismissed.
 */
export function verdictWithout(report: ScanReport, dismissed: readonly Dismissal[] = []): ScanVerdict {
  const { verdict, findings } = report;
  const rules = new Set(dismissed.map(({ rule }) => rule));
  const isExplained = findings.some((finding) => finding.verdict === verdict);
  const left = findings.filter(({ rule }) => !rules.has(rule));
  if (verdict === "safe" || !isExplained || left.length === findings.length) return verdict;
  return left.reduce<ScanVerdict>((worst, finding) => worseVerdict(worst, finding.verdict), "review");
}

/** Ids of the rules that are the reason for a verdict, each once. Notes are no reason. */
export function rulesBehind(report: ScanReport, verdict: ScanVerdict = report.verdict): readonly string[] {
  if (verdict === "safe") return [];
  return [
    ...new Set(report.findings.filter((finding) => finding.verdict === verdict).map(({ rule }) => rule)),
  ];
}
