import { charge, type RenderFrame, wrongType } from "../evaluation/frame.ts";
import { expectText, kindName } from "../evaluation/values.ts";
import type { BuiltInFilter } from "./built-in.ts";
import { formatDate, unknownTokenAt } from "./format-date.ts";
import { parseDate } from "./parse-date.ts";
import { zoneOffset } from "./zone-offset.ts";

const LONGEST_PATTERN = 200;

/**
 * `date("YYYY-MM-DD")`. An instant (milliseconds, or a string with a zone) is shown in the given zone, that of the
 * environment, or UTC. A string without a zone is shown as it is.
 */
export const dateFilter: BuiltInFilter = {
  parameters: ["format", "timezone"],
  apply: (frame, value, [format, zone]) => {
    if (value === null || value === undefined) return null;
    const pattern = format === undefined ? "YYYY-MM-DD" : expectText(frame, format, "the date pattern");
    if (pattern.length > LONGEST_PATTERN)
      throw wrongType(frame, `a date pattern has at most ${LONGEST_PATTERN} characters`);
    charge(frame, pattern.length);
    const unknown = unknownTokenAt(pattern);
    if (unknown !== undefined)
      throw wrongType(
        frame,
        `unknown token at character ${unknown + 1} of the date pattern`,
        "tokens: YYYY MM DD HH mm ss, MMM ddd and the like; put other letters in [brackets]",
      );
    const date = readDate(frame, value);
    if (date === undefined)
      throw wrongType(
        frame,
        `${kindName(value)} is not a date`,
        "use ISO 8601, as 2026-03-01T09:30:00Z, or milliseconds",
      );
    const offset = date.isInstant ? offsetAt(frame, date.time, zone) : 0;
    return formatDate(pattern, date.time + offset, date.isInstant ? offset : undefined);
  },
};

interface ReadDate {
  readonly time: number;
  readonly isInstant: boolean;
}

/** The largest time that a date can have, which leaves room for any zone. */
const LATEST = 8.64e15 - 86_400_000;

function readDate(frame: RenderFrame, value: unknown): ReadDate | undefined {
  if (value === "now") return { time: frame.environment.now(), isInstant: true };
  const date = typeof value === "string" ? parseDate(value) : { time: timeOf(value), isInstant: true };
  return date !== undefined && Math.abs(date.time) <= LATEST ? date : undefined;
}

function timeOf(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  return typeof value === "number" ? Math.floor(value) : Number.NaN;
}

function offsetAt(frame: RenderFrame, time: number, zone: unknown): number {
  const name =
    zone === undefined || zone === null
      ? frame.environment.timeZone
      : expectText(frame, zone, "the time zone");
  if (name === undefined || name === "UTC") return 0;
  // Asking for a zone is expensive compared to everything else here.
  charge(frame, 50);
  const offset = zoneOffset(time, name);
  if (offset === undefined)
    throw wrongType(frame, "unknown time zone", 'use an IANA name, as "Europe/Berlin"');
  return offset;
}
