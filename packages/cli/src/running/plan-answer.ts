import type { Runtime } from "@knowhow/runtime";
import type { RunDefinition } from "@knowhow/runtime/workflows";
import { EXIT } from "../io/exit-codes.ts";
import { reportPlan } from "../report/run.ts";
import type { Answer } from "../table/command.ts";
import type { Inputs } from "./read-inputs.ts";

/** What a run of a skill, or of a chain of skills, would do. */
export async function planAnswer(
  runtime: Runtime,
  skill: string | readonly string[],
  { inputs, ...known }: { readonly inputs: Inputs; readonly definition?: RunDefinition },
): Promise<Answer> {
  const data = await runtime.runs.plan(skill, inputs, { coerce: true, ...known });
  return { exit: EXIT.done, data, text: (screen) => reportPlan(data, screen) };
}
