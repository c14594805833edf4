import type { ScanFinding, Scanner, ScanReport, ScanSubject, ScanVerdict } from "@knowhow/runtime";
import { collectSignals } from "./collect-signals.ts";
import { visible } from "./layers/invisible.ts";
import { RULES } from "./rules/all-rules.ts";
import type { RuleHit, ScanRule } from "./rules/rule.ts";
import { skillFacts } from "./rules/skill-facts.ts";
import { SCANNER_ID } from "./version.ts";

/** The most findings of one rule; further ones are of the same kind. */
const MAX_PER_RULE = 50;

/** A scanner whose reports are available at once. */
export interface SkillScanner extends Scanner {
  scan(subject: ScanSubject): ScanReport;
}

/** The scanner of knowhow. It reads only what it is given: no file, no network. */
export function createScanner(): SkillScanner {
  return { id: SCANNER_ID, scan };
}

function scan(subject: ScanSubject): ScanReport {
  const facts = skillFacts(subject.name, collectSignals(subject));
  const findings = RULES.flatMap((rule) =>
    [...rule.check(facts)]
      .sort((a, b) => severityOf(b) - severityOf(a))
      .slice(0, MAX_PER_RULE)
      .map((hit) => findingOf(rule, hit)),
  )
    .filter(isNew())
    .sort(byHarm);
  return {
    verdict: worstVerdict(findings.map(({ verdict }) => verdict)),
    findings,
    inspected: {
      files: subject.files.length,
      bytes: subject.files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    },
  };
}

/** True for the first finding of a rule with the same message in the same line. */
function isNew(): (finding: ScanFinding) => boolean {
  const seen = new Set<string>();
  return ({ rule, path, line, message }) => {
    const key = JSON.stringify([rule, path, line, message]);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  };
}

function findingOf(
  { id, owasp, fix }: ScanRule,
  { signal, message, verdict, severity }: RuleHit,
): ScanFinding {
  return {
    rule: id,
    owasp,
    severity,
    path: signal.path,
    line: signal.line,
    message: `${message[0]?.toUpperCase() ?? ""}${message.slice(1)}.`,
    evidence: visible(signal.evidence),
    fix,
    verdict,
  };
}

const VERDICTS: readonly ScanVerdict[] = ["safe", "review", "incomplete", "block"];
const SEVERITIES = ["low", "medium", "high", "critical"] as const;

/** The worst of several verdicts; `safe` for none. */
export function worstVerdict(verdicts: readonly ScanVerdict[]): ScanVerdict {
  return verdicts.reduce<ScanVerdict>((a, b) => (VERDICTS.indexOf(b) > VERDICTS.indexOf(a) ? b : a), "safe");
}

function severityOf({ verdict, severity }: Pick<RuleHit, "verdict" | "severity">): number {
  return VERDICTS.indexOf(verdict) * 10 + SEVERITIES.indexOf(severity);
}

function byHarm(a: ScanFinding, b: ScanFinding): number {
  return severityOf(b) - severityOf(a) || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
}
