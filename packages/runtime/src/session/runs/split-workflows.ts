import type { SkillMatch } from "../../conversation.ts";

/** The workflow that a message asks for, and the other matches. */
interface SplitMatches {
  /** By name or by a trigger phrase; at most one. */
  readonly asked: SkillMatch | undefined;
  readonly rest: readonly SkillMatch[];
}

/**
 * Decides what becomes of matches that have a workflow: one that the user asked for is run or offered, the others are at
 * most suggested, because a workflow is never injected as instructions.
 */
export async function splitWorkflows(
  matches: readonly SkillMatch[],
  hasWorkflow: (name: string) => Promise<boolean>,
): Promise<SplitMatches> {
  const rest: SkillMatch[] = [];
  let asked: SkillMatch | undefined;
  for (const found of matches) {
    if (!(await hasWorkflow(found.name))) {
      rest.push(found);
      continue;
    }
    const match = { ...found, workflow: true };
    const { decision, loadReason, triggered } = match;
    if (decision !== "load") rest.push(match);
    else if (asked === undefined && (loadReason === "on_demand" || triggered === true)) asked = match;
    else if (loadReason !== "always") rest.push({ ...match, decision: "suggest" });
  }
  return { asked, rest };
}
