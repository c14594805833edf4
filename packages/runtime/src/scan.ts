import type { Awaitable } from "./ports.ts";
import type { Skill } from "./skill.ts";

/**
 * The result of a scan, from harmless to harmful. `incomplete`: some content could not be inspected, so nothing can be
 * said about all of it. `block` rests on mechanical evidence only.
 */
export type ScanVerdict = "safe" | "review" | "incomplete" | "block";

/** How much harm a finding can mean. */
export type ScanSeverity = "low" | "medium" | "high" | "critical";

/** One reason for a verdict, or a note. All texts may quote the skill: escape them before display. */
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
  /** What the verdict would be because of this finding alone. `safe`: a note that the user should know, and no reason to act. */
  readonly verdict: ScanVerdict;
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

/**
 * Stores the reports of scans. They belong to the user and are never stored inside a project, so that a repository
 * cannot bring a report along. What cannot be read counts as missing.
 */
export interface ScanStore {
  /** The report about exactly this content by exactly this scanner. */
  find(key: ScanKey): Awaitable<ScanReport | undefined>;
  /** Stores a report and replaces an earlier one with the same key. */
  record(key: ScanKey, report: ScanReport): Awaitable<void>;
  /** The last result for each directory, by its real path. Old ones may be missing. */
  last(): Awaitable<ReadonlyMap<string, LastScan>>;
  /** Replaces the last result for a directory. */
  note(directory: string, last: LastScan): Awaitable<void>;
}

/** The content that a report is about, and the scanner that made it. */
export interface ScanKey {
  /** SHA-256 digest of the skill's whole directory. */
  readonly digest: string;
  readonly scanner: string;
}

/** The last result for a directory, for listings: it is about the content of that time. */
export interface LastScan extends ScanKey {
  /** Version of the skill when it was scanned; if it differs, the result is about something else. */
  readonly version: string;
  readonly verdict: ScanVerdict;
  /** Ids of the rules that are the reason for the verdict. */
  readonly rules: readonly string[];
}

/** What is known about the content of a skill: the verdict of a scan, or `unscanned` if there is no scanner. */
export type ScanOutcome = ScanVerdict | "unscanned";

/** Who vouches for a trusted skill: the level of its provider, a decision of the user, or the host. */
export type Voucher = "level" | "user" | "host";

/**
 * What happens to content: it is returned; it is withheld until the user decides about exactly this content; it is
 * withheld whatever anybody decides.
 */
export type ScanAction = "allow" | "ask" | "refuse";

/** What happens to content, by who vouches for the skill and what the scan found. */
export type ScanPolicy = Readonly<Record<Voucher, Readonly<Record<ScanOutcome, ScanAction>>>>;

/** The cells of a policy that are set; all others have their default. */
export type ScanSettings = { readonly [By in Voucher]?: Readonly<Partial<Record<ScanOutcome, ScanAction>>> };

/** A rule whose findings in exactly the decided content do not count, and why. */
export interface Dismissal {
  readonly rule: string;
  readonly reason: string;
}

/** All content of a skill, read once. */
export interface SkillBytes {
  readonly subject: ScanSubject;
  /** Digest of the content; undefined if not all of it could be read. */
  readonly digest?: string;
  /** SHA-256 of each file that was read, by path; `SKILL.md` for the skill's own file. */
  readonly files: ReadonlyMap<string, string>;
}

/** All content of a skill, and the report about exactly these bytes. */
export interface ScannedSkill extends SkillBytes {
  /** Undefined if there is no scanner. */
  readonly report?: ScanReport;
}

/** A report with the digests that it covers; the bytes are not kept. */
export type KnownScan = Pick<ScannedSkill, "digest" | "files" | "report">;

/** The scans of a runtime. */
export interface Scans {
  /** The scanner; undefined if there is none. */
  scanner(): Promise<Scanner | undefined>;
  /** Reads the current content of a skill and scans it. `digest` names the content if it is a server's listing. */
  scan(skill: Skill, digest?: string): Promise<ScannedSkill>;
  /** A scan of the current content; undefined if a file with exactly these bytes is not a part of it. */
  covering(skill: Skill, path: string, sha256: string): Promise<KnownScan | undefined>;
  /** A scan of one file, for content that is not in a directory: a server's, or a text that was read earlier. */
  scanFile(
    skill: Skill,
    file: { readonly path: string; readonly sha256: string; bytes(): Promise<Uint8Array> },
  ): Promise<ScanReport | undefined>;
  /** A scan of content that is not in a directory yet; `digest` is the one that its directory would have. */
  scanContent(subject: ScanSubject, digest: string): Promise<ScanReport | undefined>;
  /** The stored report about a digest; undefined if there is none by this scanner. */
  known(digest: string): Promise<ScanReport | undefined>;
}
