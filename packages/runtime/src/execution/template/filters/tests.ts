import { type RenderFrame, wrongType } from "../evaluation/frame.ts";
import { contains, holdsBetween, modulo } from "../evaluation/operators.ts";
import { isMapping, kindName } from "../evaluation/values.ts";
import type { BuiltInTest } from "./built-in.ts";

const isNumber = (value: unknown): value is number => typeof value === "number";

/** Every test of the language: `value is name`. */
export const TESTS: ReadonlyMap<string, BuiltInTest> = new Map<string, BuiltInTest>([
  ["defined", { parameters: [], lenient: true, apply: (_frame, value) => value !== undefined }],
  ["undefined", { parameters: [], lenient: true, apply: (_frame, value) => value === undefined }],
  ["none", kind((value) => value === null)],
  ["string", kind((value) => typeof value === "string")],
  ["number", kind(isNumber)],
  ["integer", kind((value) => isNumber(value) && Number.isInteger(value))],
  ["float", kind((value) => isNumber(value) && !Number.isInteger(value))],
  ["boolean", kind((value) => typeof value === "boolean")],
  ["true", kind((value) => value === true)],
  ["false", kind((value) => value === false)],
  ["mapping", kind(isMapping)],
  ["sequence", kind((value) => Array.isArray(value) || typeof value === "string")],
  ["iterable", kind((value) => Array.isArray(value) || typeof value === "string" || isMapping(value))],
  ["lower", kind((value) => typeof value === "string" && isCased(value) && value === value.toLowerCase())],
  ["upper", kind((value) => typeof value === "string" && isCased(value) && value === value.toUpperCase())],
  ["even", { parameters: [], apply: (frame, value) => rest(frame, value, 2) === 0 }],
  ["odd", { parameters: [], apply: (frame, value) => rest(frame, value, 2) === 1 }],
  [
    "divisibleby",
    { parameters: ["num"], required: 1, apply: (frame, value, [by]) => rest(frame, value, by) === 0 },
  ],
  [
    "in",
    { parameters: ["seq"], required: 1, apply: (frame, value, [whole]) => contains(frame, whole, value) },
  ],
  ...comparisons("==", ["eq", "equalto"]),
  ...comparisons("!=", ["ne"]),
  ...comparisons("<", ["lt", "lessthan"]),
  ...comparisons("<=", ["le"]),
  ...comparisons(">", ["gt", "greaterthan"]),
  ...comparisons(">=", ["ge"]),
]);

function kind(check: (value: unknown) => boolean): BuiltInTest {
  return { parameters: [], apply: (_frame, value) => check(value) };
}

function isCased(text: string): boolean {
  return text.toLowerCase() !== text.toUpperCase();
}

function rest(frame: RenderFrame, value: unknown, by: unknown): number {
  if (!isNumber(value)) throw wrongType(frame, `expected a number, not ${kindName(value)}`);
  if (!isNumber(by) || by === 0) throw wrongType(frame, "expected a number other than 0 to divide by");
  return modulo(value, by);
}

function comparisons(
  operator: string,
  names: readonly string[],
): readonly (readonly [string, BuiltInTest])[] {
  return names.map((name) => [
    name,
    {
      parameters: ["other"],
      required: 1,
      apply: (frame, value, [other]) => holdsBetween(frame, operator, [value, other]),
    },
  ]);
}
