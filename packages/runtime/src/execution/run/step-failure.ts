import { isRecord } from "../../basics/is-record.ts";
import { isKnowhowError } from "../../errors.ts";
import type { StepError } from "../../run.ts";

/** Failures that are the same at every attempt, so that trying again is useless. */
const FINAL: ReadonlySet<string> = new Set([
  "denied",
  "refused",
  "unknown_tool",
  "unknown_skill",
  "invalid_input",
  "no_model",
  "no_scripts",
  "template",
  "uncertain",
  "limit",
]);

const MAX_MESSAGE = 2_000;

/** A step failed. The message is shown to users and models, and never contains a secret input. */
export class StepFailure extends Error {
  override readonly name = "StepFailure";
  readonly code: string;
  readonly hint: string | undefined;
  /** Key of the step whose time limit ended this one; the empty string is the run itself. */
  readonly by: string | undefined;

  constructor(code: string, message: string, detail: { readonly hint?: string; readonly by?: string } = {}) {
    super(message);
    this.code = code;
    this.hint = detail.hint;
    this.by = detail.by;
  }
}

/** Whatever was thrown, as a failure. The code of an error that a tool threw is its kind. */
export function toFailure(error: unknown, fallback = "failed"): StepFailure {
  if (error instanceof StepFailure) return error;
  if (isKnowhowError(error)) {
    const code = error.code.startsWith("execution.template") ? "template" : error.code;
    return new StepFailure(code, error.message, error.hint === undefined ? {} : { hint: error.hint });
  }
  // Errors of another realm, as those of Node inside Jest, are not instances of `Error`.
  const { code, message } = isRecord(error) ? error : { code: undefined, message: error };
  return new StepFailure(
    typeof code === "string" && code !== "" && code.length <= 100 ? code : fallback,
    typeof message === "string" ? message : "unknown error",
  );
}

/** True for a failure of a step, not of the engine around it. */
export function isFailure(error: unknown): boolean {
  return (
    error instanceof StepFailure || (isKnowhowError(error) && error.code.startsWith("execution.template"))
  );
}

/** False for a failure that would only happen again. */
export function mayPass({ code, by }: StepFailure): boolean {
  return by === undefined && !FINAL.has(code) && !/^(?:scripts|security|serving|audit|runtime)\./.test(code);
}

/** The part of a failure that is stored. */
export function errorOf({ code, message }: StepFailure): StepError {
  return { code, message: clip(message) };
}

function clip(text: string): string {
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
}
