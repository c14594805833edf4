import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { bodyParts } from "../body-parts.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";

/** agentskills.io: a body has step-by-step instructions, examples of inputs and outputs, and edge cases. */
export const proseOnly: SkillRule = { code: "lint.prose-only", scope: "skill", check };

/** Shorter instructions need no structure. */
const FEWEST_CHARACTERS = 600;

/** A list item, a numbered step, a table, a quotation, or the words of an example. */
const STRUCTURE =
  /^[ \t]*(?:[-*+•]\s|\(?\d{1,3}[.)、]\s?|[|>])|\be\.g\.|\bexample|例如|\bBeispiel|\bejemplo|\bexemple/imu;

const HEADING = /^ {0,3}#{1,6}\s/gm;

function check(input: LintSkillInput): readonly Diagnostic[] {
  const { body, bodyLine } = input;
  if (body.length < FEWEST_CHARACTERS) return [];
  const { prose, spans, code } = bodyParts(input);
  const isStructured = STRUCTURE.test(prose) || (prose.match(HEADING)?.length ?? 0) > 1;
  if (isStructured || spans.length > 0 || code.length > 0) return [];
  return [
    diagnose("lint.prose-only", "the body has neither steps nor examples", {
      line: bodyLine,
      column: 1,
      hint: "write the steps as a list, show an input with its output, and say what to do in edge cases",
    }),
  ];
}
