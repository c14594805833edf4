import type { SkillMatch } from "../conversation.ts";
import type { AiosMatch } from "../matching/aios/aios-match.ts";
import { findByDescriptionAsync } from "../matching/aios/find-by-description-async.ts";
import { findByTrigger } from "../matching/aios/find-by-trigger.ts";
import type { Embedder } from "../ports.ts";
import type { Skill } from "../skill.ts";

/** The order of AIOS: a trigger phrase, else descriptions that mean the same, else descriptions that share the words. */
export async function keywordMatches(
  message: string,
  skills: readonly Skill[],
  options: {
    readonly embedder?: Embedder | undefined;
    readonly limit: number;
    readonly signal?: AbortSignal;
  },
): Promise<readonly SkillMatch[]> {
  const triggered = findByTrigger(message, skills, options);
  const found = triggered.length > 0 ? triggered : await findByDescriptionAsync(message, skills, options);
  return found.map(toMatch);
}

function toMatch({ skill, score, reasons, variables, method }: AiosMatch<Skill>): SkillMatch {
  const named = variables !== undefined && Object.keys(variables).length > 0;
  return {
    name: skill.name,
    decision: method === "trigger" && score === 1 ? "load" : "suggest",
    score: Math.round(score * 10_000) / 10_000,
    reasons,
    loadReason: "auto_suggested",
    ...(named ? { variables } : {}),
  };
}
