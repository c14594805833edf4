import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { bodyParts } from "../body-parts.ts";
import { placesIn } from "../places.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";

/** agentskills.io: the body contains the instructions; a line that is still to be written is none. */
export const placeholder: SkillRule = { code: "lint.placeholder", scope: "skill", check };

/** `TODO: …` or `[TODO …]` at the start of a line, a heading or a list item. Instructions about TODO comments are fine. */
const MARKER = /^[\t ]*(?:>[\t ]*)?(?:#{1,6}[\t ]+)?(?:(?:[-*+]|\d+[.)])[\t ]+)?(?:TODO:|\[TODO\b)/gm;

function check(input: LintSkillInput): readonly Diagnostic[] {
  const { body, bodyLine } = input;
  if (!body.includes("TODO")) return [];
  const place = placesIn(body, bodyLine);
  const { prose } = bodyParts(input);
  return [...prose.matchAll(MARKER)].map(({ index, 0: { length } }) =>
    diagnose("lint.placeholder", "the body has a line that is still to be written", {
      ...place(index + length - "TODO:".length),
      hint: "replace it with instructions for the agent, or remove it",
    }),
  );
}
