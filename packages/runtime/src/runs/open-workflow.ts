import type { Diagnostic, Outcome } from "../diagnostics.ts";
import { isKnowhowError } from "../errors.ts";
import { decodeText } from "../serving/decode-text.ts";
import type { OpenSkill } from "../serving/open-skill.ts";
import { declaredTools } from "../skill.ts";
import { lintSkillWorkflow, type WorkflowSurroundings } from "./lint-skill-workflow.ts";
import { readWorkflow, type SkillWorkflow, type WorkflowFiles } from "./read-workflow.ts";
import { isWorkflowSkill, WORKFLOW_FILE } from "./workflow-source.ts";

/** A skill's workflow, read through the gate. Throws if a check refuses a file. */
export async function openWorkflow(opened: OpenSkill): Promise<Outcome<SkillWorkflow | undefined>> {
  return readWorkflow(await filesOf(opened));
}

/** Every problem of a skill's workflow; empty for a skill without one. Paths are relative to the skill. */
export async function checkWorkflow(
  opened: OpenSkill,
  surroundings: Pick<WorkflowSurroundings, "tools" | "otherTools" | "skills" | "filters"> = {},
): Promise<readonly Diagnostic[]> {
  const { skill } = opened;
  return lintSkillWorkflow(await filesOf(opened), {
    ...surroundings,
    name: skill.name,
    allowedTools: declaredTools(skill),
    disallowedTools: skill.fields.disallowedTools,
  });
}

/** True if a skill has a workflow. Lists its files only if nothing else tells. */
export async function hasWorkflow(opened: OpenSkill): Promise<boolean> {
  const known = isWorkflowSkill(opened.skill);
  return known ?? (await opened.files()).value.some(({ path }) => path === WORKFLOW_FILE);
}

async function filesOf(opened: OpenSkill): Promise<WorkflowFiles> {
  const { fields } = opened.skill;
  const textOf = async (path: string) => {
    const bytes = await opened.bytes(path).catch(unlessUnreadable);
    return bytes === undefined ? undefined : decodeText(bytes);
  };
  // Both files at once, so that the audit log writes what it says about them together.
  const own = fields.workflow ?? WORKFLOW_FILE;
  const [{ text }, listed, workflow] = await Promise.all([opened.text(), opened.files(), textOf(own)]);
  return {
    text,
    fields,
    paths: listed.value.map(({ path }) => path),
    textOf: (path) => (path === own ? workflow : textOf(path)),
  };
}

/** A file that cannot be read counts as missing; a refusal is passed on. */
function unlessUnreadable(error: unknown): undefined {
  if (!isKnowhowError(error) || error.code.startsWith("serving.")) throw error;
}
