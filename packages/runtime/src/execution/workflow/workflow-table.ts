import type { WorkflowOutput } from "../../workflow.ts";
import type { KeyRow } from "./key-reader.ts";
import { inputsKind, type WorkflowInputs } from "./read-inputs.ts";
import { outputKind } from "./read-output.ts";
import { flag } from "./value-kinds.ts";

/** The rows of these keys, each with the type of its value. */
interface WorkflowRows {
  readonly inputs: KeyRow<WorkflowInputs>;
  readonly output: KeyRow<WorkflowOutput>;
  readonly refine: KeyRow<boolean>;
}

/** The keys of a workflow file, besides `steps`. */
export const WORKFLOW_ROWS: WorkflowRows = {
  inputs: {
    key: "inputs",
    kind: inputsKind,
    summary: "What the workflow needs. An input is required unless it has a default or ends with `?`.",
    example: "inputs:\n  week: date\n  limit: integer = 20\n  note: string?",
  },
  output: {
    key: "output",
    kind: outputKind,
    summary:
      "The result: a template file of the skill, or a value with templates. Default the output of the last step.",
    example: "output: assets/template.md",
  },
  refine: {
    key: "refine",
    kind: flag,
    summary: "`true` gives the result to the model to refine. Default false.",
    example: "refine: true",
  },
};

/** The key with the list of steps, of a workflow and of a group. */
export const STEPS_ROW = {
  key: "steps",
  summary: "The steps, in the order in which they run.",
  example: "steps:\n  - id: tasks\n    tool: vault.search",
} as const;
