import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { inlineWorkflow } from "../../format/inline-workflow.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";

/** agentskills.io: frontmatter has six fields, and strict readers reject every other one. */
export const inlineWorkflowRule: SkillRule = { code: "lint.inline-workflow", scope: "skill", check };

function check({ text, name }: LintSkillInput): readonly Diagnostic[] {
  const inline = inlineWorkflow(text);
  if (inline === undefined) return [];
  return [
    diagnose("lint.inline-workflow", "the steps are in the frontmatter, where strict readers reject them", {
      ...inline.map.entries.find(({ key }) => key === "steps")?.at,
      hint: inline.isTopLevel
        ? `move them to workflow.yaml with \`knowhow fmt --portable ${name}\``
        : "move them to a file workflow.yaml beside SKILL.md",
    }),
  ];
}
