import { isRecord } from "../../basics/is-record.ts";
import type { StepOutcome } from "../../run.ts";
import type { TemplateLookup, TemplateReference } from "../template/template.ts";
import { INSIDE, mergeSources, type SourceLookup, type Sources } from "./outside.ts";

/** The names that templates of a step can read. An inner scope sees those of the outer one. */
export interface Scope extends TemplateLookup, SourceLookup {
  names(): Iterable<string>;
  /** Records a step: its output under its id with the sources of text from outside, and how it ended under `steps`. */
  finish(outcome: StepOutcome, output: unknown, marks: StepMarks): void;
}

/** Where text from outside in the output of a step, and in its error, is from. */
export interface StepMarks {
  readonly output: Sources;
  readonly error: Sources;
}

/** Sources by name; those of `inputs` by the name of the input. */
export interface ScopeMarks {
  readonly names?: Readonly<Record<string, Sources>>;
  readonly inputs?: Readonly<Record<string, Sources>>;
}

/** What is known about a step without looking at text that a tool wrote. */
const OWN_FACTS: readonly unknown[] = ["status", "attempts", "ms"];

/** Opens a scope, inside another one or with the inputs of a skill. */
export function openScope(
  outer: Scope | undefined,
  given: Readonly<Record<string, unknown>>,
  marks: ScopeMarks = {},
): Scope {
  const own = new Map<string, unknown>(Object.entries(given));
  const marked = new Map<string, Sources>(Object.entries(marks.names ?? {}));
  const failures: Sources[] = [];
  const steps: Record<string, StepOutcome> = {};
  let allSteps: Readonly<Record<string, unknown>> | undefined = outer === undefined ? steps : undefined;
  const get = (name: string): unknown => {
    if (name === "steps") {
      // Only few workflows read it, so the steps of the outer scope are not copied before.
      const outside = outer?.get("steps");
      allSteps ??= Object.assign(steps, { ...(isRecord(outside) ? outside : {}), ...steps });
      return allSteps;
    }
    return own.has(name) ? own.get(name) : outer?.get(name);
  };
  const sources = (name: string, path: TemplateReference["path"]): Sources => {
    const [first, second] = path;
    if (name === "inputs" && own.has(name)) {
      const { inputs = {} } = marks;
      if (typeof first !== "string") return mergeSources(Object.values(inputs));
      return (Object.hasOwn(inputs, first) ? inputs[first] : undefined) ?? INSIDE;
    }
    // The message of an error may be text of whatever the tool spoke to.
    if (name === "steps")
      return OWN_FACTS.includes(second)
        ? INSIDE
        : mergeSources([...failures, outer?.sources(name, path) ?? INSIDE]);
    return own.has(name) ? (marked.get(name) ?? INSIDE) : (outer?.sources(name, path) ?? INSIDE);
  };
  return {
    get,
    sources,
    names: () => [...(outer?.names() ?? ["steps"]), ...own.keys()],
    finish: (outcome, output, { output: found, error }) => {
      own.set(outcome.id, output);
      marked.set(outcome.id, found);
      if (error.length > 0) failures.push(error);
      steps[outcome.id] = outcome;
    },
  };
}
