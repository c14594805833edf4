import { recordAction } from "../audit.ts";
import { type Admit, type AdmitContent, SKILL_FILE } from "../gate.ts";
import type { AuditLog, Ports } from "../ports.ts";
import type { Dismissal } from "../scan.ts";
import type { TrustContext } from "../security/trust/open-trust.ts";
import type { DecideTrust } from "../trust.ts";

/**
 * The last check of the gate: records what is returned to a model or a client first, and withholds it if that fails.
 */
export function auditCheck(audit: AuditLog, ports: Pick<Ports, "files" | "hash">): Admit {
  return async (request) => {
    if (request.part === "listing" || request.audience === "user") return { admitted: true };
    // What a script gets is recorded as `skill.staged`, once, when it is about to be copied; a check returns nothing.
    if (request.purpose !== undefined) return { admitted: true };
    const { skill, path, audience, digest, size, session } = request;
    const version = path === SKILL_FILE ? await versionOf(request, ports) : skill.version;
    await recordAction(audit, {
      action: "skill.served",
      actor: audience,
      skill: skill.name,
      digest,
      ...(session === undefined ? {} : { session }),
      detail: { path, bytes: size, version, provider: skill.origin.provider },
    });
    return { admitted: true };
  };
}

/** The version of the text that is returned, which may be newer or older than the library. */
async function versionOf(
  { skill, bytes }: AdmitContent,
  ports: Pick<Ports, "files" | "hash">,
): Promise<string> {
  const { skillText } = await import("../serving/skill-text.ts");
  return (await skillText(skill, await bytes(), ports)).version;
}

/** Records the user's decisions. Called after their checks, so that the log has only those that take effect. */
export function announceDecision(audit: AuditLog | undefined): TrustContext["announce"] {
  return async (skill, decided) => {
    if (decided === undefined)
      return recordAction(audit, { action: "trust.revoked", actor: "user", skill: skill.name });
    const { state, digest, by, grant, dismiss } = decided;
    await recordAction(audit, {
      action: "trust.decided",
      actor: by === "host" ? "host" : "user",
      skill: skill.name,
      digest,
      detail: { state, ...(grant === true ? { granted: true } : {}), ...dismissedDetail(dismiss) },
    });
  };
}

/** Wraps the host's own decisions so that each is recorded before it takes effect. */
export function auditedDecision(decide: DecideTrust, audit: AuditLog | undefined): DecideTrust {
  if (audit === undefined) return decide;
  return async (question) => {
    const answer = await decide(question);
    if (answer === undefined) return answer;
    const { skill, digest } = question;
    const state = answer === false ? "refused" : "trusted";
    await recordAction(audit, {
      action: "trust.decided",
      actor: "host",
      skill: skill.name,
      digest,
      detail: { state, ...dismissedDetail(typeof answer === "boolean" ? [] : answer.dismiss) },
    });
    return answer;
  };
}

/** Ids of the rules whose findings a decision dismisses. The reasons are stored with the decision. */
function dismissedDetail(dismiss: readonly Dismissal[] = []): Readonly<Record<string, string>> {
  return dismiss.length === 0 ? {} : { dismissed: dismiss.map(({ rule }) => rule).join(" ") };
}
