import { isRecord } from "../../../basics/is-record.ts";
import { nearestWord } from "../../../basics/words.ts";
import type { SourcePosition, Step } from "../../../workflow.ts";
import { FILTERS } from "../../template/filters/filters.ts";
import type { TemplateReference } from "../../template/template.ts";
import { isNeverRun } from "../constant-steps.ts";
import { clip } from "../report.ts";
import {
  allSteps,
  templatesOf,
  textTemplate,
  valueTemplates,
  type WorkflowTemplate,
} from "../step-templates.ts";
import { type LintContext, placeIn } from "./lint-context.ts";
import { findUnknownMember } from "./output-members.ts";

/** Names that a template can read at some point, with the step that each of them is the output of. */
type Names = ReadonlyMap<string, Step | undefined>;

const ALWAYS: Names = new Map([
  ["inputs", undefined],
  ["steps", undefined],
]);

/** What `steps.<id>` has. */
const OUTCOME_KEYS = ["id", "status", "attempts", "ms", "error", "items", "steps"];

/** Checks that every template can be compiled and refers only to inputs, earlier steps and known filters. */
export function checkReferences(context: LintContext): void {
  const { workflow, options } = context;
  const names = checkSteps(workflow.steps, ALWAYS, context);
  const { output } = workflow;
  if (output?.kind === "value")
    for (const template of valueTemplates(["output"], output.value)) checkTemplate(template, names, context);
  if (output?.kind !== "template") return;
  for (const [file, text] of Object.entries(options.templates ?? {}))
    for (const template of textTemplate(["output"], text)) checkTemplate(template, names, context, file);
}

/** Checks steps in order, and returns the names that are known after them. */
function checkSteps(steps: readonly Step[], outer: Names, context: LintContext): Names {
  const names = new Map(outer);
  for (const step of steps) {
    const inner: Names =
      step.for === undefined ? names : new Map([...names, [step.for.item, undefined], ["loop", undefined]]);
    for (const template of templatesOf(step)) {
      const isList = template.path.at(-1) === "for";
      checkTemplate(template, isList ? names : inner, context);
    }
    if (step.action.kind === "steps") checkSteps(step.action.steps, inner, context);
    names.set(step.id, step);
  }
  return names;
}

function checkTemplate(template: WorkflowTemplate, names: Names, context: LintContext, file?: string): void {
  const { compiled, path } = template;
  const placeOf = (inside: SourcePosition): SourcePosition | undefined => {
    if (file !== undefined) return inside;
    const start = context.options.places?.find(path);
    return template.isExpression ? start : placeIn(start, inside);
  };
  const whereOf = (inside: SourcePosition) => ({
    path,
    at: placeOf(inside),
    ...(file === undefined ? {} : { file }),
  });
  if (!compiled.ok) {
    const { message, hint } = compiled.problem;
    context.report(
      "workflow.template-invalid",
      `a template is not valid: ${message}`,
      whereOf(compiled.problem),
      hint,
    );
    return;
  }
  const known = [...FILTERS.keys(), ...(context.options.filters ?? [])];
  for (const { name, ...at } of compiled.value.filters) {
    if (known.includes(name)) continue;
    const near = nearestWord(name, known);
    const hint = near === undefined ? undefined : `did you mean \`${near}\`?`;
    context.report("workflow.unknown-filter", `there is no filter \`${clip(name)}\``, whereOf(at), hint);
  }
  for (const reference of compiled.value.references) {
    const problem = problemOf(reference, names, context);
    if (problem !== undefined)
      context.report(problem.code, problem.message, whereOf(reference), problem.hint);
  }
}

interface WrongReference {
  readonly code:
    | "workflow.unknown-reference"
    | "workflow.unknown-input"
    | "workflow.undeclared-input"
    | "workflow.later-reference"
    | "workflow.skipped-reference";
  readonly message: string;
  readonly hint?: string | undefined;
}

function problemOf(
  { name, path, optional }: TemplateReference,
  names: Names,
  context: LintContext,
): WrongReference | undefined {
  const [first] = path;
  if (!names.has(name)) return unknownName(name, names, context);
  if (name === "inputs") return unknownInput(first, optional, context);
  if (name === "steps") return unknownOutcome(path, names, context);
  const step = names.get(name);
  if (step === undefined) return undefined;
  if (isNeverRun(step) && !optional)
    return {
      code: "workflow.skipped-reference",
      message: `\`${name}\` is always skipped, so this is always null`,
      hint: "remove the reference, or the condition of the step",
    };
  if (step.action.kind !== "steps") return optional ? undefined : unknownMember(name, path, step, context);
  if (step.for !== undefined || typeof first !== "string") return undefined;
  const ids = step.action.steps.map(({ id }) => id);
  if (ids.includes(first)) return undefined;
  return {
    code: "workflow.unknown-reference",
    message: `the group \`${name}\` has no step \`${clip(first)}\``,
    hint: didYouMean(first, ids),
  };
}

function unknownMember(
  name: string,
  path: TemplateReference["path"],
  step: Step,
  { options }: LintContext,
): WrongReference | undefined {
  const unknown = findUnknownMember(step, path, options.tools);
  if (unknown === undefined) return undefined;
  const { member, near } = unknown;
  return {
    code: "workflow.unknown-reference",
    message: `the output of \`${name}\` has no \`${clip(member)}\``,
    hint: near === undefined ? undefined : `did you mean \`${clip(near)}\`?`,
  };
}

function unknownName(name: string, names: Names, { workflow }: LintContext): WrongReference {
  const known = [...names.keys()];
  const later = allSteps(workflow.steps).find(({ id }) => id === name);
  if (later === undefined) {
    const isInput = Object.hasOwn(inputsOf(workflow.inputs), name);
    const hint = isInput ? `inputs are read with \`inputs.${name}\`` : didYouMean(name, known);
    return {
      code: "workflow.unknown-reference",
      message: `there is no step or variable \`${clip(name)}\``,
      hint,
    };
  }
  const group = allSteps(workflow.steps).find(
    ({ id, action }) => names.has(id) && action.kind === "steps" && action.steps.includes(later),
  );
  if (group !== undefined)
    return {
      code: "workflow.unknown-reference",
      message: `\`${name}\` is a step of the group \`${group.id}\``,
      hint: `write \`${group.id}.${name}\``,
    };
  return {
    code: "workflow.later-reference",
    message: `\`${name}\` has no output yet`,
    hint: "a step can use only the outputs of the steps before it",
  };
}

function unknownInput(
  first: string | number | undefined,
  optional: boolean,
  { workflow }: LintContext,
): WrongReference | undefined {
  const known = inputsOf(workflow.inputs);
  const isOpen = workflow.inputs.additionalProperties !== false;
  if (typeof first !== "string" || isOpen || Object.hasOwn(known, first)) return undefined;
  const names = Object.keys(known);
  const hint = didYouMean(first, names) ?? `declare it under \`inputs\`, such as \`${clip(first)}: string\``;
  if (optional) {
    const message = `there is no input \`${clip(first)}\`, so it never has a value`;
    return { code: "workflow.undeclared-input", message, hint };
  }
  return { code: "workflow.unknown-input", message: `there is no input \`${clip(first)}\``, hint };
}

function unknownOutcome(
  [id, key]: TemplateReference["path"],
  names: Names,
  context: LintContext,
): WrongReference | undefined {
  if (typeof id !== "string") return undefined;
  if (names.get(id) === undefined)
    return unknownName(id, new Map([...names].filter(([, step]) => step)), context);
  if (typeof key !== "string" || OUTCOME_KEYS.includes(key)) return undefined;
  const message = `\`steps.${id}\` has no \`${clip(key)}\``;
  return {
    code: "workflow.unknown-reference",
    message,
    hint: didYouMean(key, OUTCOME_KEYS) ?? `the output is \`${id}\``,
  };
}

function inputsOf({ properties }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isRecord(properties) ? properties : {};
}

function didYouMean(word: string, known: readonly string[]): string | undefined {
  const near = nearestWord(word, known);
  return near === undefined ? undefined : `did you mean \`${near}\`?`;
}
