import { nearestWord } from "../../basics/words.ts";
import type { Outcome } from "../../diagnostics.ts";
import type { PositionedMap } from "../../positioned.ts";
import type { Step, Workflow } from "../../workflow.ts";
import { readKeys } from "./key-reader.ts";
import { collectPlaces, type WorkflowPlaces } from "./places.ts";
import { NO_INPUTS } from "./read-inputs.ts";
import { readSteps, type StepContext } from "./read-steps.ts";
import { collectReports, type Report } from "./report.ts";
import { STEPS_ROW, WORKFLOW_ROWS } from "./workflow-table.ts";

/** A workflow with the positions of its parts. */
export interface WorkflowReading extends Outcome<Workflow> {
  readonly places: WorkflowPlaces;
}

const ROWS = [...Object.values(WORKFLOW_ROWS), STEPS_ROW];

/**
 * Reads a workflow: of a `workflow.yaml`, or of the fields of a SKILL.md. Never throws. If there are errors, the
 * workflow contains what could be read and must not be run.
 */
export function parseWorkflow(map: PositionedMap): WorkflowReading {
  const { report, diagnostics } = collectReports();
  const places = collectPlaces();
  const keys = readKeys(map, ROWS, { noun: "the workflow", report });
  const inputs = keys.get(WORKFLOW_ROWS.inputs) ?? NO_INPUTS;
  const context: StepContext = { report, places, ids: new Set(), count: 0 };
  const list = keys.entry(STEPS_ROW)?.value;
  if (list === undefined && !map.entries.some(({ key }) => nearestWord(key, [STEPS_ROW.key]) !== undefined))
    report(
      "workflow.missing-key",
      "the workflow has no `steps`",
      map.at,
      "add `steps:` with a list of steps",
    );
  const steps = list === undefined ? [] : readSteps(list, context);
  checkItems(steps, context);
  for (const key of ["inputs", "output"] as const) {
    const value = keys.entry(WORKFLOW_ROWS[key])?.value;
    if (value !== undefined) places.addAll([key], value);
  }
  const output = keys.get(WORKFLOW_ROWS.output);
  const refine = keys.get(WORKFLOW_ROWS.refine);
  const value: Workflow = {
    inputs: inputs.schema,
    secrets: inputs.secrets,
    steps,
    ...(output === undefined ? {} : { output }),
    ...(refine === undefined ? {} : { refine }),
  };
  return { value, diagnostics, places };
}

/** Reports loop items that hide the output of a step. */
function checkItems(steps: readonly Step[], { ids, places, report }: ItemContext): void {
  for (const { id, for: loop, action } of steps) {
    if (loop !== undefined && ids.has(loop.item))
      report(
        "workflow.conflict",
        `the loop item \`${loop.item}\` has the name of a step`,
        places.find(["steps", id, "for"]),
        "give one of the two another name",
      );
    if (action.kind === "steps") checkItems(action.steps, { ids, places, report });
  }
}

interface ItemContext {
  readonly ids: ReadonlySet<string>;
  readonly places: WorkflowPlaces;
  readonly report: Report;
}
