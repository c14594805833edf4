import type { JsonValue } from "../../basics/copy-json.ts";
import { isRecord } from "../../basics/is-record.ts";
import { errorOf, StepFailure } from "./step-failure.ts";

/** How a step ended, as it is stored. Plain JSON. */
export type StepRecord = {
  readonly output?: JsonValue;
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly hint?: string;
    readonly by?: string;
  };
  readonly attempts: number;
  readonly ms: number;
  readonly usd?: number;
  /** True if the output has no text from outside, except what was in the arguments. */
  readonly inside?: boolean;
};

/** The record of a failure. */
export function failureRecord(failure: StepFailure, attempts: number, ms: number): StepRecord {
  const { hint, by } = failure;
  return {
    error: {
      ...errorOf(failure),
      ...(hint === undefined ? {} : { hint }),
      ...(by === undefined ? {} : { by }),
    },
    attempts,
    ms,
  };
}

/** The failure of a record; undefined if the step succeeded. */
export function failureOf({ error }: StepRecord): StepFailure | undefined {
  if (error === undefined) return undefined;
  const { code, message, hint, by } = error;
  return new StepFailure(code, message, {
    ...(hint === undefined ? {} : { hint }),
    ...(by === undefined ? {} : { by }),
  });
}

/** Reads a stored record. A run whose records are not ours cannot continue. */
export function readRecord(value: JsonValue): StepRecord {
  if (isStepRecord(value)) return value;
  throw new Error("a stored result of the run is not a record of a step");
}

function isStepRecord(value: JsonValue): value is StepRecord {
  if (!isRecord(value) || typeof value.attempts !== "number" || typeof value.ms !== "number") return false;
  const { error } = value;
  return (
    error === undefined ||
    (isRecord(error) && typeof error.code === "string" && typeof error.message === "string")
  );
}
