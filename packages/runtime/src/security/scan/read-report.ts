import { isRecord } from "../../basics/is-record.ts";
import type { ScanFinding, ScanGap, ScanReport, ScanSeverity, ScanVerdict } from "../../scan.ts";
import { VERDICTS, worseVerdict } from "./scan-policy.ts";

const SEVERITIES: readonly ScanSeverity[] = ["low", "medium", "high", "critical"];

/** Findings of one rule that are kept; a rule that matches every line says nothing new after a few. */
const KEPT_PER_RULE = 20;

/** Findings that are kept of one report. */
const KEPT = 500;

/** Characters of a text that are kept. */
const KEPT_CHARACTERS = 1_000;

/** Rule of a report that replaces the answer of a scanner that failed. */
export const SCAN_FAILED = "scan-failed";

/** Rule of a finding about content that could not be read. */
export const NOT_INSPECTED = "not-inspected";

/**
 * Checks what a scanner or a store returned, and limits its size. The verdict is never better than one of the findings
 * or than a gap allows. Undefined if it is not a report.
 */
export function readReport(value: unknown, gaps: readonly ScanGap[] = []): ScanReport | undefined {
  if (!isRecord(value) || !Array.isArray(value.findings) || !isRecord(value.inspected)) return undefined;
  const verdict = VERDICTS.find((known) => known === value.verdict);
  const { files, bytes } = value.inspected;
  if (verdict === undefined || !isCount(files) || !isCount(bytes)) return undefined;
  const found = value.findings.map(readFinding);
  const findings = found.flatMap((finding) => (finding === undefined ? [] : [finding]));
  if (findings.length < found.length) return undefined;
  const isTold = findings.some((finding) => finding.verdict === "incomplete");
  const all = isTold ? findings : [...findings, ...gaps.slice(0, KEPT_PER_RULE).map(gapFinding)];
  const worst = all.reduce((worse, finding) => worseVerdict(worse, finding.verdict), verdict);
  return { verdict: worst, findings: limited(all), inspected: { files, bytes } };
}

/** The report if the scanner failed: nothing can be said about the content. */
export function failedReport(reason: string, gaps: readonly ScanGap[] = []): ScanReport {
  const failed = finding(SCAN_FAILED, "SKILL.md", `the scanner failed: ${reason}`, "update the scanner");
  return {
    verdict: "incomplete",
    findings: [failed, ...gaps.slice(0, KEPT_PER_RULE).map(gapFinding)],
    inspected: { files: 0, bytes: 0 },
  };
}

function gapFinding({ path, reason }: ScanGap): ScanFinding {
  return finding(NOT_INSPECTED, path, `it could not be inspected: ${reason}`, "remove the file, or read it");
}

function finding(rule: string, path: string, message: string, fix: string): ScanFinding {
  const common = {
    owasp: "AST08",
    severity: "medium",
    line: 1,
    evidence: "",
    verdict: "incomplete",
  } as const;
  return { ...common, rule, path: cut(path), message: cut(message), fix };
}

function readFinding(value: unknown): ScanFinding | undefined {
  if (!isRecord(value)) return undefined;
  const { rule, owasp, path, line, message, evidence, fix } = value;
  const severity = SEVERITIES.find((known) => known === value.severity);
  const verdict = VERDICTS.find((known) => known === value.verdict);
  if (severity === undefined || verdict === undefined || !isCount(line)) return undefined;
  if (!isText(rule) || !isText(owasp) || !isText(path) || !isText(message)) return undefined;
  if (rule === "" || !isText(evidence) || !isText(fix)) return undefined;
  return {
    rule: cut(rule),
    owasp: cut(owasp),
    severity,
    path: cut(path),
    line,
    message: cut(message),
    evidence: cut(evidence),
    fix: cut(fix),
    verdict,
  };
}

/** The worst findings first, and a few of every rule, so that no rule that decides is lost. */
function limited(findings: readonly ScanFinding[]): readonly ScanFinding[] {
  const counts = new Map<string, number>();
  const rank = (verdict: ScanVerdict) => VERDICTS.indexOf(verdict);
  return findings
    .toSorted((a, b) => rank(b.verdict) - rank(a.verdict))
    .filter(({ rule, verdict }) => {
      const key = JSON.stringify([rule, verdict]);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= KEPT_PER_RULE;
    })
    .slice(0, KEPT);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function cut(text: string): string {
  return text.length > KEPT_CHARACTERS ? `${text.slice(0, KEPT_CHARACTERS)}…` : text;
}
