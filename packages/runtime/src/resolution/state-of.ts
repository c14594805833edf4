import type { Candidate } from "../library.ts";
import type { SkillState } from "../skill.ts";

/** The state of a candidate on its own. An override can only restrict what the author allows. */
export function stateOf(candidate: Candidate): SkillState {
  const { override, trust, eligibility, skill } = candidate;
  if (override === "off") return "off";
  if (trust.state !== "trusted") return trust.state === "refused" ? "refused" : "pending";
  if (!eligibility.eligible) return "ineligible";
  const modelMayInvoke = skill.fields.disableModelInvocation !== true && skill.fields.agentReady !== false;
  if (!modelMayInvoke || override === "user-only") return "user-only";
  return override ?? "on";
}
