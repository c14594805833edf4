import { isRecord } from "../../basics/is-record.ts";
import type { SkillDefinition } from "../../workflow.ts";
import type { CompiledStep } from "./compile-skill.ts";
import type { Frame } from "./frame.ts";

/**
 * The inputs of a called skill: what `with` says and, in a chain, what is found by name in the outputs before it and in
 * the inputs of the run. A single required input that is found nowhere gets the last output, if that has no names.
 */
export function inputsOf(
  { step, with: given }: CompiledStep,
  skill: SkillDefinition,
  { scope, run, compiled }: Frame,
): unknown {
  const own = given?.(scope, run.environment) ?? {};
  if (step.feed !== true || !isRecord(own)) return own;
  const before = compiled.steps.findIndex((each) => each.step === step);
  const outputs = compiled.steps.slice(0, before).map(({ step: { id } }) => ({ id, output: scope.get(id) }));
  const inputs = scope.get("inputs");
  const found: Record<string, unknown> = { ...(isRecord(inputs) ? inputs : {}) };
  for (const { id, output } of outputs) {
    if (output === null) continue;
    found[id] = output;
    if (isRecord(output)) Object.assign(found, output);
  }
  if (skill.workflow === undefined) return { ...found, ...own };
  const { properties, required = [] } = skill.workflow.inputs;
  const names = isRecord(properties) ? Object.keys(properties) : [];
  const fed: Record<string, unknown> = {};
  for (const name of names) if (Object.hasOwn(found, name)) fed[name] = found[name];
  const last = outputs.at(-1)?.output ?? null;
  const missing = (Array.isArray(required) ? required : []).filter(
    (name) => !Object.hasOwn(fed, name) && !Object.hasOwn(own, name),
  );
  const [only] = missing;
  if (missing.length === 1 && typeof only === "string" && last !== null && !isRecord(last)) fed[only] = last;
  return { ...fed, ...own };
}
