import type { Awaitable } from "./ports.ts";

/**
 * The result of a scan, from harmless to harmful. `incomplete`: some content could not be inspected, so nothing can be
 * said about all of it. `block` rests on mechanical evidence only.
 */
export type ScanVerdict = "safe" | "review" | "incomplete" | "block";

/** How much harm a finding can mean. */
export type ScanSeverity = "low" | "medium" | "high" | "critical";

/** One reason for a verdict. All texts may quote the skill: escape them before display. */
export interface ScanFinding {
  /** Id of the rule, such as `download-and-run`. Each has a page in docs/scan/. */
  readonly rule: string;
  /** Id in the OWASP Agentic Skills Top 10, such as `AST01`. */
  readonly owasp: string;
  readonly severity: ScanSeverity;
  /** Path inside the skill. Content of an archive is named after it: `assets/kit.zip!/setup.sh`. */
  readonly path: string;
  /** Line in the file, from 1. */
  readonly line: number;
  /** What was found, as one sentence. */
  readonly message: string;
  /** The text that was found, shortened, with invisible characters written as `U+XXXX`. */
  readonly evidence: string;
  /** What the author or the user can do about it. */
  readonly fix: string;
  /** What the verdict would be because of this finding alone. */
  readonly verdict: Exclude<ScanVerdict, "safe">;
}

/** A file to scan. */
export interface ScanFile {
  /** Path inside the skill, with forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** True if the file may be executed. */
  readonly isExecutable?: boolean;
}

/** Something in the skill that could not be read. */
export interface ScanGap {
  readonly path: string;
  /** The reason as a clause: `it is larger than 10 MB`. */
  readonly reason: string;
}

/** All content of a skill. */
export interface ScanSubject {
  /** Name of the skill, as its frontmatter or its directory says. */
  readonly name: string;
  readonly files: readonly ScanFile[];
  /** What could not be read. If there is any, the verdict is never `safe`. */
  readonly gaps: readonly ScanGap[];
}

/** The result of a scan. */
export interface ScanReport {
  readonly verdict: ScanVerdict;
  /** Worst first. */
  readonly findings: readonly ScanFinding[];
  /** What was inspected, in bytes on disk. */
  readonly inspected: { readonly files: number; readonly bytes: number };
}

/** Inspects the content of a skill before it is trusted, given to a model, installed or written. */
export interface Scanner {
  /** Name and version; a stored report counts only for the scanner that made it. Changes whenever a verdict could. */
  readonly id: string;
  /**
   * Scans a skill. Never throws because of its content. An error thrown by a scanner counts as `incomplete`.
   */
  scan(subject: ScanSubject): Awaitable<ScanReport>;
}

/** Opens a scanner when the first skill must be scanned; undefined if there is none. */
export type OpenScanner = () => Awaitable<Scanner | undefined>;

/** Keeps reports by the digest of the skill's whole directory and the scanner's id. A report that cannot be read counts as missing. */
export interface ScanStore {
  find(key: ScanKey): Awaitable<ScanReport | undefined>;
  record(key: ScanKey, report: ScanReport): Awaitable<void>;
}

/** The content that a report is about, and the scanner that made it. */
export interface ScanKey {
  /** SHA-256 digest of the skill's whole directory. */
  readonly digest: string;
  readonly scanner: string;
}
