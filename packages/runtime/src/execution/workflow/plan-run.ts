import type { JsonValue } from "../../basics/copy-json.ts";
import { isRecord } from "../../basics/is-record.ts";
import { validateValue } from "../../basics/json-schema/validate-value.ts";
import type { RunTool } from "../../run.ts";
import type { ScriptPlan } from "../../script.ts";
import type { RunDefinition, SkillDefinition, Step } from "../../workflow.ts";
import type { ToolDeclaration } from "../tool-scope/tool-scope.ts";
import { isNeverRun } from "./constant-steps.ts";
import { denyScript } from "./deny-script.ts";
import { denyTool } from "./deny-tool.ts";
import { namesOf } from "./graph-workflow.ts";
import { type PlanMarks, planMarks } from "./plan-marks.ts";
import { type KnownInputs, renderStatic } from "./render-static.ts";
import { allSteps, templatesOf, valueTemplates } from "./step-templates.ts";

/** What a run would do, as far as it is known before it starts. */
export interface RunPlan {
  readonly skill: string;
  readonly steps: readonly PlannedStep[];
  /** Paths of the steps that change something. */
  readonly writes: readonly string[];
  /** Names of all skills that take part, the entry first. */
  readonly skills: readonly string[];
}

/** One step of a plan. Templates that depend on earlier outputs are shown as written. */
export interface PlannedStep {
  /** Ids of the steps that lead to it: `review/tasks`. */
  readonly path: string;
  readonly kind: Step["action"]["kind"];
  /** Name of the tool, the skill or the script. */
  readonly name?: string;
  /** What a script would execute and use, if the host runs scripts. */
  readonly script?: PlannedScript;
  /** The text of a prompt, a question or a wait. */
  readonly text?: string;
  /** Arguments of the call. */
  readonly with?: JsonValue;
  readonly key?: string;
  readonly if?: string;
  readonly for?: string;
  /** Steps whose outputs it depends on. */
  readonly dependsOn: readonly string[];
  /** `unknown`: the tool is not known, and the step does not say. */
  readonly effect: "read" | "write" | "unknown";
  /** True if it needs a person. */
  readonly asks: boolean;
  /** Arguments that will have text from outside; `text` is that of a prompt or a question. */
  readonly outside: readonly string[];
  /** Skills whose lists of tools must all allow the call, outermost first. */
  readonly scope: readonly string[];
  /** The reason why the tool cannot be called. */
  readonly denied?: string;
  /** True for a step that never runs. */
  readonly skipped: boolean;
  /** The steps of a group or of the skill that it calls. */
  readonly steps?: readonly PlannedStep[];
}

/** What a script would execute and use. */
export type PlannedScript =
  | (Pick<ScriptPlan, "command" | "variables" | "hosts" | "missing"> & {
      readonly folder?: ScriptPlan["folder"];
      /** Packages that the script needs. */
      readonly packages: readonly string[];
    })
  /** Why it cannot be run. */
  | { readonly problem: string };

export interface RunPlanOptions {
  /** What is known about the script of a skill. */
  readonly scripts?: ((skill: string, script: string) => PlannedScript | undefined) | undefined;
  readonly tools?: readonly Pick<RunTool, "name" | "sideEffects" | "outside">[] | undefined;
  /** Milliseconds since 1970, for `now()` in templates. Default 0. */
  readonly now?: number | undefined;
}

/** Describes a run without calling anything. Inputs are checked before, by `checkInputs`. */
export function planRun(
  definition: RunDefinition,
  inputs: Readonly<Record<string, JsonValue>>,
  options: RunPlanOptions = {},
): RunPlan {
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
  return planSteps(workflow.steps, shown, inner);
}

function planSteps(
  steps: readonly Step[],
  inputs: KnownInputs,
  context: PlanContext,
): readonly PlannedStep[] {
  return steps.map((step) => {
    const planned = planStep(step, inputs, context);
    context.marks.finish(step, planned, context.options.tools);
    return planned;
  });
}

function planStep(step: Step, inputs: KnownInputs, context: PlanContext): PlannedStep {
  const { action } = step;
  const path = `${context.path}${step.id}`;
  const now = context.options.now ?? 0;
  const render = (value: JsonValue) => renderStatic(value, inputs, now);
  const text = "text" in action ? action.text : action.kind === "wait" ? action.until : undefined;
  const given = step.with === undefined ? undefined : render(step.with);
  const marks = context.marks.inside(step);
  const outside = marks.arguments(step);
  const fed =
    step.feed === true ? { ...fedInputs(step, inputs, context), ...(isObject(given) ? given : {}) } : given;
  const inner = innerSteps(step, fed, {
    inputs,
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
    skipped: isNeverRun(step),
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
    inputs,
    context,
    outside,
  }: { readonly inputs: KnownInputs; readonly context: PlanContext; readonly outside: readonly string[] },
): readonly PlannedStep[] | undefined {
  if (action.kind === "steps") return planSteps(action.steps, inputs, context);
  if (action.kind !== "skill") return undefined;
  const skill = context.definition.skills[action.name];
  if (skill?.workflow === undefined) return undefined;
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

function writesOf(steps: readonly PlannedStep[]): readonly string[] {
  return steps.flatMap(({ path, effect, skipped, steps: inner = [] }) =>
    skipped ? [] : [...(effect === "write" ? [path] : []), ...writesOf(inner)],
  );
}
