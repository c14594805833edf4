import { atPath, type Diagnostic, hasErrors } from "../diagnostics.ts";
import type { LintWorkflowOptions } from "../execution/workflow/lint/lint-context.ts";
import { lintWorkflow } from "../execution/workflow/lint/lint-workflow.ts";
import { readWorkflow, type WorkflowFiles } from "./read-workflow.ts";

/** What a skill's workflow is checked against, besides its own files. */
export type WorkflowSurroundings = Omit<LintWorkflowOptions, "places" | "templates" | "scripts">;

/**
 * Every problem of a skill's workflow; empty for a skill without one. Paths are relative to the skill. What refers to other
 * parts is checked only if the workflow itself can be read.
 */
export async function lintSkillWorkflow(
  files: WorkflowFiles,
  surroundings: WorkflowSurroundings = {},
): Promise<readonly Diagnostic[]> {
  const { value, diagnostics } = await readWorkflow(files);
  if (value === undefined || hasErrors(diagnostics)) return diagnostics;
  const { workflow, places, templates, scripts, path } = value;
  const found = lintWorkflow(workflow, { ...surroundings, places, templates, scripts });
  return [...diagnostics, ...found.map((diagnostic) => atPath(diagnostic, path))];
}
