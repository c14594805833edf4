import type { Diagnostic, Severity } from "@knowhow/runtime";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen, Style } from "../terminal/screen.ts";
import { wrap } from "../terminal/wrap.ts";

/** A diagnostic as JSON, with line, column and hint where they are known. */
export function diagnosticJson({ code, severity, message, path, line, column, hint }: Diagnostic) {
  return {
    code,
    severity,
    message,
    path: path ?? null,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** The style of each severity. */
export const SEVERITY_STYLES = {
  error: "bad",
  warning: "notice",
  info: "faint",
} as const satisfies Record<Severity, Style>;

/** `error   line 3:7: message [code]`, with the hint below; `file` is named if it is not the one in the heading. */
export function diagnosticText(
  diagnostic: Diagnostic,
  screen: Screen,
  { indent = "  ", file }: { readonly indent?: string; readonly file?: string } = {},
): string {
  const { severity, message, code, line, column, hint } = diagnostic;
  const word = screen.paint(SEVERITY_STYLES[severity], severity.padEnd(7));
  const where = line === undefined ? [] : [`line ${line}${column === undefined ? "" : `:${column}`}`];
  const parts = [...(file === undefined ? [] : [sanitise(file)]), ...where];
  const place = parts.length === 0 ? "" : `${parts.join(", ")}: `;
  const inner = `${indent}        `;
  const text = wrap(`${place}${sanitise(message)} [${code}]`, screen.columns, inner);
  const advice =
    hint === undefined || screen.quiet ? "" : `\n${inner}${faintLines(`→ ${sanitise(hint)}`, screen, inner)}`;
  return `${indent}${word} ${text}${advice}`;
}

function faintLines(text: string, screen: Screen, indent: string): string {
  return wrap(text, screen.columns, indent)
    .split("\n")
    .map((line, index) =>
      index === 0 ? screen.paint("faint", line) : indent + screen.paint("faint", line.trimStart()),
    )
    .join("\n");
}
