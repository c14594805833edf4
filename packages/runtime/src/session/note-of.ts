import { isRecord } from "../basics/is-record.ts";
import type { KnowhowError } from "../errors.ts";
import type { ActionExecutionResult, MissingNeed } from "../run.ts";

/** Failures of steps because of what the host did not provide. Their hints are for its developer. */
const FOR_DEVELOPERS: ReadonlySet<string> = new Set(["run.secret-missing", "unknown_tool", "no_model"]);

/** What a host provides: the user of a conversation cannot. */
const BY_HOST: ReadonlySet<string> = new Set(["tool", "model", "secret"]);

/** The hint of an error, if the user of a conversation can follow it. */
export function hintForUser({
  code,
  hint,
}: Pick<NonNullable<ActionExecutionResult["error"]>, "code" | "hint">): string | undefined {
  return FOR_DEVELOPERS.has(code) ? undefined : hint;
}

/** What the user of a conversation can do about what is missing. */
export function hintsForUser(missing: readonly MissingNeed[]): readonly string[] {
  return missing.flatMap(({ kind, hint }) => (hint === undefined || BY_HOST.has(kind) ? [] : [hint]));
}

/** An error as one line for a conversation. */
export function noteOf({ code, message, hint, cause }: KnowhowError): string {
  if (code === "run.missing") return [message, ...hintsForUser(missingOf(cause))].join("; ");
  const said = hintForUser({ code, ...(hint === undefined ? {} : { hint }) });
  return said === undefined ? message : `${message}; ${said}`;
}

/** The cause of `run.missing` is the list of what is missing. */
function missingOf(cause: unknown): readonly MissingNeed[] {
  return Array.isArray(cause) ? cause.filter(isMissingNeed) : [];
}

function isMissingNeed(value: unknown): value is MissingNeed {
  return isRecord(value) && typeof value.kind === "string" && typeof value.message === "string";
}
