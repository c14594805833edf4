import type { JsonValue } from "../../basics/copy-json.ts";
import type { StepOutcome } from "../../run.ts";
import type { SkillDefinition, Workflow } from "../../workflow.ts";
import { createToolScope, type ToolDeclaration } from "../tool-scope/tool-scope.ts";
import { checkInputs } from "./check-inputs.ts";
import { type CompiledSkill, compileSkill } from "./compile-skill.ts";
import type { Frame, Run } from "./frame.ts";
import { type Sources, sourcesOf } from "./outside.ts";
import type { RunInputs } from "./run-context.ts";
import { readOutput } from "./run-leaf.ts";
import { openScope, type Scope } from "./scope.ts";
import type { Ended, RunSequence } from "./step-end.ts";
import { StepFailure } from "./step-failure.ts";

/** Skills that call each other cannot be nested deeper. */
const MAX_DEPTH = 32;

/** A skill that is called, and the key of the step that calls it; the empty string for the run itself. */
export interface SkillCall {
  readonly skill: SkillDefinition;
  readonly inputs: RunInputs;
  /** Where text from outside in the inputs is from, by name. */
  readonly marks: Readonly<Record<string, Sources>>;
  readonly key: string;
}

/** Where a skill is called. */
export type Caller = Pick<Frame, "run" | "durable" | "signal" | "declarations" | "depth" | "until">;

/** Executes a skill with steps: checks its inputs, runs the steps and renders its output. */
export async function runSkill(
  { skill, inputs: given, marks, key }: SkillCall,
  caller: Caller,
  { outcomes, runSequence }: { readonly outcomes: StepOutcome[]; readonly runSequence: RunSequence },
): Promise<Pick<Ended, "output" | "failure" | "sources">> {
  const { run } = caller;
  const { workflow } = skill;
  if (workflow === undefined) throw new StepFailure("failed", `the skill "${skill.name}" has no steps`);
  if (caller.depth >= MAX_DEPTH)
    throw new StepFailure("limit", `skills are nested deeper than ${MAX_DEPTH} levels`, { by: "" });
  const inputs = checkInputs(skill, workflow.inputs, given);
  run.hide(Object.fromEntries(workflow.secrets.map((name) => [name, inputs[name] ?? null])));
  const compiled = run.compiled.get(skill) ?? compileSkill(skill, workflow, run.context.compiled);
  run.compiled.set(skill, compiled);
  const declarations = [...caller.declarations, declarationOf(skill)];
  const scope = openScope(undefined, { inputs }, { inputs: marks });
  const frame: Frame = {
    ...caller,
    skill,
    compiled,
    scope,
    declarations,
    guard: guardOf(declarations, run),
    prefix: key === "" ? "" : `${key}/`,
    depth: caller.depth + 1,
  };
  const end = await runSequence(compiled.steps, frame, outcomes);
  if (end.failure !== undefined) return { output: null, failure: end.failure };
  const chosen = { path: outputPath(workflow, inputs, run), scope, last: end.last, run };
  const reads = compiled.outputReads.get(chosen.path);
  const sources = workflow.output === undefined ? end.lastSources : sourcesOf(reads ?? [], scope);
  return { output: readOutput(render(workflow, compiled, chosen), frame), sources };
}

/** The skill of a name. */
export function skillOf(name: string, { run: { definition } }: Pick<Frame, "run">): SkillDefinition {
  const skill = Object.hasOwn(definition.skills, name) ? definition.skills[name] : undefined;
  if (skill !== undefined) return skill;
  throw new StepFailure("unknown_skill", `there is no skill "${name}" in this run`);
}

function declarationOf({ name, allowedTools, disallowedTools }: SkillDefinition): ToolDeclaration {
  return { skill: name, allowed: allowedTools, disallowed: disallowedTools };
}

/** What every skill on the way here allows: a skill never gets more than its caller. */
function guardOf(declarations: readonly ToolDeclaration[], { context, definition }: Run) {
  const granted = definition.grants ?? context.scope?.grants;
  const grants = granted === undefined ? {} : { grants: granted };
  return createToolScope({ ...context.scope, ...grants, mode: "restrict", declarations, always: [] });
}

/** Path of the template of the output; empty if the output is a value. */
export function outputPath({ output }: Workflow, inputs: RunInputs, { definition }: Run): string {
  if (output?.kind !== "template") return "";
  const { variants } = output;
  const wanted = definition.variant ?? inputs.variant;
  const path = typeof wanted === "string" && Object.hasOwn(variants, wanted) ? variants[wanted] : undefined;
  return path ?? output.path;
}

/** The rendered template, the value, or the output of the last step. */
function render(
  { output }: Workflow,
  compiled: CompiledSkill,
  {
    path,
    scope,
    last,
    run,
  }: {
    readonly path: string;
    readonly scope: Scope;
    readonly last: JsonValue;
    readonly run: Run;
  },
): unknown {
  if (output === undefined) return last;
  if (output.kind === "value") return compiled.output?.(scope, run.environment) ?? null;
  return compiled.templates.get(path)?.(scope, run.environment) ?? "";
}
