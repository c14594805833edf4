import { type Diagnostic, hasErrors, type Severity, type UnseenInRoot } from "@knowhow/runtime";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { count } from "../terminal/words.ts";
import { diagnosticText } from "./diagnostics.ts";
import { unseenNote } from "./unseen.ts";

/** The result for one file. */
export interface CheckResult {
  readonly path: string;
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Above this number of files, those without findings are not listed. */
const SHOWN_GOOD = 20;

/** The findings by file, then the counts and the files that were not checked; `what` completes "12 skills …". */
export function reportCheck(
  results: readonly CheckResult[],
  { what, unseen }: { readonly what: string; readonly unseen: readonly UnseenInRoot[] },
  screen: Screen,
): string {
  const bad = results.filter((result) => result.diagnostics.length > 0);
  const shown = screen.quiet || results.length > SHOWN_GOOD ? bad : results;
  const lines = shown.map((result) => resultText(result, screen));
  if (screen.quiet) return lines.join("\n");
  const notes = unseen.map((group) => screen.paint("faint", `not checked: ${sanitise(unseenNote(group))}`));
  return [...lines, ...(lines.length > 0 ? [""] : []), summary(results, what, screen), ...notes].join("\n");
}

function resultText({ path, name, diagnostics }: CheckResult, screen: Screen): string {
  const head = `${markOf(diagnostics, screen)} ${screen.paint("strong", sanitise(name))}  ${screen.paint("faint", screen.place(path))}`;
  return [
    head,
    ...diagnostics.map((diagnostic) => diagnosticText(diagnostic, screen, { heading: path })),
  ].join("\n");
}

function markOf(diagnostics: readonly Diagnostic[], screen: Screen): string {
  if (hasErrors(diagnostics)) return screen.paint("bad", "✗");
  return countOf(diagnostics, "warning") > 0 ? screen.paint("notice", "!") : screen.paint("good", "✓");
}

function summary(results: readonly CheckResult[], what: string, screen: Screen): string {
  const all = results.flatMap((result) => result.diagnostics);
  const errors = countOf(all, "error");
  const warnings = countOf(all, "warning");
  const parts = [`${count(results.length, "skill")} ${what}`];
  if (errors > 0) parts.push(screen.paint("bad", count(errors, "error")));
  if (warnings > 0) parts.push(screen.paint("notice", count(warnings, "warning")));
  if (errors + warnings === 0) parts.push(screen.paint("good", "no problems found"));
  return parts.join(" · ");
}

function countOf(diagnostics: readonly Diagnostic[], severity: Severity): number {
  return diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
}
