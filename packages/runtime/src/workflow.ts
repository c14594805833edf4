import type { JsonValue } from "./basics/copy-json.ts";

/** A plain JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A position in a file, both numbers starting at 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** What may follow the bar of an input in a list: `title|required`, `limit|integer`. */
export const INPUT_MODIFIERS: readonly string[] = [
  "required",
  "optional",
  "secret",
  "string",
  "number",
  "integer",
  "boolean",
  "array",
  "object",
  "list",
  "date",
  "date-time",
  "email",
  "uri",
  "any",
];

/** What a step does. Texts are templates; names of tools, skills and scripts are constant. */
export type StepAction =
  | { readonly kind: "tool"; readonly name: string }
  | { readonly kind: "skill"; readonly name: string }
  /** A file under `scripts/` of the same skill. */
  | { readonly kind: "script"; readonly name: string }
  | { readonly kind: "prompt"; readonly text: string }
  | { readonly kind: "approve"; readonly text: string }
  | { readonly kind: "ask"; readonly text: string }
  /** A duration (`3d`) or a template that renders one, or a point in time. */
  | { readonly kind: "wait"; readonly until: string }
  | { readonly kind: "steps"; readonly steps: readonly Step[] };

/** The verbs of a step, as the file spells them. */
export const STEP_VERBS = ["tool", "skill", "script", "prompt", "approve", "ask", "wait", "steps"] as const;

/** How often and how soon a failed step is tried again. Delays grow by `factor`, with random jitter. */
export interface RetryPolicy {
  /** Number of attempts in total. */
  readonly attempts: number;
  readonly delayMs: number;
  readonly factor: number;
  readonly maxDelayMs: number;
  /** Kinds of failure that are tried again, such as `timeout`. Default all. */
  readonly on?: readonly string[];
}

/** What happens after the last attempt failed. */
export type ErrorPolicy =
  | { readonly kind: "fail" | "continue" | "skip-rest" }
  | { readonly kind: "default"; readonly value: JsonValue };

/** One step of a workflow. Expressions and templates are kept as text, so that a workflow is plain JSON. */
export interface Step {
  /** `[a-z][a-z0-9_]*`, unique within the workflow. Later steps refer to the step's output by it. */
  readonly id: string;
  readonly action: StepAction;
  /** Expression; the step is skipped if it is false. */
  readonly if?: string;
  /** Runs the step once per item of the list that the expression gives; the output is the list of outputs. */
  readonly for?: { readonly item: string; readonly list: string };
  /** Maximum number of items at the same time. Default 1. */
  readonly parallel?: number;
  /** Arguments of the tool or the script, inputs of the skill, or what an approval covers, with templates in its strings. */
  readonly with?: Readonly<Record<string, JsonValue>>;
  readonly timeoutMs?: number;
  readonly retry?: RetryPolicy;
  readonly onError: ErrorPolicy;
  /** Default what the tool declares; `write` for a script. */
  readonly effect?: "read" | "write";
  /** Template of an idempotency key, with which a write may be tried again. */
  readonly key?: string;
  /** Schema of the answer of `prompt` and `ask`. */
  readonly schema?: JsonSchema;
  /** Exit codes of a script that count as success. Default only 0. */
  readonly exit?: "any" | readonly number[];
  /**
   * Of a chain of skills: inputs that `with` does not name are taken from the latest output that has them, then from the
   * inputs of the run.
   */
  readonly feed?: boolean;
  readonly at?: SourcePosition;
}

/** The result of a workflow: a rendered template file, or a value with templates in its strings. */
export type WorkflowOutput =
  | {
      readonly kind: "template";
      readonly path: string;
      /** Paths of other templates by the name of the variant. */
      readonly variants: Readonly<Record<string, string>>;
    }
  | { readonly kind: "value"; readonly value: JsonValue };

/** A parsed workflow. Plain JSON. */
export interface Workflow {
  /** JSON Schema of an object. */
  readonly inputs: JsonSchema;
  /** Names of inputs that are never written to a journal, a log or an event. */
  readonly secrets: readonly string[];
  readonly steps: readonly Step[];
  readonly output?: WorkflowOutput;
  /** True: the product is given to the model to refine. */
  readonly refine?: boolean;
}

/** What a run needs of one skill. */
export interface SkillDefinition {
  readonly name: string;
  /** SHA-256 of the skill's directory when the run was defined. */
  readonly digest: string;
  /** Of a skill without steps, its inputs and the template of its product; undefined if it declares neither. */
  readonly workflow?: Workflow;
  /** Body of a skill without steps, which is given to the model; undefined for all others. */
  readonly body?: string;
  /** Texts of the templates that `output` names, by path. */
  readonly templates: Readonly<Record<string, string>>;
  /** Rules of the tools that the skill may use; empty if it declares none. */
  readonly allowedTools: readonly string[];
  readonly disallowedTools: readonly string[];
}

/** A skill that is executed step by step, and not given to the model. */
export function hasSteps({ workflow, body }: Pick<SkillDefinition, "workflow" | "body">): boolean {
  return workflow !== undefined && body === undefined;
}

/**
 * Everything that a run executes: its skill and every skill that it calls, as they were when the run was started. Plain
 * JSON, stored with the run.
 */
export interface RunDefinition {
  readonly format: 1;
  /** Name of the skill that is run. */
  readonly entry: string;
  readonly skills: Readonly<Record<string, SkillDefinition>>;
  /** Name of the output template to use. Default the input `variant`, if it names one. */
  readonly variant?: string;
  /** Tool rules of the skills that were active where the run was started. They limit it also when it is continued. */
  readonly ceiling?: readonly ToolCeiling[];
  /** Tool rules that the user had granted there. Other calls are denied. */
  readonly grants?: readonly string[];
  /** The directory that the host's tools work in, also when the run is continued from another one. */
  readonly directory?: string;
  /** Names of inputs that have text from outside. */
  readonly outside?: readonly string[];
}

/** What an active skill allows. */
export interface ToolCeiling {
  readonly skill: string;
  readonly allowed: readonly string[];
  readonly disallowed?: readonly string[] | undefined;
  /** True for a skill of a server. */
  readonly remote?: boolean | undefined;
}
