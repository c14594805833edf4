import type { SchemaProblem } from "../../basics/json-schema/validate-value.ts";
import { showPath } from "../../basics/kind.ts";
import type { JsonSchema, SkillDefinition } from "../../workflow.ts";
import { checkRunInputs } from "../workflow/check-run-inputs.ts";
import type { RunInputs } from "./run-context.ts";
import { StepFailure } from "./step-failure.ts";

/** The inputs of a skill with defaults filled in. Throws `StepFailure` if they do not match its schema. */
export function checkInputs({ name }: SkillDefinition, schema: JsonSchema, inputs: RunInputs): RunInputs {
  const checked = checkRunInputs({ inputs: schema }, inputs);
  if (checked.ok) return checked.inputs;
  throw new StepFailure("invalid_input", `the skill "${name}" ${problemText(checked.problems)}`);
}

/** The first problem, for a message that begins with the name of what was called. Never contains a value. */
export function problemText(problems: readonly SchemaProblem[]): string {
  const [first] = problems;
  if (first === undefined) return "needs an object as its input";
  const where = first.path.length === 0 ? "the input" : `the input \`${showPath(first.path)}\``;
  const hint = first.hint === undefined ? "" : ` (${first.hint})`;
  return `was not called: ${where} ${first.message}${hint}`;
}
