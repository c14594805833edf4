import type { Runtime } from "@knowhow/runtime";
import type { ChainElement, RunDefinition } from "@knowhow/runtime/workflows";
import { EXIT } from "../io/exit-codes.ts";
import { reportPlan } from "../report/run.ts";
import { draftNotes, draftsOf } from "../runtime/rehearse.ts";
import type { Answer } from "../table/command.ts";
import { forUsers } from "./for-users.ts";
import type { Inputs } from "./read-inputs.ts";

/** What a run of a skill, or of a chain of skills, would do. */
export async function planAnswer(
  runtime: Runtime,
  skill: string | readonly ChainElement[],
  { inputs, ...known }: { readonly inputs: Inputs; readonly definition?: RunDefinition },
): Promise<Answer> {
  const plan = await runtime.runs.plan(skill, inputs, { coerce: true, ...known });
  const drafts = draftsOf(runtime.library, plan.skills);
  const data = { ...plan, drafts, missing: forUsers(plan.missing), notes: forUsers(plan.notes) };
  const exit = data.missing.length === 0 ? EXIT.done : EXIT.no;
  const tried = draftNotes(runtime.library, drafts);
  return {
    exit,
    data,
    text: (screen) => [reportPlan(data, screen), ...(screen.quiet ? [] : tried)].join("\n"),
  };
}
