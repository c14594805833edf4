import type { Awaitable } from "../../ports.ts";
import { checkCancelled, type Frame, timeFailure } from "./frame.ts";
import { pauseFor } from "./pause-for.ts";
import { StepFailure } from "./step-failure.ts";

/** Loops can skip items and consist of empty groups; so many of them per permitted step end a run. */
const TURNS_PER_STEP = 20;

/** The clock is read once per so many turns. */
const TURNS_PER_LOOK = 64;

/** Steps that wait for nothing keep the process from timers, signals and everything else for at most this long. */
const LONGEST_MS = 25;

/**
 * Counts a step or an item of a loop, also one that will be skipped, and lets other work of the process have its turn from
 * time to time. Throws if there were too many, or if the run was cancelled or ran out of time meanwhile.
 */
export function takeTurn(frame: Frame): Awaitable<void> {
  const { run } = frame;
  run.turns += 1;
  if (run.turns > run.limits.steps * TURNS_PER_STEP) throw tooManyTurns(run.limits.steps);
  if (run.turns % TURNS_PER_LOOK !== 0) return;
  const now = run.context.now();
  if (now - run.turnedAt < LONGEST_MS) return;
  return yieldTurn(frame);
}

async function yieldTurn(frame: Frame): Promise<void> {
  await pauseFor(0, frame);
  checkCancelled(frame.run);
  const failure = timeFailure(frame);
  if (failure !== undefined) throw failure;
  frame.run.turnedAt = frame.run.context.now();
}

function tooManyTurns(steps: number): StepFailure {
  const message = `the loops of the run have more than ${TURNS_PER_STEP} items for each of the ${steps} steps that it may execute`;
  return new StepFailure("limit", message, {
    hint: "the host sets the limit with `limits.steps`",
    by: "",
  });
}
