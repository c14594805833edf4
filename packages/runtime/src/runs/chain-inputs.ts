import { canonicalJson } from "../basics/canonical-json.ts";
import type { JsonValue } from "../basics/copy-json.ts";
import { isRecord } from "../basics/is-record.ts";
import { validateValue } from "../basics/json-schema/validate-value.ts";
import { KnowhowError } from "../errors.ts";
import type { RunInputs } from "../execution/run/run-context.ts";
import { hasSteps, type RunDefinition, type SkillDefinition, type Step } from "../workflow.ts";

/**
 * The inputs of a chain. Throws `run.invalid-inputs` if a skill that always runs needs one that neither they nor an output
 * before it can have. With `coerce`, strings become what all skills that declare the input expect.
 */
export function checkChainInputs(
  definition: RunDefinition,
  given: RunInputs,
  { coerce = false }: { readonly coerce?: boolean | undefined } = {},
): RunInputs {
  const { skills, entry } = definition;
  const { steps = [] } = skills[entry]?.workflow ?? {};
  const known = new Set(Object.keys(given).filter((name) => given[name] !== null));
  let before: Product | undefined;
  for (const step of steps) {
    const skill = step.action.kind === "skill" ? skills[step.action.name] : undefined;
    if (skill === undefined) continue;
    const missing = requiredOf(skill).filter((name) => !known.has(name) && !hasOwnValue(step, name));
    const isFed = before?.names === undefined || (before.isPlain && missing.length === 1);
    const isFirst = before === undefined;
    const [name] = missing;
    if (name !== undefined && (isFirst || !isFed) && alwaysRuns(step)) throw missingInput(skill, name);
    const product = productOf(skill);
    for (const each of [step.id, ...(product.names ?? [])]) known.add(each);
    const isOpen = before !== undefined && before.names === undefined;
    before = isOpen ? { ...product, names: undefined } : product;
  }
  return coerce ? coerced(given, steps, skills) : given;
}

/** What is known about the output of a skill before it runs. */
interface Product {
  /** Undefined if it may have any names. */
  readonly names: readonly string[] | undefined;
  /** True if it may be a value without names, such as a text. */
  readonly isPlain: boolean;
}

function productOf(skill: SkillDefinition): Product {
  const { output } = skill.workflow ?? {};
  if (!hasSteps(skill) || output?.kind === "template") return { names: [], isPlain: true };
  if (output === undefined || typeof output.value === "string") return { names: undefined, isPlain: true };
  return isRecord(output.value)
    ? { names: Object.keys(output.value), isPlain: false }
    : { names: [], isPlain: true };
}

function requiredOf({ workflow }: SkillDefinition): readonly string[] {
  const { required } = workflow?.inputs ?? {};
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

function hasOwnValue({ with: given = {} }: Step, name: string): boolean {
  return Object.hasOwn(given, name);
}

function alwaysRuns({ if: condition, onError }: Step): boolean {
  return condition === undefined && onError.kind === "fail";
}

function missingInput({ name }: SkillDefinition, input: string): KnowhowError {
  return new KnowhowError(
    "run.invalid-inputs",
    `the skill "${name}" needs the input \`${input}\`, which neither the inputs of the chain nor an output before it has`,
    { hint: `pass \`${input}\` as an input of the chain` },
  );
}

/** Strings as what the skills expect. What cannot be changed stays, and the skill itself says so. */
function coerced(given: RunInputs, steps: readonly Step[], skills: RunDefinition["skills"]): RunInputs {
  const found = new Map<string, Set<string>>();
  for (const { action } of steps) {
    const { properties } =
      (action.kind === "skill" ? skills[action.name]?.workflow?.inputs : undefined) ?? {};
    for (const [name, schema] of isRecord(properties) ? Object.entries(properties) : []) {
      const { default: _, ...own } = isRecord(schema) ? schema : {};
      found.set(name, (found.get(name) ?? new Set()).add(canonicalJson(own)));
    }
  }
  const entries = Object.entries(given).map(([name, value]): [string, JsonValue] => {
    const [schema, ...others] = found.get(name) ?? [];
    if (schema === undefined || others.length > 0) return [name, value];
    const checked = validateValue(value, JSON.parse(schema), { coerce: true });
    return [name, checked.ok ? checked.value : value];
  });
  return Object.fromEntries(entries);
}
