import { charge, failure, type RenderFrame, wrongType } from "../evaluation/frame.ts";
import { expectInteger } from "../evaluation/values.ts";
import type { BuiltIn } from "./built-in.ts";

const LONGEST_RANGE = 10_000;

/** Every function of the language. Their value is always none. */
export const FUNCTIONS: ReadonlyMap<string, BuiltIn<unknown>> = new Map<string, BuiltIn<unknown>>([
  ["range", { parameters: ["start", "stop", "step"], required: 1, apply: range }],
  ["now", { parameters: [], apply: (frame) => new Date(frame.environment.now()).toISOString() }],
]);

function range(
  frame: RenderFrame,
  _value: unknown,
  [first, second, third]: readonly unknown[],
): readonly number[] {
  const start = second === undefined ? 0 : expectInteger(frame, first, "the start");
  const stop = expectInteger(frame, second === undefined ? first : second, "the end");
  const step = expectInteger(frame, third, "the step", 1);
  if (step === 0) throw wrongType(frame, "the step of a range must not be 0");
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (length > LONGEST_RANGE)
    throw failure(frame, "execution.template-limit", `a range has at most ${LONGEST_RANGE} numbers`);
  charge(frame, length);
  return Array.from({ length }, (_, index) => start + index * step);
}
