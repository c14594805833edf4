import type { ScanFinding, ScanVerdict } from "@knowhow/runtime";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen, Style } from "../terminal/screen.ts";
import { count } from "../terminal/words.ts";
import { wrap } from "../terminal/wrap.ts";

/** The report about one skill or file. */
export interface ScanResult {
  readonly path: string;
  readonly name: string;
  readonly verdict: ScanVerdict;
  readonly findings: readonly ScanFinding[];
}

/** Above this number of results, those that are safe are not listed. */
const SHOWN_SAFE = 20;

const MARKS = {
  safe: ["good", "✓"],
  review: ["notice", "!"],
  incomplete: ["notice", "?"],
  block: ["bad", "✗"],
} as const satisfies Record<ScanVerdict, readonly [Style, string]>;

/** Verdicts and findings by skill, then the counts. */
export function reportScan(results: readonly ScanResult[], screen: Screen): string {
  const bad = results.filter(({ verdict }) => verdict !== "safe");
  const shown = screen.quiet || results.length > SHOWN_SAFE ? bad : results;
  const lines = shown.map((result) => resultText(result, screen));
  if (screen.quiet) return lines.join("\n");
  return [...lines, ...(lines.length > 0 ? [""] : []), summary(results, screen)].join("\n");
}

function resultText({ path, name, verdict, findings }: ScanResult, screen: Screen): string {
  const [style, mark] = MARKS[verdict];
  const head = `${screen.paint(style, mark)} ${screen.paint("strong", sanitise(name))}  ${screen.paint(style, verdict)}  ${screen.paint("faint", screen.place(path))}`;
  const reasons = findings.filter((finding) => finding.verdict !== "safe");
  const notes = findings.length - reasons.length;
  return [
    head,
    ...reasons.map((finding) => findingText(finding, screen)),
    ...(notes > 0 && !screen.quiet
      ? [screen.paint("faint", `  ${count(notes, "note")}; --json lists them`)]
      : []),
  ].join("\n");
}

function findingText(
  { rule, severity, path, line, message, evidence, fix, verdict }: ScanFinding,
  screen: Screen,
): string {
  const [style] = MARKS[verdict];
  const place = screen.paint("faint", `${sanitise(path)}:${line}`);
  const text = (value: string) => wrap(sanitise(value), screen.columns - 4, "    ");
  return [
    `  ${place}  ${screen.paint(style, severity)}  ${sanitise(message)}  ${screen.paint("faint", sanitise(rule))}`,
    `    ${text(evidence)}`,
    `    ${screen.paint("faint", text(fix))}`,
  ].join("\n");
}

function summary(results: readonly ScanResult[], screen: Screen): string {
  const parts = [`${count(results.length, "skill")} scanned`];
  for (const verdict of ["block", "incomplete", "review"] as const) {
    const number = results.filter((result) => result.verdict === verdict).length;
    if (number > 0) parts.push(screen.paint(MARKS[verdict][0], `${number} ${verdict}`));
  }
  if (parts.length === 1 && results.length > 0) parts.push(screen.paint("good", "all safe"));
  return parts.join(" · ");
}
