import { type RenderFrame, wrongType } from "../evaluation/frame.ts";
import { expectInteger, expectText, kindName } from "../evaluation/values.ts";
import type { BuiltInFilter } from "./built-in.ts";

/** Filters that make numbers. */
export const NUMBER_FILTERS: Readonly<Record<string, BuiltInFilter>> = {
  int: {
    parameters: ["default", "base"],
    apply: (frame, value, [fallback = 0, base]) => {
      const number = toNumber(value, expectInteger(frame, base, "the base", 10));
      return number === undefined ? fallback : Math.trunc(number);
    },
  },
  float: {
    parameters: ["default"],
    apply: (_frame, value, [fallback = 0]) => toNumber(value, 10) ?? fallback,
  },
  abs: { parameters: [], apply: (frame, value) => Math.abs(expectNumber(frame, value)) },
  round: { parameters: ["precision", "method"], apply: round },
};

/** The number that a value is or that a short string contains; undefined if there is none. */
function toNumber(value: unknown, base: number): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "string" || value.length > 400) return undefined;
  const text = value.trim().replaceAll(/(?<=\d)_(?=\d)/g, "");
  if (base !== 10) return base >= 2 && base <= 36 ? parseWhole(text, base) : undefined;
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

const PREFIXES: ReadonlyMap<number, string> = new Map([
  [2, "0b"],
  [8, "0o"],
  [16, "0x"],
]);

function parseWhole(text: string, base: number): number | undefined {
  const negative = text.startsWith("-");
  const unsigned = (negative || text.startsWith("+") ? text.slice(1) : text).toLowerCase();
  const prefix = PREFIXES.get(base);
  const digits =
    prefix !== undefined && unsigned.startsWith(prefix) ? unsigned.slice(prefix.length) : unsigned;
  const allowed = "0123456789abcdefghijklmnopqrstuvwxyz".slice(0, base);
  if (digits === "" || [...digits].some((digit) => !allowed.includes(digit))) return undefined;
  const number = Number.parseInt(digits, base);
  return negative ? -number : number;
}

function expectNumber(frame: RenderFrame, value: unknown): number {
  if (typeof value === "number") return value;
  throw wrongType(
    frame,
    `expected a number, not ${kindName(value)}`,
    'use "| int" or "| float" to read one from a string',
  );
}

/** Rounds halves to the even neighbour, as Python does. */
function round(frame: RenderFrame, value: unknown, [precision, method]: readonly unknown[]): number {
  const number = expectNumber(frame, value);
  const digits = expectInteger(frame, precision, "the precision", 0);
  if (digits < -15 || digits > 15) throw wrongType(frame, "the precision must be from -15 to 15");
  const how = method === undefined ? "common" : expectText(frame, method, "the method");
  const factor = 10 ** digits;
  if (how === "ceil") return Math.ceil(number * factor) / factor;
  if (how === "floor") return Math.floor(number * factor) / factor;
  if (how !== "common") throw wrongType(frame, 'the method must be "common", "ceil" or "floor"');
  const scaled = number * factor;
  const floor = Math.floor(scaled);
  const isHalf = scaled - floor === 0.5 && Number.isInteger(number * 2 ** (Math.max(0, digits) + 1));
  if (isHalf) return (floor % 2 === 0 ? floor : floor + 1) / factor;
  return digits < 0
    ? Math.round(scaled) / factor
    : Math.abs(number) < 1e21
      ? Number(number.toFixed(digits))
      : number;
}
