import { trustHint } from "../../basics/trust-hint.ts";
import type { Admit, AdmitVerdict } from "../../gate.ts";
import type { Awaitable } from "../../ports.ts";
import type { Skill } from "../../skill.ts";
import type { TrustVerdict } from "../../trust.ts";

/** What the answer depends on. */
export interface TrustAdmitContext {
  /** The newest verdict about a skill; undefined for one that is not known any more. */
  verdictOf(skill: Skill): Awaitable<TrustVerdict | undefined>;
  /** The digest of the skill's whole directory now, and the SHA-256 of each file in it. */
  contentsOf(skill: Skill): Promise<{ readonly digest: string; readonly files: ReadonlySet<string> }>;
}

/**
 * Gives models and clients only what is trusted, and of that only the bytes that were decided about. The user may read
 * anything: nobody can decide about what they have not read.
 */
export function trustAdmit({ verdictOf, contentsOf }: TrustAdmitContext): Admit {
  /** The files of each trusted directory by its digest; made at the first request, from bytes that have this digest. */
  const trusted = new WeakMap<Skill, { readonly digest: string; readonly files: ReadonlySet<string> }>();

  const filesOf = async (skill: Skill, digest: string): Promise<ReadonlySet<string> | undefined> => {
    const known = trusted.get(skill);
    if (known?.digest === digest) return known.files;
    const now = await contentsOf(skill).catch(() => undefined);
    if (now?.digest !== digest) return undefined;
    trusted.set(skill, now);
    return now.files;
  };

  return async (request) => {
    const { skill, audience } = request;
    if (audience === "person") return { admitted: true };
    const verdict = (await verdictOf(skill)) ?? request.trust;
    const refuse = (reason: string): AdmitVerdict => ({
      admitted: false,
      reason: `the skill "${skill.name}" ${reason}`,
      hint: trustHint(skill.name, verdict),
    });
    if (verdict?.state === "refused") return refuse("was refused");
    if (verdict?.state !== "trusted") return refuse("is not trusted yet");
    // A server's files are checked against its listing, which is what was decided about.
    if (verdict.by === "level" || skill.origin.remote !== undefined) return { admitted: true };
    if (request.part === "listing") return { admitted: true };
    const files = verdict.digest === undefined ? undefined : await filesOf(skill, verdict.digest);
    return files?.has(request.digest) === true ? { admitted: true } : refuse("changed since it was trusted");
  };
}
