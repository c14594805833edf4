import { isKnowhowError, type Runtime, type Skill } from "@knowhow/runtime";
import { hasWorkflow, isWorkflowSkill, openWorkflow } from "@knowhow/runtime/authoring";
import { oneLine } from "@knowhow/runtime/toolkit";
import type { Workflow } from "@knowhow/runtime/workflows";
import { clip, MAX_DESCRIPTION } from "../clip.ts";
import { callRun, RUN_OUTPUT } from "./run-call.ts";
import type { SkillOperation } from "./skill-operations.ts";

/** Whether a skill has a workflow, if only its files tell. */
const known = new WeakMap<Skill, Promise<boolean>>();

/** Runs the workflow of a skill, with the workflow's own inputs as arguments. */
export async function runOperation(skill: Skill, runtime: Runtime): Promise<readonly SkillOperation[]> {
  const { name, description } = skill;
  const naming = runNaming(runtime);
  if (naming === undefined || !(await isRunnable(skill, runtime))) return [];
  const { arguments: keys = {} } = naming;
  return [
    {
      operation: "run",
      readOnly: false,
      describe: async () => {
        const workflow = await readWorkflow(skill, runtime);
        if (workflow === undefined) return undefined;
        const text = `Run the workflow of the skill "${oneLine(name)}": ${oneLine(description)}`;
        return {
          description: clip(text, MAX_DESCRIPTION),
          inputSchema: workflow.inputs,
          outputSchema: RUN_OUTPUT,
        };
      },
      run: async (inputs, client, request) =>
        callRun({
          runtime,
          session: await client.session(),
          tool: naming.name,
          skill: name,
          args: { [keys.name ?? "name"]: name, [keys.inputs ?? "inputs"]: inputs },
          request,
        }),
    },
  ];
}

/** The profile's name of the tool that runs workflows; undefined if it runs none. */
export function runNaming({ profile }: Runtime): Runtime["profile"]["tools"][number] | undefined {
  return profile.runs === "off" ? undefined : profile.tools.find(({ operation }) => operation === "run");
}

/** The workflow of a skill that can be run; undefined if there is none, or it cannot be read. */
export async function workflowOf(skill: Skill, runtime: Runtime): Promise<Workflow | undefined> {
  const isOffered = runNaming(runtime) !== undefined && (await isRunnable(skill, runtime));
  return isOffered ? readWorkflow(skill, runtime) : undefined;
}

async function readWorkflow(skill: Skill, runtime: Runtime): Promise<Workflow | undefined> {
  return (await openWorkflow(runtime.open(skill)).catch(unlessRefused)).value?.workflow;
}

function isRunnable(skill: Skill, runtime: Runtime): boolean | Promise<boolean> {
  const told = isWorkflowSkill(skill) ?? known.get(skill);
  if (told !== undefined) return told;
  const found = hasWorkflow(runtime.open(skill)).catch((error: unknown) => {
    unlessRefused(error);
    return false;
  });
  known.set(skill, found);
  return found;
}

/** A skill whose files must not be read has no workflow for the client. */
function unlessRefused(error: unknown): { readonly value: undefined } {
  if (isKnowhowError(error)) return { value: undefined };
  throw error;
}
