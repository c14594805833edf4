import type { Skill } from "../skill.ts";

/** The file with the workflow of a skill, unless its frontmatter names another one. */
export const WORKFLOW_FILE = "workflow.yaml";

/**
 * True if a skill has a workflow, so that it is run and not given to the model. Costs nothing: it looks at the fields
 * and, if discovery listed them, at the names of the files. Undefined if only the skill's files tell: then open the
 * skill and look for `workflow.yaml`, as `hasWorkflow` does.
 */
export function isWorkflowSkill({
  fields,
  resources,
}: Pick<Skill, "fields" | "resources">): boolean | undefined {
  if (fields.steps !== undefined || fields.workflow !== undefined) return true;
  return resources?.some(({ path }) => path === WORKFLOW_FILE);
}
