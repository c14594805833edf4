import { DIAGNOSTIC_CODES, type DiagnosticCode, type Severity } from "./codes.ts";

/** One thing that is wrong, doubtful or worth knowing about a content. Returned, never thrown. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  /** The file or directory it is about; absent when the text has no place on disk. */
  readonly path?: string;
  /** One-based. */
  readonly line?: number;
  /** One-based. */
  readonly column?: number;
  /** What to do next. */
  readonly hint?: string;
}

/** Where a diagnostic belongs and what to do about it. */
export interface DiagnosticDetail {
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly hint?: string | undefined;
  readonly severity?: Severity | undefined;
}

/** What every stage gives back: a value, and what was noticed on the way to it. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** Makes a diagnostic; its severity is the one of the code unless the detail says otherwise. */
export function diagnose(code: DiagnosticCode, message: string, detail: DiagnosticDetail = {}): Diagnostic {
  const { path, line, column, hint } = detail;
  return {
    code,
    severity: detail.severity ?? DIAGNOSTIC_CODES[code].severity,
    message,
    ...(path === undefined ? {} : { path }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** The same diagnostic, said of a file. */
export function atPath(diagnostic: Diagnostic, path: string): Diagnostic {
  return diagnostic.path === undefined ? { ...diagnostic, path } : diagnostic;
}

/** True when one of them is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
