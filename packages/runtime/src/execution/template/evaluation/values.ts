import { isRecord } from "../../../basics/is-record.ts";
import { charge, chargeText, type RenderFrame, wrongType } from "./frame.ts";
import { writeJson } from "./write-json.ts";

/** The kind of a value, in words of the language. It is all that an error says about a value. */
export function kindName(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Date) return "a date";
  switch (typeof value) {
    case "string":
      return "a string";
    case "number":
    case "bigint":
      return "a number";
    case "boolean":
      return "a boolean";
    case "object":
      return "a mapping";
    default:
      return "a value that templates cannot use";
  }
}

/** False for none, false, 0, and empty strings, lists and mappings, as in Python. */
export function isTrue(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "string") return value !== "";
  if (typeof value === "number") return value !== 0;
  if (value === null || value === undefined) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (isMapping(value)) {
    for (const key in value) if (Object.hasOwn(value, key)) return true;
    return false;
  }
  return true;
}

/** True for objects whose own properties are members: not for lists, dates and functions. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !(value instanceof Date);
}

/** A value as text: strings as they are, none as nothing, lists and mappings as JSON. */
export function toText(frame: RenderFrame, value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "true" : "false";
  if (typeof value === "object") return writeJson(frame, value, undefined);
  if (typeof value === "bigint") return String(value);
  throw wrongType(frame, `${kindName(value)} cannot be printed`);
}

/** A value as a list: the characters of a string, the keys of a mapping, and nothing for none. */
export function toList(frame: RenderFrame, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value === null || value === undefined) return [];
  if (typeof value === "string") {
    charge(frame, value.length);
    return [...value];
  }
  if (isMapping(value)) return keysOf(frame, value);
  throw wrongType(frame, `${kindName(value)} is not a list`);
}

export function keysOf(frame: RenderFrame, value: Readonly<Record<string, unknown>>): readonly string[] {
  const keys = Object.keys(value);
  charge(frame, keys.length);
  return keys;
}

/** A string of the language; none is the empty string. Anything else is an error. */
export function expectText(frame: RenderFrame, value: unknown, what: string): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  throw wrongType(frame, `${what} must be a string, not ${kindName(value)}`);
}

/** A whole number of the language; `fallback` if none was given. */
export function expectInteger(frame: RenderFrame, value: unknown, what: string, fallback?: number): number {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  if ((value === undefined || value === null) && fallback !== undefined) return fallback;
  throw wrongType(
    frame,
    `${what} must be a whole number, not ${typeof value === "number" ? "a fraction" : kindName(value)}`,
  );
}

/** `text.repeat(count)`, with the size checked first. */
export function repeatText(frame: RenderFrame, text: string, count: number): string {
  const times = Math.max(0, count);
  chargeText(frame, text.length * times);
  return text.repeat(times);
}

/** The characters of a text, or the text itself if each takes one code unit, so that indexes never split a character. */
export function characters(frame: RenderFrame, text: string): string | readonly string[] {
  charge(frame, text.length >> 4);
  if (!/[\ud800-\udfff]/.test(text)) return text;
  charge(frame, text.length);
  return [...text];
}

/** A part of a string or of its characters. */
export function partOf(parts: string | readonly string[], start: number, end?: number): string {
  return typeof parts === "string" ? parts.slice(start, end) : parts.slice(start, end).join("");
}

/** Sets a key of a new mapping, also if it is `__proto__`. */
export function setKey(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}
