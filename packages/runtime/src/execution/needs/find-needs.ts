import type { RunNeed } from "../../run.ts";
import { hasSteps, type RunDefinition, type Step } from "../../workflow.ts";
import { isNeverRun } from "../workflow/constant-steps.ts";
import { canRender } from "./can-render.ts";

/** Something that a step needs where it is executed. */
export interface StepNeed extends RunNeed {
  /** Id of the step of the run's own workflow that leads to it. */
  readonly step: string;
  /** True if only steps need it that may be skipped, whose failure does not end the run, or that can do without it. */
  readonly optional: boolean;
  /** True if every step that needs it can do without it, so that nothing fails. */
  readonly spare?: boolean;
}

/** What the steps of a definition need, at any depth, except secret inputs: once for each step of the run's own workflow. */
export function findNeeds(definition: RunDefinition): readonly StepNeed[] {
  const known = new Map<string, readonly SkillNeed[]>();
  const ofSkill = (name: string): readonly SkillNeed[] => {
    const found = known.get(name);
    if (found !== undefined) return found;
    // A skill that calls itself is refused elsewhere.
    known.set(name, []);
    const skill = definition.skills[name];
    const needs =
      skill?.workflow !== undefined && hasSteps(skill)
        ? distinct(ofSteps(name, skill.workflow.steps))
        : [skill !== undefined && canRender(skill) ? SPARE_MODEL : MODEL];
    known.set(name, needs);
    return needs;
  };
  const ofSteps = (skill: string, steps: readonly Step[]) => steps.flatMap((step) => ofStep(skill, step));
  const ofStep = (skill: string, step: Step): readonly SkillNeed[] => {
    if (isNeverRun(step)) return [];
    const needs = ofAction(skill, step.action);
    const isOptional = step.if !== undefined || step.onError.kind !== "fail";
    return isOptional ? needs.map((need) => ({ ...need, optional: true })) : needs;
  };
  const ofAction = (skill: string, action: Step["action"]): readonly SkillNeed[] => {
    if (action.kind === "steps") return ofSteps(skill, action.steps);
    if (action.kind === "skill") return ofSkill(action.name);
    if (action.kind === "prompt") return [MODEL];
    if (action.kind === "tool") return [{ kind: "tool", name: action.name, optional: false }];
    if (action.kind !== "script") return [];
    const { digest = "" } = definition.skills[skill] ?? {};
    return [{ kind: "script", name: scriptName(skill, action.name), digest, optional: false }];
  };
  const { entry, skills } = definition;
  return (skills[entry]?.workflow?.steps ?? []).flatMap((step) =>
    distinct(ofStep(entry, step)).map((need) => ({ ...need, step: step.id })),
  );
}

/** Identifies what is needed. */
export function needKey({ kind, name }: RunNeed): string {
  return `${kind} ${name}`;
}

/** Name of the need for a script: the skill and the path inside it. */
export function scriptName(skill: string, script: string): string {
  return `${skill}/${script.startsWith("scripts/") ? "" : "scripts/"}${script}`;
}

/** The skill and the script that a need names. */
export function scriptOf({ name }: RunNeed): { readonly skill: string; readonly script: string } {
  const at = name.indexOf("/scripts/");
  // Without the folder, because workflows may omit the extension of a file in it.
  return { skill: name.slice(0, at), script: name.slice(at + "/scripts/".length) };
}

/** Each need once. It is optional, or spare, only if it is for everything that needs it. */
export function distinct<Need extends SkillNeed>(needs: readonly Need[]): readonly Need[] {
  const found = new Map<string, Need>();
  for (const need of needs) {
    const key = needKey(need);
    const first = found.get(key);
    if (first === undefined || weightOf(need) > weightOf(first)) found.set(key, need);
  }
  return [...found.values()];
}

function weightOf({ optional, spare = false }: SkillNeed): number {
  return optional ? (spare ? 0 : 1) : 2;
}

type SkillNeed = RunNeed & Pick<StepNeed, "optional" | "spare">;

/** What steps need that ask a model. */
export const MODEL: SkillNeed = { kind: "model", name: "model", optional: false };

const SPARE_MODEL: SkillNeed = { ...MODEL, optional: true, spare: true };
