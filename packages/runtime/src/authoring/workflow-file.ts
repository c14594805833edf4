import type { JsonValue } from "../basics/copy-json.ts";
import type { ErrorPolicy, JsonSchema, RetryPolicy, Step, StepAction, Workflow } from "../workflow.ts";

/** The text of a `workflow.yaml`. Values are written as JSON, which is YAML too. */
export function workflowFile({ inputs, secrets, steps, output, refine }: Workflow): string {
  const lines = [
    ...inputLines(inputs, secrets),
    "steps:",
    ...steps.flatMap((step) => stepLines(step, "  ")),
    ...(output === undefined
      ? []
      : [`output: ${json(output.kind === "template" ? output.path : output.value)}`]),
    ...(refine === true ? ["refine: true"] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function inputLines({ properties, required }: JsonSchema, secrets: readonly string[]): readonly string[] {
  const rows = Object.entries(isRecord(properties) ? properties : {});
  if (rows.length === 0) return [];
  const needed = Array.isArray(required) ? required : [];
  return [
    "inputs:",
    ...rows.map(([name, schema]) => {
      const known = isRecord(schema) ? schema : {};
      const isOptional = !needed.includes(name) && !Object.hasOwn(known, "default");
      const marks = {
        ...(isOptional ? { required: false } : {}),
        ...(secrets.includes(name) ? { secret: true } : {}),
      };
      return `  ${name}: ${json({ ...known, ...marks })}`;
    }),
  ];
}

function stepLines(step: Step, indent: string): readonly string[] {
  const { id, action, onError, timeoutMs, retry } = step;
  const rows: readonly (readonly [string, unknown])[] = [
    ["id", id],
    ["if", step.if],
    ["for", step.for === undefined ? undefined : `${step.for.item} in ${step.for.list}`],
    ["parallel", step.parallel],
    ...verbOf(action),
    ["with", step.with],
    ["timeout", timeoutMs === undefined ? undefined : `${timeoutMs}ms`],
    ["retry", retry === undefined ? undefined : retryOf(retry)],
    ["onError", errorOf(onError)],
    ["effect", step.effect],
    ["key", step.key],
    ["schema", step.schema],
    ["exit", step.exit],
  ];
  const written = rows.flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${json(value)}`]));
  const nested =
    action.kind === "steps" ? ["steps:", ...action.steps.flatMap((inner) => stepLines(inner, "  "))] : [];
  return [...written, ...nested].map((line, at) => `${indent}${at === 0 ? "- " : "  "}${line}`);
}

function verbOf(action: StepAction): readonly (readonly [string, unknown])[] {
  if (action.kind === "steps") return [];
  if ("name" in action) return [[action.kind, action.name]];
  return [[action.kind, action.kind === "wait" ? action.until : action.text]];
}

function retryOf({ attempts, delayMs, factor, maxDelayMs, on }: RetryPolicy): JsonValue {
  return {
    attempts,
    delay: `${delayMs}ms`,
    factor,
    max: `${maxDelayMs}ms`,
    ...(on === undefined ? {} : { on: [...on] }),
  };
}

function errorOf(policy: ErrorPolicy): unknown {
  if (policy.kind === "fail") return undefined;
  return policy.kind === "default" ? { default: policy.value } : policy.kind;
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
