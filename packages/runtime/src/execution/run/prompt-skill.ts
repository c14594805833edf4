import type { JsonValue } from "../../basics/copy-json.ts";
import { isRecord } from "../../basics/is-record.ts";
import { hasSteps, type SkillDefinition } from "../../workflow.ts";
import { canRender } from "../needs/can-render.ts";
import { MODEL } from "../needs/find-needs.ts";
import type { ModelQuestion } from "./ask-model.ts";
import { checkInputs } from "./check-inputs.ts";
import type { CompiledStep } from "./compile-skill.ts";
import { inputMarks, inputsOf } from "./feed-inputs.ts";
import type { FenceOutside } from "./fence-of.ts";
import type { Frame } from "./frame.ts";
import { isPlainValue, type Sources } from "./outside.ts";
import type { RunInputs } from "./run-context.ts";
import { readOutput, readValue } from "./run-leaf.ts";
import { outputPath } from "./run-skill.ts";

/**
 * True if a skill is executed here, and not given to a model: one with steps, and one whose template can be filled in if no
 * model can be asked. A run that was started with a model waits for one.
 */
export function isExecuted(skill: SkillDefinition, { run }: Pick<Frame, "run">): boolean {
  if (hasSteps(skill)) return true;
  const { model, promptsWait } = run.context;
  return model === undefined && promptsWait !== true && canRender(skill) && !run.waitsFor(MODEL);
}

/** The question to the model for a skill without steps: its instructions, its template, and its checked inputs. */
export function askSkill(
  compiled: CompiledStep,
  skill: SkillDefinition,
  { fence, sources }: { readonly fence: FenceOutside | undefined; readonly sources: Sources },
  frame: Frame,
): ModelQuestion {
  const { run } = frame;
  const inputs = promptInputs(compiled, skill, frame);
  const marks = inputMarks(compiled, inputs, frame);
  const values = Object.entries(inputs).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const isOutside = (marks[name] ?? []).length > 0 && !isPlainValue(text);
    // Text from outside is data: it stays in the fence, and never becomes part of the instructions.
    return [name, isOutside ? `(the input "${name}", given below)` : text];
  });
  const { body = "", workflow, templates } = skill;
  const template = workflow === undefined ? undefined : templates[outputPath(workflow, inputs, run)];
  const system = run.context.instruct?.(skill, { values: Object.fromEntries(values), template }) ?? body;
  const prompt = JSON.stringify(inputs, null, 2);
  return { system, prompt: fence === undefined ? prompt : fence(prompt, sources) };
}

/** The inputs that have a value, without secrets. Throws `StepFailure` if they are not what the skill declares. */
function promptInputs(compiled: CompiledStep, skill: SkillDefinition, frame: Frame): RunInputs {
  const given = readValue(inputsOf(compiled, skill, frame), frame);
  const inputs = isInputs(given) ? given : {};
  const { workflow } = skill;
  const checked = workflow === undefined ? inputs : checkInputs(skill, workflow.inputs, inputs);
  const filled = Object.entries(checked).filter(([, value]) => value !== null);
  const shown = readOutput(Object.fromEntries(filled), frame);
  return isInputs(shown) ? shown : {};
}

function isInputs(value: JsonValue): value is RunInputs {
  return isRecord(value);
}
