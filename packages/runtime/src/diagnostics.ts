import { DIAGNOSTIC_CODES, type DiagnosticCode, type Severity } from "./codes.ts";

/** A problem with content, or a note about it. Diagnostics are returned, never thrown. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  /** The file or directory that it is about; undefined if the text is not on disk. */
  readonly path?: string;
  /** One-based. */
  readonly line?: number;
  /** One-based. */
  readonly column?: number;
  /** What to do next. */
  readonly hint?: string;
}

/** Location of a diagnostic, and how to resolve it. */
export interface DiagnosticDetail {
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly hint?: string | undefined;
  readonly severity?: Severity | undefined;
}

/** The result of every stage: a value, and the diagnostics found on the way to it. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** Creates a diagnostic. The severity is that of the code unless the detail overrides it. */
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

/** A copy of a diagnostic that names a file. */
export function atPath(diagnostic: Diagnostic, path: string): Diagnostic {
  return diagnostic.path === undefined ? { ...diagnostic, path } : diagnostic;
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
