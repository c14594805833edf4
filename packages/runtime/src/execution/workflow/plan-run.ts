import type { JsonValue } from "../../basics/copy-json.ts";
import { isRecord } from "../../basics/is-record.ts";
import { validateValue } from "../../basics/json-schema/validate-value.ts";
import { hasSteps, type RunDefinition, type SkillDefinition, type Step } from "../../workflow.ts";
import type { ToolDeclaration } from "../tool-scope/tool-scope.ts";
import { isNeverRun } from "./constant-steps.ts";
import { denyScript } from "./deny-script.ts";
import { denyTool } from "./deny-tool.ts";
import { namesOf } from "./graph-workflow.ts";
import { type PlanMarks, planMarks } from "./plan-marks.ts";
import {
  isKnownFalse,
  type KnownInputs,
  type KnownValues,
  knownList,
  renderStatic,
} from "./render-static.ts";
import type { PlannedScript, PlannedStep, RunPlan, RunPlanOptions } from "./run-plan.ts";
import { allSteps, templatesOf, valueTemplates } from "./step-templates.ts";

/** The items of a loop that are listed. */
const MAX_ITEMS = 20;
/** The steps of all listed items together. */
const MAX_ITEM_STEPS = 500;

/** Describes a run without calling anything. Inputs are checked before, by `checkInputs`. */
export function planRun(
  definition: RunDefinition,
  inputs: Readonly<Record<string, JsonValue>>,
  options: RunPlanOptions = {},
): Omit<RunPlan, "missing" | "notes"> {
  const entry = definition.skills[definition.entry];
  const steps =
    entry === undefined
      ? []
      : planSkill(entry, inputs, {
          definition,
          options,
          declarations: [],
          path: "",
          open: [],
          budget: { left: MAX_ITEM_STEPS },
          marks: planMarks(definition.outside),
        });
  return {
    skill: definition.entry,
    steps,
    writes: writesOf(steps),
    skills: [definition.entry, ...Object.keys(definition.skills).filter((name) => name !== definition.entry)],
  };
}

interface PlanContext {
  readonly definition: RunDefinition;
  readonly options: RunPlanOptions;
  /** What every skill on the way here allows. */
  readonly declarations: readonly ToolDeclaration[];
  readonly path: string;
  /** Names of the skills on the way here. */
  readonly open: readonly string[];
  /** How many more steps may be listed as items of loops. */
  readonly budget: { left: number };
  /** Which names have text from outside. */
  readonly marks: PlanMarks;
}

function planSkill(
  skill: SkillDefinition,
  inputs: KnownInputs,
  context: PlanContext,
): readonly PlannedStep[] {
  const { name, workflow, allowedTools: allowed, disallowedTools: disallowed } = skill;
  if (workflow === undefined || context.open.includes(name)) return [];
  const secrets = new Set(workflow.secrets);
  const shown = Object.fromEntries(Object.entries(inputs).filter(([key]) => !secrets.has(key)));
  const inner: PlanContext = {
    ...context,
    declarations: [...context.declarations, { skill: name, allowed, disallowed }],
    open: [...context.open, name],
  };
  const known = { inputs: shown, names: {}, now: context.options.now ?? 0 };
  return planSteps(workflow.steps, known, inner);
}

/** A step that never runs has the output null, which later steps may read. */
function planSteps(steps: readonly Step[], given: KnownValues, context: PlanContext): readonly PlannedStep[] {
  const names = { ...given.names };
  return steps.map((step) => {
    const planned = planStep(step, { ...given, names: { ...names } }, context);
    if (planned.skipped) names[step.id] = null;
    context.marks.finish(step, planned, context.options.tools);
    return planned;
  });
}

function planStep(step: Step, known: KnownValues, context: PlanContext): PlannedStep {
  const whole = planOnce(step, `${context.path}${step.id}`, known, context);
  const { budget } = context;
  if (step.for === undefined || whole.skipped) return whole;
  const list = knownList(step.for.list, known);
  if (list === undefined) return whole;
  if (list.length === 0) return { ...whole, skipped: true };
  const items: PlannedStep[] = [];
  for (const [index, item] of list.slice(0, MAX_ITEMS).entries()) {
    if (budget.left <= 0) break;
    const { length } = list;
    const loop = { index: index + 1, index0: index, first: index === 0, last: index === length - 1, length };
    const inner = { ...known, names: { ...known.names, loop, [step.for.item]: item } };
    const { for: _, ...planned } = planOnce(step, `${whole.path}[${index}]`, inner, context);
    budget.left -= countSteps(planned);
    items.push(planned);
  }
  const more = list.length - items.length;
  return { ...whole, items, ...(more === 0 ? {} : { moreItems: more }) };
}

function countSteps({ steps = [], items = [] }: PlannedStep): number {
  return [...steps, ...items].reduce((sum, step) => sum + countSteps(step), 1);
}

/** A step, or one item of a loop. */
function planOnce(step: Step, path: string, known: KnownValues, context: PlanContext): PlannedStep {
  const { action } = step;
  const { inputs } = known;
  const render = (value: JsonValue) => renderStatic(value, known);
  const text = "text" in action ? action.text : action.kind === "wait" ? action.until : undefined;
  const given = step.with === undefined ? undefined : render(step.with);
  const marks = context.marks.inside(step);
  const outside = marks.arguments(step);
  const fed =
    step.feed === true ? { ...fedInputs(step, inputs, context), ...(isObject(given) ? given : {}) } : given;
  const inner = innerSteps(step, fed, {
    known,
    context: { ...context, path: `${path}/`, marks },
    outside,
  });
  const denied = deniedOf(step, given, context);
  const script = scriptOf(step, given, context);
  return {
    path,
    kind: action.kind,
    ...("name" in action ? { name: action.name } : {}),
    ...(script === undefined ? {} : { script }),
    ...(text === undefined ? {} : { text: String(render(text)) }),
    ...(given === undefined ? {} : { with: given }),
    ...(step.key === undefined ? {} : { key: String(render(step.key)) }),
    ...(step.if === undefined ? {} : { if: step.if }),
    ...(step.for === undefined ? {} : { for: `${step.for.item} in ${step.for.list}` }),
    dependsOn: dependenciesOf(step, context),
    effect: effectOf(step, context),
    asks: action.kind === "approve" || action.kind === "ask" || action.kind === "script",
    outside,
    scope: context.declarations.filter(({ allowed }) => allowed.length > 0).map(({ skill }) => skill),
    ...(denied === undefined ? {} : { denied }),
    skipped: isNeverRun(step) || (step.if !== undefined && isKnownFalse(step.if, known)),
    ...(inner === undefined ? {} : { steps: inner }),
  };
}

function deniedOf(
  { action }: Step,
  given: JsonValue | undefined,
  { declarations, open }: PlanContext,
): string | undefined {
  if (action.kind === "tool") return denyTool(action.name, given ?? {}, declarations);
  if (action.kind !== "script") return undefined;
  return denyScript({ skill: open.at(-1) ?? "", script: action.name }, declarations);
}

/** What is known about a script, with the arguments of the step as far as they are known. */
function scriptOf(
  { action }: Step,
  given: JsonValue | undefined,
  { options, open }: PlanContext,
): PlannedScript | undefined {
  if (action.kind !== "script") return undefined;
  const script = options.scripts?.(open.at(-1) ?? "", action.name);
  if (script === undefined || "problem" in script) return script;
  const { args = [] } = isObject(given) ? given : {};
  const words = [args].flat().map((word) => (typeof word === "string" ? word : JSON.stringify(word)));
  return { ...script, command: [...script.command, ...words] };
}

function innerSteps(
  { action }: Step,
  given: JsonValue | undefined,
  {
    known,
    context,
    outside,
  }: { readonly known: KnownValues; readonly context: PlanContext; readonly outside: readonly string[] },
): readonly PlannedStep[] | undefined {
  if (action.kind === "steps") return planSteps(action.steps, known, context);
  if (action.kind !== "skill") return undefined;
  const skill = context.definition.skills[action.name];
  if (skill === undefined || !hasSteps(skill)) return undefined;
  return planSkill(skill, childInputs(skill, given), { ...context, marks: planMarks(outside) });
}

/** The inputs of a chain that reach a skill by name, unless the output of a skill before it may have the same name. */
function fedInputs(step: Step, inputs: KnownInputs, { definition, open }: PlanContext): KnownInputs {
  const steps = definition.skills[open.at(-1) ?? ""]?.workflow?.steps ?? [];
  const before = steps.slice(0, steps.indexOf(step));
  const outputs = before.map(({ action }) =>
    action.kind === "skill" ? definition.skills[action.name]?.workflow?.output : undefined,
  );
  const values = outputs.map((output) => (output?.kind === "value" ? output.value : undefined));
  if (!values.every(isObject)) return {};
  const taken = new Set([...before.map(({ id }) => id), ...values.flatMap((value) => Object.keys(value))]);
  const skill = step.action.kind === "skill" ? definition.skills[step.action.name] : undefined;
  const { properties } = skill?.workflow?.inputs ?? {};
  const names = isRecord(properties) ? Object.keys(properties) : [];
  return Object.fromEntries(
    Object.entries(inputs).filter(([name]) => names.includes(name) && !taken.has(name)),
  );
}

/** The inputs of a called skill that are known: constant ones, and defaults of those that are not given. */
function childInputs({ workflow }: SkillDefinition, given: JsonValue | undefined): KnownInputs {
  const values = Object.entries(isObject(given) ? given : {});
  const known = values.filter(([key, value]) => valueTemplates([key], value).length === 0);
  const unknown = values.filter((entry) => !known.includes(entry)).map(([key]) => key);
  const checked = validateValue({}, { ...workflow?.inputs, required: [] });
  const defaults = checked.ok && isObject(checked.value) ? checked.value : {};
  const rest = Object.entries(defaults).filter(([key]) => !unknown.includes(key));
  return Object.fromEntries([...rest, ...known]);
}

function isObject(value: JsonValue | undefined): value is Readonly<Record<string, JsonValue>> {
  return isRecord(value);
}

function dependenciesOf(step: Step, { definition, open }: PlanContext): readonly string[] {
  const skill = definition.skills[open.at(-1) ?? ""];
  const ids = new Set(allSteps(skill?.workflow?.steps ?? []).map(({ id }) => id));
  return namesOf(templatesOf(step)).filter((name) => ids.has(name));
}

function effectOf({ action, effect }: Step, { options }: PlanContext): PlannedStep["effect"] {
  if (effect !== undefined) return effect;
  if (action.kind === "script") return "write";
  if (action.kind !== "tool") return "read";
  const tool = options.tools?.find(({ name }) => name === action.name);
  if (tool === undefined) return "unknown";
  return tool.sideEffects === "read" ? "read" : "write";
}

/** The items of a loop if all of them are listed, otherwise the loop as a whole. */
function writesOf(steps: readonly PlannedStep[]): readonly string[] {
  return steps.flatMap(({ path, effect, skipped, steps: inner = [], items, moreItems }) => {
    if (skipped) return [];
    if (items !== undefined && moreItems === undefined) return writesOf(items);
    return [...(effect === "write" ? [path] : []), ...writesOf(inner)];
  });
}
