import { isKnowhowError } from "../../errors.ts";
import type { MissingNeed, RunNeed, RunScripts, ScriptCall } from "../../run.ts";
import type { ScriptPlan } from "../../script.ts";
import { missingProgram, missingScript } from "./missing-need.ts";

/** The plan of a script that can be run here, or what is missing for it, with the code of the error. */
export type TriedScript =
  | { readonly plan: ScriptPlan; readonly missing?: never }
  | { readonly missing: MissingNeed; readonly code: string };

/** Plans a script and checks that it can be run here. Throws if the call itself is wrong, or reading breaks. */
export async function tryScript(call: ScriptCall, need: RunNeed, scripts: RunScripts): Promise<TriedScript> {
  try {
    const plan = await scripts.plan(call);
    const [program] = plan.missing;
    if (program !== undefined)
      return { missing: missingProgram(program, need), code: "scripts.no-interpreter" };
    await scripts.check(plan);
    return { plan };
  } catch (error) {
    if (!isKnowhowError(error) || error.code === "scripts.refused") throw error;
    return { missing: missingScript(need, error), code: error.code };
  }
}
