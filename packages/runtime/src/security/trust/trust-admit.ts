import { trustHint } from "../../basics/trust-hint.ts";
import type { Admit, AdmitVerdict } from "../../gate.ts";
import type { Awaitable } from "../../ports.ts";
import type { Skill } from "../../skill.ts";
import type { TrustVerdict } from "../../trust.ts";

/** What the check needs. */
export interface TrustAdmitContext {
  /** The current verdict about a skill; undefined if it is no longer known. */
  verdictOf(skill: Skill): Awaitable<TrustVerdict | undefined>;
  /** The current digest of the skill's whole directory, and the SHA-256 of each file in it, by path. */
  contentsOf(skill: Skill): Promise<{ readonly digest: string; readonly files: ReadonlyMap<string, string> }>;
}

/**
 * Returns only trusted content to models and clients, and only the bytes that were decided about. The user may read
 * everything, because they need to read content before they can decide about it.
 */
export function trustAdmit({ verdictOf, contentsOf }: TrustAdmitContext): Admit {
  /** The file digests of each trusted directory, computed on the first request from content with the trusted digest. */
  const trusted = new WeakMap<
    Skill,
    { readonly digest: string; readonly files: ReadonlyMap<string, string> }
  >();

  const filesOf = async (skill: Skill, digest: string): Promise<ReadonlyMap<string, string> | undefined> => {
    const known = trusted.get(skill);
    if (known?.digest === digest) return known.files;
    const now = await contentsOf(skill).catch(() => undefined);
    if (now?.digest !== digest) return undefined;
    trusted.set(skill, now);
    return now.files;
  };

  return async (request) => {
    const { skill, audience } = request;
    if (audience === "user") return { admitted: true };
    const verdict = (await verdictOf(skill)) ?? request.trust;
    const refuse = (reason: string): AdmitVerdict => ({
      admitted: false,
      reason: `the skill "${skill.name}" ${reason}`,
      hint: trustHint(skill.name, verdict),
    });
    if (verdict?.state === "refused")
      return refuse(
        verdict.by === "nobody" ? `is refused: ${verdict.reason ?? "by the settings"}` : "was refused",
      );
    if (verdict?.state !== "trusted") return refuse("is not trusted yet");
    // A server's files are verified against its listing, which is what was decided about.
    if (verdict.by === "level" || skill.origin.remote !== undefined) return { admitted: true };
    if (request.part === "listing") return { admitted: true };
    const files = verdict.digest === undefined ? undefined : await filesOf(skill, verdict.digest);
    return files?.get(request.path) === request.digest
      ? { admitted: true }
      : refuse("changed since it was trusted");
  };
}
