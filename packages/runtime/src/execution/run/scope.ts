import { isRecord } from "../../basics/is-record.ts";
import type { StepOutcome } from "../../run.ts";
import type { TemplateLookup } from "../template/template.ts";

/** The names that templates of a step can read. An inner scope sees those of the outer one. */
export interface Scope extends TemplateLookup {
  names(): Iterable<string>;
  set(name: string, value: unknown): void;
  /** Records a step: its output under its id, and how it ended under `steps`. */
  finish(outcome: StepOutcome, output: unknown): void;
}

/** Opens a scope, inside another one or with the inputs of a skill. */
export function openScope(outer: Scope | undefined, given: Readonly<Record<string, unknown>>): Scope {
  const own = new Map<string, unknown>(Object.entries(given));
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
  return {
    get,
    names: () => [...(outer?.names() ?? ["steps"]), ...own.keys()],
    set: (name, value) => {
      own.set(name, value);
    },
    finish: (outcome, output) => {
      own.set(outcome.id, output);
      steps[outcome.id] = outcome;
    },
  };
}
