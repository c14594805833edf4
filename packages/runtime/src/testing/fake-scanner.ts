import type { ScanFinding, Scanner, ScanVerdict } from "../scan.ts";

/** Options of a fake scanner. */
export interface FakeScannerOptions {
  /** Default `fake 1`. */
  readonly id?: string;
}

/** A scanner for tests, and what it was asked to scan. */
export interface FakeScanner extends Scanner {
  /** Names of the skills, one per scan. */
  readonly scanned: readonly string[];
}

const SCORES: Readonly<Record<ScanVerdict, ScanFinding["severity"]>> = {
  safe: "low",
  review: "medium",
  incomplete: "medium",
  block: "critical",
};

/**
 * A scanner that finds exactly what the text says: `SCAN-BLOCK rule`, `SCAN-REVIEW rule`, `SCAN-INCOMPLETE rule`, `SCAN-SAFE rule` on any
 * line of any file. `SCAN-THROW` makes it fail.
 */
export function fakeScanner({ id = "fake 1" }: FakeScannerOptions = {}): FakeScanner {
  const scanned: string[] = [];
  return {
    id,
    scanned,
    scan: ({ name, files, gaps }) => {
      scanned.push(name);
      const findings = files.flatMap(({ path, bytes }) => findingsIn(path, new TextDecoder().decode(bytes)));
      const all = [...findings, ...gaps.map((gap) => finding("unreadable", gap.path, 1, "incomplete"))];
      const order = ["safe", "review", "incomplete", "block"] as const;
      const verdict =
        order.findLast((one) => one === "safe" || all.some((each) => each.verdict === one)) ?? "safe";
      const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
      return { verdict, findings: all, inspected: { files: files.length, bytes } };
    },
  };
}

function findingsIn(path: string, text: string): readonly ScanFinding[] {
  if (text.includes("SCAN-THROW")) throw new Error("the fake scanner was told to fail");
  return text.split("\n").flatMap((line, at) => {
    const [, word = "", rule = "unnamed"] = /SCAN-(BLOCK|REVIEW|INCOMPLETE|SAFE) ([a-z-]+)/.exec(line) ?? [];
    const verdict = (["block", "review", "incomplete", "safe"] as const).find(
      (one) => one === word.toLowerCase(),
    );
    return verdict === undefined ? [] : [finding(rule, path, at + 1, verdict)];
  });
}

function finding(rule: string, path: string, line: number, verdict: keyof typeof SCORES): ScanFinding {
  const texts = { message: `It says ${rule}.`, evidence: rule, fix: "remove the line" };
  return {
    rule,
    owasp: "AST01",
    severity: verdict === "safe" ? "low" : SCORES[verdict],
    path,
    line,
    ...texts,
    verdict,
  };
}
