import type { ReviewRecord } from "../runtime/review-record.ts";
import { revealLines } from "../terminal/reveal.ts";
import type { Screen } from "../terminal/screen.ts";

/** The findings of a scan that are a reason for its verdict, worst first; notes are not shown. */
export function reportFindings(
  { verdict, findings, dismissed }: ReviewRecord,
  screen: Screen,
): readonly string[] {
  if (verdict === null) return ["  scan    no scanner is installed"];
  const gone = new Set(dismissed.map(({ rule }) => rule));
  const reasons = findings.filter((finding) => finding.verdict !== "safe");
  const lines = reasons.map(({ rule, path, line, message, evidence, verdict: worth }) => {
    const mark = gone.has(rule) ? "dismissed" : worth;
    const style = mark === "block" ? "bad" : mark === "dismissed" ? "faint" : "notice";
    const said = evidence === "" ? message : `${message} ${evidence}`;
    return `          ${screen.paint(style, mark)} ${revealLines(`${rule} ${path}:${line} ${said}`).replaceAll("\n", " ")}`;
  });
  return [`  scan    ${verdict}`, ...lines];
}

/** What changed since the last decision, without the text of the files. */
export function changeLines(changes: NonNullable<ReviewRecord["changes"]>): readonly string[] {
  const { files, asksFor, scripts, hosts } = changes;
  const listed = (what: string, added: readonly string[], removed: readonly string[]) => [
    ...added.map((item) => `+ ${what} ${item}`),
    ...removed.map((item) => `- ${what} ${item}`),
  ];
  return [
    ...listed("asks for", asksFor.added, asksFor.removed),
    ...listed("host", hosts.added, hosts.removed),
    ...listed("script", scripts.added, scripts.removed),
    ...scripts.changed.map((path) => `~ script ${path}`),
    ...listed("file", files.added, files.removed),
    ...files.changed.map((path) => `~ file ${path}`),
  ];
}
