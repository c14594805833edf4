import type { Conversation } from "./conversation.ts";
import type { ScriptExpectation } from "./script.ts";

/** The expectations that are not met, one message each. */
export function checkExpectation(expected: ScriptExpectation, seen: Conversation): readonly string[] {
  const { baselineIncludes, baselineSame, deltaIncludes, injects, active, isError, textIncludes, verdict } =
    expected;
  const injected = seen.inject?.flatMap(({ skill }) => (skill === undefined ? [] : [skill]));
  return [
    ...missing("baseline", seen.baseline, baselineIncludes),
    ...sameness(baselineSame, seen),
    ...missing("delta", seen.delta, deltaIncludes),
    ...different("injected", injected, injects),
    ...different("active", seen.active(), active),
    ...unequal("isError", seen.isError, isError),
    ...missing("text", seen.text, textIncludes),
    ...unequal("verdict", seen.verdict, verdict),
  ];
}

function missing(
  what: string,
  text: string | undefined,
  wanted: string | readonly string[] = [],
): readonly string[] {
  const parts = typeof wanted === "string" ? [wanted] : wanted;
  if (parts.length > 0 && text === undefined) return [`there is no ${what}`];
  return parts
    .filter((part) => text?.includes(part) === false)
    .map((part) => `the ${what} does not include ${JSON.stringify(part)}`);
}

function sameness(wanted: boolean | undefined, seen: Conversation): readonly string[] {
  if (wanted === undefined) return [];
  if (seen.baselineBefore === undefined) return ["there is no previous turn to compare the baseline with"];
  const isSame = seen.baseline === seen.baselineBefore;
  if (isSame === wanted) return [];
  return [
    isSame
      ? "the baseline is the same as in the previous turn"
      : "the baseline has changed since the previous turn",
  ];
}

function different(
  what: string,
  names: readonly string[] | undefined,
  wanted: readonly string[] | undefined,
): readonly string[] {
  if (wanted === undefined) return [];
  if (names === undefined) return [`nothing was ${what}`];
  const [has, wants] = [names, wanted].map((list) => [...new Set(list)].sort().join(", ") || "none");
  return has === wants ? [] : [`${what}: ${has}; expected: ${wants}`];
}

function unequal<T>(what: string, value: T | undefined, wanted: T | undefined): readonly string[] {
  if (wanted === undefined || value === wanted) return [];
  return [value === undefined ? `there is no ${what}` : `${what} is ${value}; expected: ${wanted}`];
}
