import type { JsonValue } from "../../basics/copy-json.ts";
import { isRecord } from "../../basics/is-record.ts";
import type { ValuePath } from "../../basics/kind.ts";
import type { Step } from "../../workflow.ts";
import { compileExpression, compileTemplate, compileValue } from "../template/compile.ts";
import type { TemplateFacts, TemplateReference, TemplateResult } from "../template/template.ts";
import { hasTemplate } from "./value-kinds.ts";

/** A template or an expression of a workflow, compiled. */
export interface WorkflowTemplate {
  /** Where it is: `["steps", "tasks", "with", "query"]`. */
  readonly path: ValuePath;
  readonly source: string;
  readonly compiled: TemplateResult<TemplateFacts>;
  /** True for a bare expression, whose position within its line is not known. */
  readonly isExpression: boolean;
}

/** The templates and expressions of a step, without those of the steps in it. */
export function templatesOf(step: Step): readonly WorkflowTemplate[] {
  const at = ["steps", step.id];
  const { action, onError } = step;
  const text = "text" in action ? action.text : action.kind === "wait" ? action.until : undefined;
  return [
    ...(step.if === undefined ? [] : [expression([...at, "if"], step.if)]),
    ...(step.for === undefined ? [] : [expression([...at, "for"], step.for.list)]),
    ...(text === undefined ? [] : textTemplate([...at, action.kind], text)),
    ...(step.with === undefined ? [] : valueTemplates([...at, "with"], step.with)),
    ...(step.key === undefined ? [] : textTemplate([...at, "key"], step.key)),
    ...(onError.kind === "default" ? valueTemplates([...at, "onError", "default"], onError.value) : []),
  ];
}

/** The templates in the strings of a value. */
export function valueTemplates(path: ValuePath, value: JsonValue): readonly WorkflowTemplate[] {
  if (typeof value === "string")
    return hasTemplate(value)
      ? [{ path, source: value, compiled: compileValue(value), isExpression: false }]
      : [];
  if (isList(value)) return value.flatMap((item, index) => valueTemplates([...path, index], item));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => valueTemplates([...path, key], item));
}

/** What templates read from their scope. A wrong one reads nothing, because it is never rendered. */
export function referencesOf(templates: readonly WorkflowTemplate[]): readonly ScopeRead[] {
  return templates.flatMap(({ compiled }) => (compiled.ok ? readsOf(compiled.value) : []));
}

/** A name that is read from the scope, with the members that are read from it. */
export type ScopeRead = Pick<TemplateReference, "name" | "path">;

/** What a template reads from its scope, also through a variable that is not set. */
export function readsOf({ references, variables }: TemplateFacts): readonly ScopeRead[] {
  return [...references, ...variables.map((name) => ({ name, path: [] }))];
}

/** What each argument of a step reads from the scope. */
export function argumentReads({ with: given = {} }: Step): Readonly<Record<string, readonly ScopeRead[]>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, referencesOf(valueTemplates([name], value))]),
  );
}

/** A text that is rendered. */
export function textTemplate(path: ValuePath, source: string): readonly WorkflowTemplate[] {
  return hasTemplate(source)
    ? [{ path, source, compiled: compileTemplate(source), isExpression: false }]
    : [];
}

function expression(path: ValuePath, source: string): WorkflowTemplate {
  return { path, source, compiled: compileExpression(source), isExpression: true };
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Every step of a workflow, also those in groups, in the order of the file. */
export function allSteps(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step) =>
    step.action.kind === "steps" ? [step, ...allSteps(step.action.steps)] : [step],
  );
}
