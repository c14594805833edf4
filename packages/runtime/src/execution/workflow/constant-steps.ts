import type { Step } from "../../workflow.ts";
import { compileExpression } from "../template/compile.ts";

/** True for a step whose condition is false, or whose list is empty, whatever the inputs are. */
export function isNeverRun(step: Step): boolean {
  const condition = step.if === undefined ? true : constantOf(step.if);
  const list = step.for === undefined ? undefined : constantOf(step.for.list);
  return isFalse(condition) || (Array.isArray(list) && list.length === 0);
}

/** What an expression without references evaluates to; undefined if it depends on something or fails. */
function constantOf(source: string): unknown {
  const compiled = compileExpression(source);
  // A name that is followed by `(` is a function, such as `now()`.
  if (!compiled.ok || compiled.value.references.length > 0 || source.includes("(")) return undefined;
  try {
    return compiled.value.evaluate({}, { now: () => 0 });
  } catch {
    return undefined;
  }
}

function isFalse(value: unknown): boolean {
  return value === false || value === null || value === 0 || value === "";
}
