import { isKnowhowError } from "../errors.ts";
import type { PlannedScript, RunPlanOptions } from "../execution/workflow/run-plan.ts";
import { allSteps } from "../execution/workflow/step-templates.ts";
import type { RunScripts, ScriptCall } from "../run.ts";
import type { RunDefinition } from "../workflow.ts";
import type { RunsContext } from "./runs-context.ts";

/** What the scripts of a definition would execute and use. */
export async function plannedScripts(
  { skills }: RunDefinition,
  { scripts, settings }: RunsContext,
): Promise<RunPlanOptions["scripts"]> {
  const { scripts: grant = {} } = settings;
  const known = new Map<string, PlannedScript>();
  for (const { name, digest, workflow } of Object.values(skills))
    for (const { action } of allSteps(workflow?.steps ?? [])) {
      if (action.kind !== "script" || grant === false) continue;
      known.set(
        `${name}/${action.name}`,
        await plannedScript(scripts(grant), { skill: name, script: action.name, args: [], digest }),
      );
    }
  return (skill, script) => known.get(`${skill}/${script}`);
}

async function plannedScript(scripts: RunScripts, call: ScriptCall): Promise<PlannedScript> {
  try {
    const { command, variables, hosts, folder, missing, packages } = await scripts.plan(call);
    return {
      command,
      variables,
      hosts,
      ...(folder === undefined ? {} : { folder }),
      missing,
      packages: packages.flatMap((each) => each.packages),
    };
  } catch (error) {
    if (!isKnowhowError(error)) throw error;
    return { problem: error.message };
  }
}
