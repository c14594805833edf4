import { charge, chargeText, type RenderFrame, wrongType } from "../evaluation/frame.ts";
import { expectInteger, expectText, isTrue } from "../evaluation/values.ts";
import { writeJson } from "../evaluation/write-json.ts";
import type { BuiltInFilter } from "./built-in.ts";

const fallback: BuiltInFilter = {
  parameters: ["default_value", "boolean"],
  lenient: true,
  apply: (_frame, value, [other = "", isForFalse]) =>
    value === undefined ||
    value === null ||
    (isForFalse !== undefined && isTrue(isForFalse) && !isTrue(value))
      ? other
      : value,
};

/** Filters for values of every kind. */
export const VALUE_FILTERS: Readonly<Record<string, BuiltInFilter>> = {
  default: fallback,
  d: fallback,
  tojson: {
    parameters: ["indent"],
    apply: (frame, value, [indent]) => writeJson(frame, value, readIndent(frame, indent)),
  },
  fromjson: { parameters: [], apply: fromJson },
};

function readIndent(frame: RenderFrame, indent: unknown): number | undefined {
  if (indent === undefined || indent === null) return undefined;
  const width = expectInteger(frame, indent, "the indent");
  if (width < 0 || width > 16) throw wrongType(frame, "the indent must be from 0 to 16");
  return width;
}

function fromJson(frame: RenderFrame, value: unknown): unknown {
  const text = expectText(frame, value, "the JSON");
  chargeText(frame, text.length);
  // Every second character can be a list of its own.
  charge(frame, text.length >> 2);
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    throw wrongType(frame, "the text is not valid JSON");
  }
}
