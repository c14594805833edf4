import type { Diagnostic } from "../diagnostics.ts";
import type { SkillSummary } from "../skill.ts";

/** The summary of a file that could not be read as a skill; the diagnostics say why. */
export function emptySummary(diagnostics: readonly Diagnostic[]): SkillSummary {
  const content = { metadata: {}, allowedTools: [], fields: {}, extensions: {}, version: "", tokens: 0 };
  return { hasFrontmatter: false, ...content, diagnostics };
}
