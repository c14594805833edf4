import type { JsonValue } from "../../basics/copy-json.ts";
import type { Awaitable } from "../../ports.ts";
import type { StepOutcome } from "../../run.ts";
import type { CompiledStep } from "./compile-skill.ts";
import type { Frame } from "./frame.ts";
import type { Sources } from "./outside.ts";
import type { StepFailure } from "./step-failure.ts";

/** How a step ended, for the steps after it. */
export interface StepEnd {
  readonly output: JsonValue;
  readonly outcome: StepOutcome;
  /** Set if the failure ends the steps around this one, too. */
  readonly failure?: StepFailure;
  readonly skipRest?: boolean;
  /** Where text from outside in the output is from. Default nowhere. */
  readonly sources?: Sources;
}

/** How a step ended, before `onError` is applied. */
export interface Ended {
  readonly output: JsonValue;
  readonly attempts: number;
  readonly ms: number;
  readonly failure?: StepFailure;
  readonly steps?: readonly StepOutcome[];
  /** Where text from outside in the output is from. Default nowhere. */
  readonly sources?: Sources;
}

/** How a sequence of steps ended. */
export interface SequenceEnd {
  /** Outputs by the id of the step. */
  readonly outputs: Readonly<Record<string, JsonValue>>;
  /** The output of the last step that was not skipped. */
  readonly last: JsonValue;
  /** Sources of all outputs together, and of the last one. */
  readonly sources: Sources;
  readonly lastSources: Sources;
  readonly failure?: StepFailure;
}

/** Executes steps one after the other. `outcomes` is filled in on the way, also if the run pauses. */
export type RunSequence = (
  steps: readonly CompiledStep[],
  frame: Frame,
  outcomes: StepOutcome[],
) => Promise<SequenceEnd>;

/** Executes a step, or one item of a loop, and applies `onError`. */
export type RunOnce = (compiled: CompiledStep, key: string, frame: Frame) => Awaitable<StepEnd>;
