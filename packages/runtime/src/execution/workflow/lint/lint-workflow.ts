import type { Diagnostic } from "../../../diagnostics.ts";
import type { Workflow } from "../../../workflow.ts";
import { isNeverRun } from "../constant-steps.ts";
import { allSteps } from "../step-templates.ts";
import { checkCalls } from "./check-calls.ts";
import { checkReferences } from "./check-references.ts";
import { type LintContext, type LintWorkflowOptions, openLint } from "./lint-context.ts";

/**
 * Finds mistakes of a workflow before it runs: references, filters, tools and their arguments, skills and their inputs,
 * steps that never run. A diagnostic's `path` is that of a template file; undefined for the workflow itself.
 */
export function lintWorkflow(workflow: Workflow, options: LintWorkflowOptions = {}): readonly Diagnostic[] {
  const { context, diagnostics } = openLint(workflow, options);
  checkReferences(context);
  checkCalls(context);
  checkReach(context);
  return diagnostics;
}

function checkReach({ workflow, report }: LintContext): void {
  for (const step of allSteps(workflow.steps)) {
    if (!isNeverRun(step)) continue;
    const key = step.if === undefined || step.for !== undefined ? "for" : "if";
    const why = key === "if" ? "its condition is always false" : "its list is always empty";
    report(
      "workflow.unreachable-step",
      `\`${step.id}\` never runs: ${why}`,
      { path: ["steps", step.id, key] },
      "remove the step or the condition",
    );
  }
}
