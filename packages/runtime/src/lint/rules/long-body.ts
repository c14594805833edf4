import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";

/** agentskills.io: keep SKILL.md under 500 lines. */
export const longBody: SkillRule = { code: "lint.long-body", scope: "skill", check };

const MOST_LINES = 500;

function check({ body, bodyLine }: LintSkillInput): readonly Diagnostic[] {
  const lines = body.trimEnd().split("\n").length;
  if (lines <= MOST_LINES) return [];
  return [
    diagnose("lint.long-body", `the body has ${lines} lines; ${MOST_LINES} are recommended`, {
      line: bodyLine + MOST_LINES,
      column: 1,
      hint: "move details into files below `references/` and say in the body when to read each",
    }),
  ];
}
