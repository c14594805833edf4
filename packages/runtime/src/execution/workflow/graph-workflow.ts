import type { Step, Workflow } from "../../workflow.ts";
import {
  allSteps,
  templatesOf,
  textTemplate,
  valueTemplates,
  type WorkflowTemplate,
} from "./step-templates.ts";

/** A step of the graph. */
export interface GraphNode {
  readonly id: string;
  /** The verb. */
  readonly kind: Step["action"]["kind"];
  /** Name of the tool or the skill, or the text of the step. */
  readonly label: string;
  /** Id of the group that it is in. */
  readonly group?: string;
  readonly if?: string;
  readonly for?: string;
  readonly parallel?: number;
  readonly effect?: "read" | "write";
  /** Names of the inputs that it reads. */
  readonly inputs: readonly string[];
}

/** `next`: the order of the steps. `data`: the output of one is used by the other. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: "next" | "data";
}

/** The steps of a workflow and how they depend on each other. `output` is the name of the result. */
export interface WorkflowGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Ids of the steps whose outputs the result is made of; undefined if the result is the output of the last step. */
  readonly output?: readonly string[];
  /** Names of the inputs. */
  readonly inputs: readonly string[];
}

/** The graph of a workflow, from its order and the static references of its templates. */
export function graphWorkflow(
  { steps, inputs, output }: Workflow,
  templates: Readonly<Record<string, string>> = {},
): WorkflowGraph {
  const ids = new Set(allSteps(steps).map(({ id }) => id));
  const result =
    output?.kind === "value"
      ? valueTemplates(["output"], output.value)
      : Object.values(templates).flatMap((text) => textTemplate(["output"], text));
  return {
    nodes: nodesOf(steps),
    edges: [...orderOf(steps), ...allSteps(steps).flatMap((step) => dataOf(step, ids))],
    ...(output === undefined ? {} : { output: namesOf(result).filter((name) => ids.has(name)) }),
    inputs: Object.keys(Object(inputs.properties)),
  };
}

function nodesOf(steps: readonly Step[], group?: string): readonly GraphNode[] {
  return steps.flatMap((step) => {
    const { id, action, parallel, effect } = step;
    const node: GraphNode = {
      id,
      kind: action.kind,
      label: labelOf(step),
      ...(group === undefined ? {} : { group }),
      ...(step.if === undefined ? {} : { if: step.if }),
      ...(step.for === undefined ? {} : { for: `${step.for.item} in ${step.for.list}` }),
      ...(parallel === undefined ? {} : { parallel }),
      ...(effect === undefined ? {} : { effect }),
      inputs: inputsOf(templatesOf(step)),
    };
    return action.kind === "steps" ? [node, ...nodesOf(action.steps, id)] : [node];
  });
}

function labelOf({ action }: Step): string {
  if ("name" in action) return action.name;
  if ("text" in action) return action.text;
  return action.kind === "wait" ? action.until : "";
}

function orderOf(steps: readonly Step[]): readonly GraphEdge[] {
  return steps.flatMap((step, index) => {
    const following = steps[index + 1];
    const inner = step.action.kind === "steps" ? orderOf(step.action.steps) : [];
    return following === undefined
      ? inner
      : [...inner, { from: step.id, to: following.id, kind: "next" as const }];
  });
}

function dataOf(step: Step, ids: ReadonlySet<string>): readonly GraphEdge[] {
  return namesOf(templatesOf(step))
    .filter((name) => ids.has(name))
    .map((from) => ({ from, to: step.id, kind: "data" as const }));
}

/** The names that templates read, `steps.<id>` as its id. */
export function namesOf(templates: readonly WorkflowTemplate[]): readonly string[] {
  const names = templates.flatMap(({ compiled }) =>
    compiled.ok
      ? compiled.value.references.map(({ name, path }) => (name === "steps" ? String(path[0]) : name))
      : [],
  );
  return [...new Set(names)];
}

function inputsOf(templates: readonly WorkflowTemplate[]): readonly string[] {
  const names = templates.flatMap(({ compiled }) =>
    compiled.ok
      ? compiled.value.references.flatMap(({ name, path: [first] }) =>
          name === "inputs" && typeof first === "string" ? [first] : [],
        )
      : [],
  );
  return [...new Set(names)];
}
