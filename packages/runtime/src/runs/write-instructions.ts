import type { PromptValues } from "../execution/run/run-context.ts";
import { argumentLine } from "../injection/arguments/argument-line.ts";
import type { ArgumentSpec } from "../injection/arguments/argument-spec.ts";
import { substituteArguments } from "../injection/arguments/substitute-arguments.ts";
import { fencedBlock } from "../injection/guidance/code-blocks.ts";
import type { ActivationPolicy } from "../profile.ts";
import type { SkillDefinition } from "../workflow.ts";

/** What the model is told about a skill without steps in a run: its body with the inputs filled in, then its template. */
export function writeInstructions(
  { body = "" }: SkillDefinition,
  { values, template }: PromptValues,
  indexBase: ActivationPolicy["firstArgument"],
): string {
  const text = filled(body, values, indexBase).trim();
  if (template === undefined || template.trim() === "") return text;
  return `${text}\n\n## Output Template\n\nWrite the result with this template:\n\n${fencedBlock(template.trim())}`;
}

/** `$ARGUMENTS` is the only input itself, or all of them with their names. */
function filled(
  body: string,
  values: PromptValues["values"],
  indexBase: ActivationPolicy["firstArgument"],
): string {
  const positional = Object.values(values);
  const raw = positional.length === 1 ? positional[0] : (argumentLine(values, []) ?? "");
  const specs = Object.keys(values).map(
    (name): ArgumentSpec => ({ name, type: "string", required: false, declared: true }),
  );
  const parsed = { raw, values, positional, missing: [], problems: [] };
  return substituteArguments(body, parsed, specs, { indexBase, append: false }).text;
}
