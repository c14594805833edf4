import { charge, chargeText, failure, type RenderFrame, wrongType } from "./frame.ts";
import { isMapping, kindName, repeatText } from "./values.ts";

/** The result of an arithmetic operator. */
export function calculate(
  frame: RenderFrame,
  operator: string,
  [left, right]: readonly [unknown, unknown],
): unknown {
  if (typeof left === "number" && typeof right === "number")
    return finite(frame, ofNumbers(frame, operator, left, right));
  if (operator === "+") {
    if (typeof left === "string" && typeof right === "string") {
      chargeText(frame, left.length + right.length);
      return left + right;
    }
    if (Array.isArray(left) && Array.isArray(right)) {
      charge(frame, left.length + right.length);
      return [...left, ...right];
    }
  }
  if (operator === "*") {
    if (typeof right === "number") return repeat(frame, left, right);
    if (typeof left === "number") return repeat(frame, right, left);
  }
  const hint = operator === "+" ? 'use "~" to put values together as text' : undefined;
  throw wrongType(frame, `"${operator}" cannot combine ${kindName(left)} and ${kindName(right)}`, hint);
}

function ofNumbers(frame: RenderFrame, operator: string, left: number, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / nonZero(frame, right);
    case "//":
      return Math.floor(left / nonZero(frame, right));
    case "%":
      return modulo(left, nonZero(frame, right));
    default:
      return left ** right;
  }
}

function nonZero(frame: RenderFrame, value: number): number {
  if (value === 0) throw wrongType(frame, "division by zero");
  return value;
}

/** The remainder with the sign of the divisor, as in Python. */
export function modulo(left: number, right: number): number {
  const rest = left % right;
  return rest !== 0 && rest < 0 !== right < 0 ? rest + right : rest;
}

function finite(frame: RenderFrame, value: number): number {
  if (Number.isFinite(value)) return value;
  throw wrongType(frame, "the result is not a finite number");
}

function repeat(frame: RenderFrame, value: unknown, count: number): unknown {
  if (Number.isSafeInteger(count)) {
    if (typeof value === "string") return repeatText(frame, value, count);
    if (Array.isArray(value)) {
      const times = Math.max(0, count);
      charge(frame, value.length * times);
      return Array.from({ length: value.length * times }, (_, index): unknown => value[index % value.length]);
    }
  }
  throw wrongType(
    frame,
    `"*" cannot combine ${kindName(value)} and ${Number.isSafeInteger(count) ? "a number" : "a fraction"}`,
  );
}

/** The result of a comparison. */
export function holdsBetween(
  frame: RenderFrame,
  operator: string,
  [left, right]: readonly [unknown, unknown],
): boolean {
  switch (operator) {
    case "==":
      return isEqual(frame, left, right);
    case "!=":
      return !isEqual(frame, left, right);
    case "in":
      return contains(frame, right, left);
    case "not in":
      return !contains(frame, right, left);
    case "<":
      return order(frame, left, right) < 0;
    case "<=":
      return order(frame, left, right) <= 0;
    case ">":
      return order(frame, left, right) > 0;
    default:
      return order(frame, left, right) >= 0;
  }
}

/** Negative, zero or positive. Only two numbers or two strings have an order. */
export function order(frame: RenderFrame, left: unknown, right: unknown): number {
  if (typeof left === "number" && typeof right === "number") return left < right ? -1 : left > right ? 1 : 0;
  if (typeof left === "string" && typeof right === "string") {
    chargeComparison(frame, left, right);
    return left < right ? -1 : left > right ? 1 : 0;
  }
  const hint = left === null || right === null ? 'use "| default(0)" if a value can be missing' : undefined;
  throw wrongType(frame, `${kindName(left)} and ${kindName(right)} cannot be compared`, hint);
}

function chargeComparison(frame: RenderFrame, left: string, right: string): void {
  const length = Math.min(left.length, right.length);
  if (length > 64) charge(frame, length >> 6);
}

const DEEPEST = 200;

/** Equality by content, without conversions. */
export function isEqual(frame: RenderFrame, left: unknown, right: unknown, depth = 0): boolean {
  if (typeof left === "string" && typeof right === "string") chargeComparison(frame, left, right);
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null)
    return (left ?? null) === (right ?? null);
  charge(frame, 1);
  if (depth >= DEEPEST)
    throw failure(frame, "execution.template-limit", `a value is nested more than ${DEEPEST} levels deep`);
  if (Array.isArray(left) || Array.isArray(right))
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isEqual(frame, item, right[index], depth + 1))
    );
  if (left instanceof Date || right instanceof Date)
    return left instanceof Date && right instanceof Date && left.getTime() === right.getTime();
  if (!isMapping(left) || !isMapping(right)) return false;
  const keys = Object.keys(left);
  const other = right;
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(frame, left[key], other[key], depth + 1))
  );
}

/** Whether a list has an item, a string a part, or a mapping a key. Nothing is in none. */
export function contains(frame: RenderFrame, whole: unknown, part: unknown): boolean {
  if (typeof whole === "string") {
    if (typeof part !== "string")
      throw wrongType(frame, `"in" needs a string to look for in a string, not ${kindName(part)}`);
    charge(frame, 1 + (whole.length >> 4));
    return whole.includes(part);
  }
  if (Array.isArray(whole)) {
    charge(frame, whole.length);
    return whole.some((item) => isEqual(frame, item, part));
  }
  if (whole === null || whole === undefined) return false;
  if (isMapping(whole)) return typeof part === "string" && Object.hasOwn(whole, part);
  throw wrongType(frame, `"in" cannot look into ${kindName(whole)}`);
}
