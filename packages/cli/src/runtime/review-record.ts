import type { ScanFinding, ScanVerdict } from "@knowhow/runtime";
import type { ContentChanges, TrustReview } from "@knowhow/runtime/security";

/** What was found in a skill and what changed, for a decision. All texts are untrusted. */
export interface ReviewRecord {
  /** The verdict of the scan; null if there is no scanner. */
  readonly verdict: ScanVerdict | null;
  /** What the settings say about it if you trust the skill: `ask` until the blocking rules are dismissed. */
  readonly action: TrustReview["judgement"]["action"];
  /** Ids of the rules that are the reason. */
  readonly rules: readonly string[];
  readonly findings: readonly Omit<ScanFinding, "owasp">[];
  readonly dismissed: TrustReview["dismissed"];
  /** What could not be read. */
  readonly gaps: TrustReview["gaps"];
  readonly scripts: readonly string[];
  readonly hosts: readonly string[];
  /** What changed since the last decision; null if there was none, or its content is not known. */
  readonly changes: ContentChanges | null;
  /** The text of its files, by path. */
  readonly texts: Readonly<Record<string, string>>;
}

/** A review as data. */
export function reviewRecord({
  content,
  scan,
  judgement,
  dismissed,
  gaps,
  changes,
}: TrustReview): ReviewRecord {
  return {
    verdict: scan?.verdict ?? null,
    action: judgement.action,
    rules: judgement.rules,
    findings: (scan?.findings ?? []).map(({ owasp: _, ...finding }) => finding),
    dismissed,
    gaps,
    scripts: content.scripts,
    hosts: content.hosts,
    changes: changes ?? null,
    texts: content.texts,
  };
}
