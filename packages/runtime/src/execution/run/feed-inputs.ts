import { isRecord } from "../../basics/is-record.ts";
import type { SkillDefinition, Step } from "../../workflow.ts";
import type { CompiledSkill, CompiledStep } from "./compile-skill.ts";
import type { Frame } from "./frame.ts";
import { mergeSources, type Sources, sourcesOf } from "./outside.ts";
import type { Scope } from "./scope.ts";

/**
 * The inputs of a called skill: what `with` says and, in a chain, what is found by name in the outputs before it and in
 * the inputs of the run. A single required input that is found nowhere gets the last output, if that has no names. A
 * skill that declares no inputs gets everything there is.
 */
export function inputsOf(
  { step, with: given }: CompiledStep,
  { workflow }: Pick<SkillDefinition, "workflow">,
  { scope, run, compiled }: Frame,
): unknown {
  const own = given?.(scope, run.environment) ?? {};
  if (step.feed !== true || !isRecord(own)) return own;
  const { properties, required = [], additionalProperties } = workflow?.inputs ?? {};
  const found = findByName(step, compiled, scope);
  if (additionalProperties !== false) return { ...valuesOf(found, (each) => !each.isWhole), ...own };
  const names = isRecord(properties) ? Object.keys(properties) : [];
  const fed = valuesOf(found, ({ name }) => names.includes(name));
  const last = idsBefore(step, compiled)
    .map((id) => scope.get(id))
    .at(-1);
  const missing = (Array.isArray(required) ? required : []).filter(
    (name) => !Object.hasOwn(fed, name) && !Object.hasOwn(own, name),
  );
  const [only] = missing;
  const isPlain = last !== undefined && last !== null && !isRecord(last);
  if (missing.length === 1 && typeof only === "string" && isPlain) fed[only] = last;
  return { ...fed, ...own };
}

/** A value that a chain may feed to a step, and where text from outside in it is from. */
interface FoundValue {
  readonly name: string;
  readonly value: unknown;
  readonly sources: Sources;
  /** True for an output whose members have names of their own. */
  readonly isWhole: boolean;
}

/** What a chain has under each name: the latest output counts, then those before it, then the inputs of the run. */
function findByName(step: Step, compiled: CompiledSkill, scope: Scope): ReadonlyMap<string, FoundValue> {
  const found = new Map<string, FoundValue>();
  const add = (name: string, value: unknown, sources: Sources, isWhole = false) => {
    if (value !== null && value !== undefined) found.set(name, { name, value, sources, isWhole });
  };
  const ids = idsBefore(step, compiled);
  for (const id of ids) if (isRecord(scope.get(id))) add(id, scope.get(id), scope.sources(id, []), true);
  const inputs = scope.get("inputs");
  for (const [name, value] of isRecord(inputs) ? Object.entries(inputs) : [])
    add(name, value, scope.sources("inputs", [name]));
  for (const id of ids) {
    const output = scope.get(id);
    const sources = scope.sources(id, []);
    if (!isRecord(output)) add(id, output, sources);
    else for (const [name, value] of Object.entries(output)) add(name, value, sources);
  }
  return found;
}

function valuesOf(
  found: ReadonlyMap<string, FoundValue>,
  isWanted: (value: FoundValue) => boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    [...found.values()].filter(isWanted).map(({ name, value }) => [name, value] as const),
  );
}

function idsBefore(step: Step, { steps }: CompiledSkill): readonly string[] {
  const before = steps.findIndex((each) => each.step === step);
  return steps.slice(0, before).map((each) => each.step.id);
}

/** The sources of everything that a chain may feed to a step. */
export function fedSources(step: Step, compiled: CompiledSkill, scope: Scope): Sources {
  const ids = idsBefore(step, compiled);
  return mergeSources([scope.sources("inputs", []), ...ids.map((id) => scope.sources(id, []))]);
}

/** Where the inputs of a called skill are from, by name. */
export function inputMarks(
  { step, reads }: CompiledStep,
  inputs: Readonly<Record<string, unknown>>,
  { scope, compiled }: Frame,
): Readonly<Record<string, Sources>> {
  const found = step.feed === true ? findByName(step, compiled, scope) : undefined;
  return Object.fromEntries(
    Object.keys(inputs).map((name) => {
      const own = Object.hasOwn(reads.with, name) ? reads.with[name] : undefined;
      if (own !== undefined) return [name, sourcesOf(own, scope)];
      if (found === undefined) return [name, []];
      return [name, found.get(name)?.sources ?? fedSources(step, compiled, scope)];
    }),
  );
}
