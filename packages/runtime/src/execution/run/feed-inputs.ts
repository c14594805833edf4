import { isRecord } from "../../basics/is-record.ts";
import type { SkillDefinition, Step } from "../../workflow.ts";
import type { CompiledSkill, CompiledStep } from "./compile-skill.ts";
import type { Frame } from "./frame.ts";
import { mergeSources, type Sources, sourcesOf } from "./outside.ts";
import type { Scope } from "./scope.ts";

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

/** The sources of everything that a chain may feed to a step. */
export function fedSources(step: Step, compiled: CompiledSkill, scope: Scope): Sources {
  const before = compiled.steps.findIndex((each) => each.step === step);
  const ids = compiled.steps.slice(0, before).map((each) => each.step.id);
  return mergeSources([scope.sources("inputs", []), ...ids.map((id) => scope.sources(id, []))]);
}

/** Where the inputs of a called skill are from, by name. */
export function inputMarks(
  { step, reads }: CompiledStep,
  inputs: Readonly<Record<string, unknown>>,
  { scope, compiled }: Frame,
): Readonly<Record<string, Sources>> {
  const fed = step.feed === true ? fedSources(step, compiled, scope) : [];
  return Object.fromEntries(
    Object.keys(inputs).map((name) => {
      const own = Object.hasOwn(reads.with, name) ? reads.with[name] : undefined;
      return [name, own === undefined ? fed : sourcesOf(own, scope)];
    }),
  );
}
