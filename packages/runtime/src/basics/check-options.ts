import { KnowhowError } from "../errors.ts";
import { isRecord } from "./is-record.ts";
import { type Fields, fieldProblem, isPlain, type Kind, mustBe, type Problem, showPath } from "./kind.ts";

/** Throws `runtime.bad-option` if an options object has an unknown key, lacks one, or has a value of the wrong kind. */
export function checkOptions(entry: string, given: unknown = {}, fields: Fields): void {
  const problem = isPlain(given)
    ? fieldProblem(given, fields, "option")
    : mustBe("a plain object", given, isRecord(given) ? "pass the options as an object literal" : undefined);
  if (problem !== undefined) throw badOption(entry, problem);
}

/** Throws `runtime.bad-option` if an argument is of the wrong kind. */
export function checkArgument(entry: string, name: string, given: unknown, kind: Kind): void {
  const problem = kind.check(given);
  if (problem !== undefined) throw badOption(entry, { ...problem, at: [name, ...problem.at] });
}

function badOption(entry: string, { at, message, hint }: Problem): KnowhowError {
  const what = at.length === 0 ? "the options" : `\`${showPath(at)}\``;
  return new KnowhowError(
    "runtime.bad-option",
    `${entry}: ${what} ${message}`,
    hint === undefined ? {} : { hint },
  );
}
