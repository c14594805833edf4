import { dirname, relative } from "node:path";
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

/** `error   line 3:7: message [code]`, with the hint below; a file other than `heading` is named before the line. */
export function diagnosticText(
  diagnostic: Diagnostic,
  screen: Screen,
  { indent = "  ", heading }: { readonly indent?: string; readonly heading?: string } = {},
): string {
  const { severity, message, code, line, column, hint, path } = diagnostic;
  const word = screen.paint(SEVERITY_STYLES[severity], severity.padEnd(7));
  const isElsewhere = heading !== undefined && path !== undefined && path !== heading;
  const file = isElsewhere ? `${sanitise(relative(dirname(heading), path))} ` : "";
  const place = line === undefined ? "" : `${file}line ${line}${column === undefined ? "" : `:${column}`}: `;
  const inner = `${indent}        `;
  const text = wrap(`${place}${screen.prose(message)} [${code}]`, screen.columns, inner);
  const advice =
    hint === undefined || screen.quiet
      ? ""
      : `\n${inner}${faintLines(`→ ${screen.prose(hint)}`, screen, inner)}`;
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
