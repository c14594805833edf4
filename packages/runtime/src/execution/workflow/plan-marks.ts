import type { RunTool } from "../../run.ts";
import type { Step } from "../../workflow.ts";
import { compileExpression } from "../template/compile.ts";
import type { PlannedStep } from "./run-plan.ts";
import { argumentReads, readsOf, referencesOf, type ScopeRead, textTemplate } from "./step-templates.ts";

/** Which names of a workflow have text from outside, as far as it is known before a run. */
export interface PlanMarks {
  /** The marks inside a step, where the variable of its loop is known. */
  inside(step: Step): PlanMarks;
  /** Arguments of a step that have text from outside; `text` is that of a prompt or a question. */
  arguments(step: Step): readonly string[];
  /** Notes whether the output of a step has text from outside. */
  finish(
    step: Step,
    planned: PlannedStep,
    tools: readonly Pick<RunTool, "name" | "outside">[] | undefined,
  ): void;
}

/** Opens the marks of a skill whose inputs with these names have text from outside. */
export function planMarks(inputs: readonly string[] = [], outer: ReadonlySet<string> = new Set()): PlanMarks {
  const names = new Set(outer);
  const isOutside = ({ name, path: [first] }: ScopeRead): boolean =>
    name === "inputs"
      ? inputs.some((input) => first === input || typeof first !== "string")
      : names.has(name);
  return {
    inside: ({ for: loop }) => {
      const list = loop === undefined ? undefined : compileExpression(loop.list);
      const isMarked = list?.ok === true && readsOf(list.value).some(isOutside);
      return planMarks(inputs, loop !== undefined && isMarked ? new Set([...names, loop.item]) : names);
    },
    arguments: (step) => {
      const { action } = step;
      const text = "text" in action ? referencesOf(textTemplate([], action.text)) : [];
      const given = Object.entries(argumentReads(step)).filter(([, reads]) => reads.some(isOutside));
      return [...given.map(([name]) => name), ...(text.some(isOutside) ? ["text"] : [])];
    },
    finish: ({ id, action }, planned, tools) => {
      const tool = action.kind === "tool" ? tools?.find(({ name }) => name === action.name) : undefined;
      const isOwn = action.kind === "script" || (action.kind === "tool" && tool?.outside !== false);
      const isAsked = action.kind === "approve" || action.kind === "ask" || action.kind === "wait";
      if (isOwn || hasMarks(planned.steps ?? []) || (!isAsked && planned.outside.length > 0)) names.add(id);
    },
  };
}

/** Steps inside of a step count as a whole. */
function hasMarks(steps: readonly PlannedStep[]): boolean {
  return steps.some(
    ({ kind, outside, steps: inner = [] }) =>
      kind === "tool" || kind === "script" || outside.length > 0 || hasMarks(inner),
  );
}
