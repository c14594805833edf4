import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { bodyParts } from "../body-parts.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";

/** agentskills.io: the frontmatter is followed by Markdown instructions. */
export const emptyBody: SkillRule = { code: "lint.empty-body", scope: "skill", check };

function check(input: LintSkillInput): readonly Diagnostic[] {
  const { body, bodyLine } = input;
  const { prose, spans, code } = bodyParts(input);
  const hasText = prose
    .split("\n")
    .some((line) => /[\p{L}\p{N}]/u.test(line) && !/^ {0,3}#{1,6}(?:\s|$)/.test(line));
  if (hasText || spans.length > 0 || code.some((line) => line.text.trim() !== "")) return [];
  const message =
    body.trim() === "" ? "the skill has no body" : "the body has headings or comments but no instructions";
  return [
    diagnose("lint.empty-body", message, {
      line: bodyLine,
      column: 1,
      hint: "describe what the agent should do, step by step",
    }),
  ];
}
