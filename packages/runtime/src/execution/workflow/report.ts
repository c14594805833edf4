import type { DiagnosticCode } from "../../codes.ts";
import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import type { SourcePosition } from "../../workflow.ts";

/** Codes of problems with a workflow. */
export type WorkflowCode = Extract<DiagnosticCode, `workflow.${string}`>;

/** Records a problem at a position. */
export type Report = (
  code: WorkflowCode,
  message: string,
  at: SourcePosition | undefined,
  hint?: string,
) => void;

/** A report that collects diagnostics. */
export function collectReports(): { readonly report: Report; readonly diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (code, message, at, hint) => {
    diagnostics.push(diagnose(code, message, { line: at?.line, column: at?.column, hint }));
  };
  return { report, diagnostics };
}

/** Shortens untrusted text for a message. */
export function clip(text: string): string {
  const line = text.slice(0, 200).replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
