import type { JsonValue } from "../../basics/copy-json.ts";
import type { SkillDefinition, Step, Workflow } from "../../workflow.ts";
import { compileExpression, compileTemplate, compileValue } from "../template/compile.ts";
import type {
  TemplateEnvironment,
  TemplateFacts,
  TemplateProblem,
  TemplateResult,
  TemplateScope,
} from "../template/template.ts";
import {
  argumentReads,
  readsOf,
  referencesOf,
  textTemplate,
  valueTemplates,
} from "../workflow/step-templates.ts";
import type { Reads } from "./outside.ts";
import { StepFailure } from "./step-failure.ts";

/** A value with templates, ready to be evaluated. Throws `StepFailure` or `TemplateError`. */
export type Evaluate<Value> = (scope: TemplateScope, environment: TemplateEnvironment) => Value;

/** A step with all its templates and expressions compiled. */
export interface CompiledStep {
  readonly step: Step;
  readonly if?: Evaluate<boolean>;
  /** True if `if` reads the item of the loop, so that it decides about each item. */
  readonly ifEach: boolean;
  readonly list?: Evaluate<unknown>;
  readonly with?: Evaluate<unknown>;
  /** The text of `prompt`, `approve`, `ask` and `wait`. */
  readonly text?: Evaluate<string>;
  readonly key?: Evaluate<string>;
  readonly fallback?: Evaluate<unknown>;
  readonly steps?: readonly CompiledStep[];
  /** What the parts of the step read from the scope. */
  readonly reads: StepReads;
}

/** What the parts of a step read from the scope, for text from outside. */
export interface StepReads {
  readonly list: Reads;
  readonly text: Reads;
  readonly fallback: Reads;
  /** By the name of the argument. */
  readonly with: Readonly<Record<string, Reads>>;
  /** What the text and all arguments read. */
  readonly given: Reads;
}

/** A skill with all its templates compiled. */
export interface CompiledSkill {
  /** What was compiled, to recognize another workflow under the same digest. */
  readonly skill: SkillDefinition;
  readonly source: string;
  readonly steps: readonly CompiledStep[];
  readonly output?: Evaluate<unknown>;
  /** Templates of the output, by path. */
  readonly templates: ReadonlyMap<string, Evaluate<string>>;
  /** Names that expressions read; steps whose answer nobody reads are not among them. */
  readonly reads: ReadonlySet<string>;
  /** What the output reads from the scope, by the path of the template; the value under the empty string. */
  readonly outputReads: ReadonlyMap<string, Reads>;
}

const MAX_CACHED = 100;

/** Compiles a skill, or returns what was compiled before under the same digest. */
export function compileSkill(
  skill: SkillDefinition,
  workflow: Workflow,
  cache: Map<string, CompiledSkill> = new Map(),
): CompiledSkill {
  const known = cache.get(skill.digest);
  // Stores that share definitions freeze them.
  if (known?.skill === skill && Object.isFrozen(skill)) return known;
  const source = JSON.stringify([workflow, skill.templates]);
  if (known?.source === source) return known;
  const compiled = compile(skill, workflow, source);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(skill.digest, compiled);
  return compiled;
}

function compile(skill: SkillDefinition, { steps, output }: Workflow, source: string): CompiledSkill {
  const reads = new Set<string>();
  const note = ({ references }: Pick<TemplateFacts, "references">) => {
    for (const { name } of references) reads.add(name);
  };
  const compiled = steps.map((step) => compileStep(step, note));
  const templates = new Map<string, Evaluate<string>>();
  const outputReads = new Map<string, Reads>();
  if (output?.kind === "template")
    for (const path of [output.path, ...Object.values(output.variants)]) {
      const text = Object.hasOwn(skill.templates, path) ? skill.templates[path] : undefined;
      templates.set(path, text === undefined ? () => missing(path) : textOf(text, note));
      outputReads.set(path, text === undefined ? [] : referencesOf(textTemplate([], text)));
    }
  if (output?.kind === "value") outputReads.set("", referencesOf(valueTemplates([], output.value)));
  return {
    skill,
    source,
    steps: compiled,
    templates,
    reads,
    outputReads,
    ...(output?.kind === "value" ? { output: jsonOf(output.value, note) } : {}),
  };
}

type Note = (facts: Pick<TemplateFacts, "references">) => void;

function compileStep(step: Step, note: Note): CompiledStep {
  const { action, onError } = step;
  const names = new Set<string>();
  const noteNames: Note = (facts) => {
    note(facts);
    for (const { name } of facts.references) names.add(name);
  };
  const condition = step.if === undefined ? undefined : conditionOf(step.if, noteNames);
  const text = action.kind === "wait" ? action.until : "text" in action ? action.text : undefined;
  return {
    step,
    reads: stepReads(step),
    ifEach: step.for !== undefined && (names.has(step.for.item) || names.has("loop")),
    ...(condition === undefined ? {} : { if: condition }),
    ...(step.for === undefined ? {} : { list: expressionOf(step.for.list, note) }),
    ...(step.with === undefined ? {} : { with: jsonOf(step.with, note) }),
    ...(text === undefined ? {} : { text: textOf(text, note) }),
    ...(step.key === undefined ? {} : { key: textOf(step.key, note) }),
    ...(onError.kind === "default" ? { fallback: jsonOf(onError.value, note) } : {}),
    ...(action.kind === "steps" ? { steps: action.steps.map((inner) => compileStep(inner, note)) } : {}),
  };
}

function stepReads(step: Step): StepReads {
  const { action, onError } = step;
  const text = action.kind === "wait" ? action.until : "text" in action ? action.text : "";
  const list = step.for === undefined ? undefined : compileExpression(step.for.list);
  const ofText = referencesOf(textTemplate([], text));
  const ofArguments = argumentReads(step);
  return {
    list: list?.ok === true ? readsOf(list.value) : [],
    text: ofText,
    fallback: onError.kind === "default" ? referencesOf(valueTemplates([], onError.value)) : [],
    with: ofArguments,
    given: [...ofText, ...Object.values(ofArguments).flat()],
  };
}

function conditionOf(source: string, note: Note): Evaluate<boolean> {
  return compiledOr(
    compileExpression(source),
    note,
    (expression) => (scope, environment) => expression.holds(scope, environment),
  );
}

function expressionOf(source: string, note: Note): Evaluate<unknown> {
  return compiledOr(
    compileExpression(source),
    note,
    (expression) => (scope, environment) => expression.evaluate(scope, environment),
  );
}

function textOf(source: string, note: Note): Evaluate<string> {
  if (!mayHaveTemplate(source)) return () => source;
  return compiledOr(
    compileTemplate(source),
    note,
    (template) => (scope, environment) => template.render(scope, environment),
  );
}

/** A JSON value whose strings are templates. Parts without templates are used by reference. */
function jsonOf(value: JsonValue, note: Note): Evaluate<unknown> {
  if (typeof value === "string") {
    if (!mayHaveTemplate(value)) return () => value;
    return compiledOr(
      compileValue(value),
      note,
      (template) => (scope, environment) => template.evaluate(scope, environment),
    );
  }
  if (typeof value !== "object" || value === null || !hasTemplate(value)) return () => value;
  if (isList(value)) {
    const items = value.map((item) => jsonOf(item, note));
    return (scope, environment) => items.map((item) => item(scope, environment));
  }
  const entries = Object.entries(value).map(([key, inner]) => [key, jsonOf(inner, note)] as const);
  return (scope, environment) => {
    const object: Record<string, unknown> = {};
    for (const [key, inner] of entries) {
      const evaluated = inner(scope, environment);
      if (key === "__proto__") Object.defineProperty(object, key, { value: evaluated, enumerable: true });
      else object[key] = evaluated;
    }
    return object;
  };
}

/** A wrong template fails the step that uses it; linting finds it before. */
function compiledOr<Compiled extends TemplateFacts, Value>(
  result: TemplateResult<Compiled>,
  note: Note,
  use: (compiled: Compiled) => Evaluate<Value>,
): Evaluate<Value> {
  if (!result.ok) return () => wrong(result.problem);
  note(result.value);
  return use(result.value);
}

function wrong({ message, line, column, hint }: TemplateProblem): never {
  throw new StepFailure(
    "template",
    `${message} (line ${line}, column ${column})`,
    hint === undefined ? {} : { hint },
  );
}

function missing(path: string): never {
  throw new StepFailure("template", `the skill has no template "${path}"`);
}

function mayHaveTemplate(text: string): boolean {
  return text.includes("{");
}

function hasTemplate(value: JsonValue): boolean {
  if (typeof value === "string") return mayHaveTemplate(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasTemplate);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
