import type { Engine } from "../engine.ts";
import type { Ports } from "../ports.ts";
import type { Scans } from "../scan.ts";
import type { LedgerOptions } from "../security/trust/open-ledger.ts";
import { contentChanged, type TrustContext } from "../security/trust/open-trust.ts";
import { contentChanges, reviewedContent } from "../security/trust/review-content.ts";
import type { Skill } from "../skill.ts";
import type { ContentChanges, ReviewedContent, ReviewStore, TrustDecision, TrustLedger } from "../trust.ts";

/** What a question to the host tells about the content: a scan, and what changed. Nothing is read before it is asked for. */
export function aboutContent(scans: Scans, { reviews }: Pick<Ports, "reviews">): LedgerOptions["ask"] {
  return (skill, digest, before) => {
    const scan = async () => {
      const scanned = await scans.scan(skill);
      if (scanned.digest !== digest) throw contentChanged(skill.name);
      return scanned;
    };
    return {
      scan: async () => (await scan()).report,
      changes: async () =>
        before === undefined
          ? undefined
          : changesSince(before, reviewedContent(skill, await scan(), digest), reviews),
    };
  };
}

/** Reads and scans a skill for the user, and compares it with the newest decision about other content. */
export function reviewer({
  scans,
  ledger,
  ports: { reviews },
}: Pick<Engine, "scans" | "ledger" | "ports">): TrustContext["review"] {
  return async (skill, listing) => {
    const { subject, files, digest, report } = await scans.scan(skill, listing);
    const content = reviewedContent(skill, { subject, files }, digest ?? "");
    const changes = await changesOf(skill, content, ledger, reviews);
    return {
      content,
      digest,
      gaps: subject.gaps,
      ...(report === undefined ? {} : { scan: report }),
      ...(changes === undefined ? {} : { changes }),
    };
  };
}

async function changesOf(
  skill: Skill,
  content: ReviewedContent,
  ledger: Pick<TrustLedger, "find">,
  reviews: ReviewStore | undefined,
): Promise<ContentChanges | undefined> {
  const decisions = await ledger.find(skill).catch(() => []);
  const newest = decisions.find(({ key }) => key.digest !== content.digest);
  return newest === undefined ? undefined : changesSince(newest, content, reviews);
}

/** A store that cannot be read costs only the comparison. */
async function changesSince(
  decision: TrustDecision,
  content: ReviewedContent,
  reviews: ReviewStore | undefined,
): Promise<ContentChanges | undefined> {
  try {
    const before = await reviews?.find(decision.key.digest);
    return before === undefined ? undefined : contentChanges(before, content, decision);
  } catch {
    return undefined;
  }
}
