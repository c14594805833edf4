import { checkOptions } from "../basics/check-options.ts";
import type { JsonValue } from "../basics/copy-json.ts";
import * as kinds from "../basics/kinds.ts";
import type { RunView } from "../run.ts";
import type { JsonSchema, SkillDefinition, Step, Workflow } from "../workflow.ts";
import { refused } from "./refused.ts";
import type { SkillEdit } from "./skill-edit.ts";
import { workflowFile } from "./workflow-file.ts";

/** How a skill that repeats a run is called and described. */
export interface RunDraft {
  readonly name: string;
  /** What the skill does and when to use it. */
  readonly description: string;
  readonly reason?: string;
}

/**
 * The proposal of a new skill with the steps of a run that succeeded, and its inputs as defaults. Scripts belong to the skill
 * that was run, so a skill with steps that use them is called instead, and a run of a single script becomes instructions.
 */
export function runDraft(id: string, run: RunView | undefined, draft: RunDraft): SkillEdit {
  checkOptions("proposals.fromRun", draft, {
    name: { kind: kinds.filledText, required: true },
    description: { kind: kinds.filledText, required: true },
    reason: kinds.text,
  });
  if (run === undefined) throw refused(`no run has the id "${id.slice(0, 80)}"`);
  if (run.result.status !== "succeeded")
    throw refused(`the run ${id} did not succeed: it is ${run.result.status}`);
  const { definition } = run;
  const entry = definition.skills[definition.entry];
  if (entry?.workflow === undefined) throw refused(`the run ${id} has no steps`);
  const reason = draft.reason ?? `made from the run ${id} of ${entry.name}`;
  const about = { action: "create", name: draft.name, reason } as const;
  const script = onlyScript(entry.workflow);
  if (script !== undefined) return { ...about, content: scriptText(draft, { entry, script, run }) };
  const isCalled = usesScripts(entry.workflow.steps);
  const own = isCalled ? callOf(entry.name, entry.workflow, run) : withoutFeeds(entry.workflow, run);
  const workflow = withDefaults(own, knownInputs(entry.workflow, run));
  return {
    ...about,
    content: skillText(draft, entry, workflow),
    files: { "workflow.yaml": workflowFile(workflow), ...(isCalled ? {} : entry.templates) },
  };
}

/** The script of a run that only runs a script with its arguments, as `runs.script` defines it. */
function onlyScript({ steps }: Workflow): string | undefined {
  const [step, ...others] = steps;
  const isAlone = others.length === 0 && step?.exit === "any" && step.with?.args === "{{ inputs.args }}";
  return isAlone && step.action.kind === "script" ? step.action.name : undefined;
}

/** A skill cannot run the script of another one in its own steps, so it tells the model how. */
function scriptText(
  { name, description }: RunDraft,
  { entry, script, run }: { readonly entry: SkillDefinition; readonly script: string; readonly run: RunView },
): string {
  const call = JSON.stringify({ name: entry.name, script, args: run.inputs.args ?? [] });
  return [
    ...headLines({ name, description }, entry),
    `Runs a script of the skill ${entry.name}, as a run did that succeeded. Call \`skill_run\` with these values:`,
    "",
    "```json",
    call,
    "```",
    "",
  ].join("\n");
}

/** The values that the run had. An optional input without one is stored as null. */
function knownInputs({ output }: Workflow, { inputs, definition: { variant } }: RunView): RunView["inputs"] {
  const given = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null));
  const variants = output?.kind === "template" ? output.variants : {};
  return variant !== undefined && Object.hasOwn(variants, variant) ? { ...given, variant } : given;
}

/** The frontmatter and the title. */
function headLines(
  { name, description }: RunDraft,
  { allowedTools, disallowedTools }: SkillDefinition,
): readonly string[] {
  const tools = (key: string, rules: readonly string[]) =>
    rules.length === 0 ? [] : [`${key}: ${JSON.stringify(rules.join(" "))}`];
  return [
    "---",
    `name: ${name}`,
    `description: ${JSON.stringify(description)}`,
    ...tools("allowed-tools", allowedTools),
    ...tools("disallowed-tools", disallowedTools),
    "---",
    "",
    `# ${name}`,
    "",
  ];
}

function skillText(draft: RunDraft, entry: SkillDefinition, workflow: Workflow): string {
  const names = Object.keys(propertiesOf(workflow.inputs));
  const tools = [
    ...new Set(workflow.steps.flatMap(({ action }) => (action.kind === "tool" ? [action.name] : []))),
  ];
  return [
    ...headLines(draft, entry),
    `Runs the steps in workflow.yaml, which come from a run of ${entry.name}.`,
    ...(names.length === 0
      ? []
      : ["", "Inputs, with the values of that run as defaults:", "", ...names.map((each) => `- ${each}`)]),
    ...(tools.length === 0 ? [] : ["", `It calls ${tools.join(", ")}.`]),
    "",
  ].join("\n");
}

function usesScripts(steps: readonly Step[]): boolean {
  return steps.some(
    ({ action }) => action.kind === "script" || (action.kind === "steps" && usesScripts(action.steps)),
  );
}

/** A workflow that calls a skill with the inputs that the run had, and those that it cannot do without. */
function callOf(name: string, { inputs, secrets, refine }: Workflow, run: RunView): Workflow {
  const needed: readonly unknown[] = Array.isArray(inputs.required) ? inputs.required : [];
  // A secret that the run had is not stored, but still needed.
  const given = Object.keys(propertiesOf(inputs)).filter(
    (input) => needed.includes(input) || Object.hasOwn(run.inputs, input),
  );
  const properties = Object.fromEntries(
    Object.entries(propertiesOf(inputs)).filter(([input]) => given.includes(input)),
  );
  const step: Step = {
    id: "result",
    action: { kind: "skill", name },
    with: Object.fromEntries(given.map((input) => [input, `{{ inputs.${input} }}`])),
    onError: { kind: "fail" },
  };
  return {
    inputs: { ...inputs, properties },
    secrets: secrets.filter((secret) => given.includes(secret)),
    steps: [step],
    ...(refine === true ? { refine } : {}),
  };
}

/**
 * A chain feeds inputs by name, which a file has to say: an input of the run has the value of that input, and any other is
 * taken from the step before.
 */
function withoutFeeds(workflow: Workflow, { definition, inputs }: RunView): Workflow {
  if (!workflow.steps.some(({ feed }) => feed === true)) return workflow;
  const steps = workflow.steps.map(({ feed: _, ...step }, at): Step => {
    if (step.action.kind !== "skill") return step;
    const wanted = propertiesOf(definition.skills[step.action.name]?.workflow?.inputs ?? {});
    const before = workflow.steps[at - 1]?.id;
    const fed = Object.keys(wanted).flatMap((name): (readonly [string, string])[] => {
      if (Object.hasOwn(inputs, name)) return [[name, `{{ inputs.${name} }}`]];
      return before === undefined ? [] : [[name, `{{ ${before}.${name} }}`]];
    });
    return { ...step, with: { ...Object.fromEntries(fed), ...step.with } };
  });
  const properties = Object.fromEntries(Object.keys(inputs).map((name) => [name, {}]));
  return { ...workflow, inputs: { type: "object", properties }, steps };
}

/** An input that has a default is no longer required. Secrets were never stored, so they have none. */
function withDefaults(workflow: Workflow, inputs: Readonly<Record<string, JsonValue>>): Workflow {
  const known = Object.entries(propertiesOf(workflow.inputs)).map(([name, schema]): [string, JsonSchema] => {
    const isKnown = Object.hasOwn(inputs, name) && !workflow.secrets.includes(name);
    return [name, isKnown ? { ...schema, default: inputs[name] } : schema];
  });
  const { required } = workflow.inputs;
  const left = Array.isArray(required) ? required.filter((name) => !Object.hasOwn(inputs, String(name))) : [];
  return {
    ...workflow,
    inputs: { ...workflow.inputs, properties: Object.fromEntries(known), required: left },
  };
}

function propertiesOf({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return isSchemas(properties) ? properties : {};
}

function isSchemas(value: unknown): value is Readonly<Record<string, JsonSchema>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
