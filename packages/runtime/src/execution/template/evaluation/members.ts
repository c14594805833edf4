import { nearestWord } from "../../../basics/words.ts";
import { meant } from "../language/source-problem.ts";
import type { TemplateError } from "../template-error.ts";
import { charge, failure, isLookup, type RenderFrame, wrongType } from "./frame.ts";
import { characters, expectInteger, isMapping, kindName, partOf } from "./values.ts";

/** A name of the scope; undefined if there is none. */
export function readName(frame: RenderFrame, name: string): unknown {
  const { scope } = frame;
  if (isLookup(scope)) return scope.get(name);
  return Object.hasOwn(scope, name) ? scope[name] : undefined;
}

/**
 * A member of a value; undefined if there is none. Members of none are none, so that everything below a skipped step is none.
 * Only own properties are members: nothing of a prototype can be reached.
 */
export function readMember(frame: RenderFrame, of: unknown, key: unknown): unknown {
  if (of === null) return null;
  if (Array.isArray(of)) {
    if (typeof key !== "number") return undefined;
    const index = key < 0 ? of.length + key : key;
    return Object.hasOwn(of, index) ? (of[index] ?? null) : undefined;
  }
  if (typeof of === "string") {
    if (typeof key !== "number") return undefined;
    const parts = characters(frame, of);
    return parts[key < 0 ? parts.length + key : key];
  }
  if (!isMapping(of)) return undefined;
  if (typeof key === "string") return Object.hasOwn(of, key) ? of[key] : undefined;
  return typeof key === "number" && Object.hasOwn(of, key) ? of[String(key)] : undefined;
}

/** The error about a name that the scope does not have. */
export function unknownName(frame: RenderFrame, name: string): TemplateError {
  const { scope } = frame;
  const names = isLookup(scope) ? (scope.names?.() ?? []) : Object.keys(scope);
  const near = nearestWord(name, names);
  return failure(frame, "execution.template-undefined", `"${name}" is not defined${meant(near)}`, {
    hint: 'use "| default(…)" if it can be missing',
  });
}

const MOST_KEYS = 1_000;

/** The error about a member that does not exist. `path` is how the template calls the value; a computed key is not shown. */
export function unknownMember(
  frame: RenderFrame,
  of: unknown,
  { key, path }: { readonly key: string | number | undefined; readonly path: string | undefined },
): TemplateError {
  const keys = isMapping(of) && typeof key === "string" ? Object.keys(of) : [];
  const near = keys.length <= MOST_KEYS && typeof key === "string" ? nearestWord(key, keys) : undefined;
  const whole = path === undefined ? kindName(of) : `"${path}"`;
  const what = Array.isArray(of) || typeof of === "string" ? "item" : "member";
  const shown = key === undefined ? `such ${what}` : `${what} ${typeof key === "number" ? key : `"${key}"`}`;
  return failure(frame, "execution.template-undefined", `${whole} has no ${shown}${meant(near)}`, {
    hint: 'use "| default(…)" if it can be missing',
  });
}

/** `value[start:stop:step]` as in Python. */
export function readSlice(
  frame: RenderFrame,
  of: unknown,
  bounds: readonly [unknown, unknown, unknown],
): unknown {
  if (of === null) return null;
  const step = expectInteger(frame, bounds[2], "the step of a slice", 1);
  if (step === 0) throw wrongType(frame, "the step of a slice must not be 0");
  const parts = typeof of === "string" ? characters(frame, of) : of;
  if (typeof parts !== "string" && !Array.isArray(parts))
    throw wrongType(frame, `${kindName(of)} cannot be sliced`);
  const { length } = parts;
  const start = bound(frame, bounds[0], { length, step, fallback: step > 0 ? 0 : length - 1 });
  const stop = bound(frame, bounds[1], { length, step, fallback: step > 0 ? length : -1 });
  if (step === 1) {
    const end = Math.max(start, stop);
    charge(frame, (end - start) >> 2);
    return typeof of === "string"
      ? partOf(typeof parts === "string" ? parts : parts.map(String), start, end)
      : parts.slice(start, end);
  }
  const count = Math.max(0, Math.ceil((stop - start) / step));
  charge(frame, count);
  const taken = Array.from({ length: count }, (_, index): unknown => parts[start + index * step]);
  return typeof of === "string" ? taken.join("") : taken;
}

function bound(
  frame: RenderFrame,
  value: unknown,
  { length, step, fallback }: { length: number; step: number; fallback: number },
): number {
  if (value === undefined || value === null) return fallback;
  const given = expectInteger(frame, value, "the bound of a slice");
  const index = given < 0 ? given + length : given;
  return step > 0 ? Math.min(Math.max(index, 0), length) : Math.min(Math.max(index, -1), length - 1);
}
