import type { ErrorPolicy, JsonSchema, RetryPolicy, STEP_VERBS, Step } from "../../workflow.ts";
import type { KeyRow } from "./key-reader.ts";
import { objectSchema } from "./read-schema.ts";
import { continueOnError, exitCodes, loop, onError, parallel, retry, stepId } from "./step-kinds.ts";
import {
  constantName,
  duration,
  expression,
  mapping,
  oneOf,
  template,
  type ValueKind,
} from "./value-kinds.ts";

/** A verb of a step. */
export type StepVerb = (typeof STEP_VERBS)[number];

/** A key of a step; `verbs` are the kinds of step it applies to, default all. */
export interface StepRow<Value> extends KeyRow<Value> {
  readonly verbs?: readonly StepVerb[];
}

/** A duration, a point in time, or a template of one. */
const until: ValueKind<string> = {
  ...template,
  expected: "a duration, a point in time or a template of one",
};

/** What a step does: exactly one of these keys. `steps` is read by the parser itself. */
export const VERB_ROWS: Readonly<Record<Exclude<StepVerb, "steps">, KeyRow<string>>> = {
  tool: {
    key: "tool",
    kind: constantName,
    summary: "Calls a tool of the host. The output is what the tool returns.",
    example: "tool: vault.search",
  },
  skill: {
    key: "skill",
    kind: constantName,
    summary:
      "Runs another skill. The output is that of its workflow; a skill without steps gives its instructions, its template and its inputs to the model, and the output is the answer.",
    example: "skill: summarize-task",
  },
  script: {
    key: "script",
    kind: constantName,
    summary:
      "Runs a file under `scripts/` of the skill in a sandbox, after a person approved. The output is `{exitCode, stdout, stderr, isCut, artifacts, folder}`.",
    example: "script: totals.py",
  },
  prompt: {
    key: "prompt",
    kind: template,
    summary: "Asks the model. The output is its answer, or JSON if there is a `schema`.",
    example: 'prompt: "Summarize: {{ tasks.results | tojson }}"',
  },
  approve: {
    key: "approve",
    kind: template,
    summary: "Pauses until a person approves. The output is `{approved, comment}`.",
    example: 'approve: "Create {{ tasks.results | length }} notes?"',
  },
  ask: {
    key: "ask",
    kind: template,
    summary: "Pauses until a person answers. The output is the answer.",
    example: 'ask: "Which week?"',
  },
  wait: {
    key: "wait",
    kind: until,
    summary: "Pauses for a duration or until a point in time.",
    example: "wait: 15m",
  },
};

/** The rows of the other keys, each with the type of its value. */
interface ModifierRows {
  readonly id: StepRow<string>;
  readonly if: StepRow<string>;
  readonly for: StepRow<NonNullable<Step["for"]>>;
  readonly parallel: StepRow<number>;
  readonly with: StepRow<NonNullable<Step["with"]>>;
  readonly timeout: StepRow<number>;
  readonly retry: StepRow<RetryPolicy>;
  readonly onError: StepRow<ErrorPolicy>;
  readonly effect: StepRow<NonNullable<Step["effect"]>>;
  readonly key: StepRow<string>;
  readonly schema: StepRow<JsonSchema>;
  readonly exit: StepRow<NonNullable<Step["exit"]>>;
}

/** The other keys of a step. */
export const MODIFIER_ROWS: ModifierRows = {
  id: {
    key: "id",
    kind: stepId,
    summary:
      "Name by which later steps refer to the output. Default `step_` and the number of the step in the file, counted from 1.",
    example: "id: tasks",
  },
  if: {
    key: "if",
    kind: expression,
    summary: "The step is skipped unless this expression is true. A skipped step has the output null.",
    example: "if: ok.approved",
    aliases: { condition: expression },
  },
  for: {
    key: "for",
    kind: loop,
    summary: "Runs the step once per item of a list. The output is the list of outputs.",
    example: "for: task in tasks.results",
  },
  parallel: {
    key: "parallel",
    kind: parallel,
    summary: "How many items run at the same time; `true` is 10. Default 1. Only with `for`.",
    example: "parallel: 4",
  },
  with: {
    key: "with",
    kind: mapping,
    summary:
      "Arguments of the tool, inputs of the skill, `args` and `stdin` of the script, or what is shown to the person who approves.",
    example: 'with: { query: "week:{{ inputs.week }}", limit: "{{ inputs.limit }}" }',
    aliases: { params: mapping },
    verbs: ["tool", "skill", "script", "approve"],
  },
  timeout: {
    key: "timeout",
    kind: duration,
    summary: "Longest time of one attempt, or of waiting for a person.",
    example: "timeout: 30s",
    verbs: ["tool", "skill", "script", "prompt", "approve", "ask", "steps"],
  },
  retry: {
    key: "retry",
    kind: retry,
    summary: "Number of attempts in total, or a mapping.",
    example: "retry: 3",
    verbs: ["tool", "skill", "script", "prompt", "steps"],
  },
  onError: {
    key: "onError",
    kind: onError,
    summary:
      "What happens after the last attempt: `fail` ends the run (default), `continue` goes on with the output null, `skip-rest` skips the steps that follow, `{default: …}` is the output instead.",
    example: "onError: continue",
    aliases: { continueOnError },
  },
  effect: {
    key: "effect",
    kind: oneOf<"read" | "write">(["read", "write"]),
    summary: "Whether the call changes something. Default what the tool declares; `write` for a script.",
    example: "effect: write",
    verbs: ["tool", "script"],
  },
  key: {
    key: "key",
    kind: template,
    summary:
      "Idempotency key of a write. With it, a call that was interrupted may be repeated; without it, a person decides.",
    example: 'key: "weekly-{{ inputs.week }}"',
    verbs: ["tool", "script"],
  },
  schema: {
    key: "schema",
    kind: objectSchema,
    summary: "JSON Schema of the answer.",
    example: "schema: { type: object, properties: { title: { type: string } } }",
    verbs: ["prompt", "ask"],
  },
  exit: {
    key: "exit",
    kind: exitCodes,
    summary:
      "Exit codes of a script that count as success, or `any`. Default 0; with any other, the step fails.",
    example: "exit: [0, 1]",
    verbs: ["script"],
  },
};
