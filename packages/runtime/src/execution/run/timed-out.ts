import { formatNumber } from "../../basics/words.ts";
import { StepFailure } from "./step-failure.ts";

/** The failure of a step whose time is over; `by` is the key of the step that set the limit, if it is another one. */
export function timedOut(ms: number, by?: string): StepFailure {
  const message =
    ms > 0 ? `the step took longer than ${formatNumber(ms)} ms` : "the time of the step is over";
  return new StepFailure("timeout", message, by === undefined ? {} : { by });
}
