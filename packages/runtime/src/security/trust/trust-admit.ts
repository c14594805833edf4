import { trustHint } from "../../basics/trust-hint.ts";
import type { Awaitable } from "../../ports.ts";
import type { Skill } from "../../skill.ts";
import type { TrustVerdict } from "../../trust.ts";

/** What somebody wants of a skill. */
export interface AdmitRequest {
  readonly skill: Skill;
  readonly path: string;
  readonly digest: string;
  readonly audience: "model" | "client" | "person";
}

/** Whether bytes of a skill may be given to somebody. */
export type Admission =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly reason: string; readonly hint?: string };

/** What admission depends on. */
export interface AdmitContext {
  /** The newest verdict about a skill; undefined for one that is not known any more. */
  verdictOf(skill: Skill): Awaitable<TrustVerdict | undefined>;
  /** Digest of the skill's whole directory, from its bytes. */
  digest(skill: Skill): Promise<string>;
}

/**
 * Gives models and clients only what is trusted, and only while it is what was trusted. The user may read anything:
 * nobody can decide about what they have not read.
 */
export function trustAdmit({
  verdictOf,
  digest,
}: AdmitContext): (request: AdmitRequest) => Promise<Admission> {
  return async ({ skill, audience }) => {
    if (audience === "person") return { admitted: true };
    const verdict = await verdictOf(skill);
    const refuse = (reason: string): Admission => ({
      admitted: false,
      reason: `the skill "${skill.name}" ${reason}`,
      hint: trustHint(skill.name, verdict),
    });
    if (verdict?.state === "refused") return refuse("was refused");
    if (verdict?.state !== "trusted") return refuse("is not trusted yet");
    if (verdict.by === "level" || skill.origin.remote !== undefined) return { admitted: true };
    const now = await digest(skill).catch(() => undefined);
    return now !== undefined && now === verdict.digest
      ? { admitted: true }
      : refuse("changed since it was trusted");
  };
}
