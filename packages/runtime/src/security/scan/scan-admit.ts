import type { Admit, AdmitContent, AdmitVerdict } from "../../gate.ts";
import type { Awaitable } from "../../ports.ts";
import type { Dismissal, ScanOutcome, ScanPolicy, ScanReport, Voucher } from "../../scan.ts";
import type { Skill } from "../../skill.ts";
import type { TrustDecision, TrustVerdict } from "../../trust.ts";
import { rulesBehind, verdictWithout } from "./judge-report.ts";
import { scanHint } from "./scan-hint.ts";

/** A scan that covers the bytes that are about to be returned. */
export interface CoveringScan {
  /** Undefined if there is no scanner. */
  readonly report: ScanReport | undefined;
  /** Digest of the content that a decision can be about; undefined if not all of it could be read. */
  readonly digest: string | undefined;
}

/** What the check needs. */
export interface ScanAdmitContext {
  policy(): ScanPolicy;
  /** The verdict about a skill when the library was loaded; undefined if it is no longer known. */
  verdictOf(skill: Skill): TrustVerdict | undefined;
  /** A scan of content that contains exactly the requested bytes. */
  scanOf(request: AdmitContent, voucher: Voucher, trust: TrustVerdict): Promise<CoveringScan>;
  /** The user's decision about exactly this content. */
  decisionOn(skill: Skill, digest: string): Awaitable<TrustDecision | undefined>;
}

/**
 * Returns to models and clients only content that was scanned, as far as the policy allows it. Whether the skill is
 * trusted is checked before. The user may read everything.
 */
export function scanAdmit(context: ScanAdmitContext): Admit {
  return async (request) => {
    if (request.audience === "user" || request.part === "listing") return { admitted: true };
    const { skill } = request;
    const trust = context.verdictOf(skill) ?? request.trust;
    const voucher = trust?.by;
    if (trust?.state !== "trusted" || voucher === undefined || voucher === "nobody")
      return refuse(`nobody vouches for the skill "${skill.name}"`);
    const scan = await context.scanOf(request, voucher, trust);
    const policy = context.policy();
    const own = judge(policy, voucher, scan, trust.dismissed);
    if (own.action === "allow") return { admitted: true };
    if (own.action === "ask" && voucher !== "user" && scan.digest !== undefined) {
      const decided = await context.decisionOn(skill, scan.digest);
      if (decided?.state === "trusted") {
        const theirs = judge(policy, "user", scan, decided.dismissed);
        return theirs.action === "allow" ? { admitted: true } : withheld(skill, theirs, scan);
      }
    }
    return withheld(skill, own, scan);
  };
}

/** What the policy says about a scan, and why. */
export interface ScanJudgement {
  readonly outcome: ScanOutcome;
  readonly action: ScanPolicy[Voucher][ScanOutcome];
  /** Ids of the rules that are the reason for the outcome. */
  readonly rules: readonly string[];
}

/** Applies the policy to a scan without the findings that were dismissed. */
export function judge(
  policy: ScanPolicy,
  voucher: Voucher,
  { report }: Pick<CoveringScan, "report">,
  dismissed: readonly Dismissal[] | undefined,
): ScanJudgement {
  if (report === undefined) return { outcome: "unscanned", action: policy[voucher].unscanned, rules: [] };
  const outcome = verdictWithout(report, dismissed);
  const gone = new Set(dismissed?.map(({ rule }) => rule));
  const rules = rulesBehind(report, outcome).filter((rule) => !gone.has(rule));
  return { outcome, action: policy[voucher][outcome], rules };
}

function withheld(skill: Skill, judgement: ScanJudgement, { digest }: CoveringScan): AdmitVerdict {
  const { outcome, action, rules } = judgement;
  const why = rules.length === 0 ? "" : ` (${rules.slice(0, 5).join(", ")})`;
  const said = outcome === "unscanned" ? "was not scanned" : `has the scan verdict "${outcome}"${why}`;
  if (action === "refuse")
    return refuse(
      `the skill "${skill.name}" ${said}, and the settings refuse that`,
      "remove the skill, or change `scan` in your knowhow.json",
    );
  if (digest === undefined)
    return refuse(
      `the skill "${skill.name}" ${said}, and a decision cannot cover all of its content`,
      "remove what cannot be read: large or unreadable files, and links that lead out of the skill",
    );
  return refuse(
    `the skill "${skill.name}" ${said} and waits for a decision of the user`,
    scanHint(skill.name, outcome === "block" ? rules : []),
  );
}

function refuse(reason: string, hint?: string): AdmitVerdict {
  return { admitted: false, reason, ...(hint === undefined ? {} : { hint }) };
}
