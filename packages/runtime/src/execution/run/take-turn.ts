import type { Awaitable } from "../../ports.ts";
import { checkCancelled, type Frame, type Run, timeFailure } from "./frame.ts";
import { StepFailure } from "./step-failure.ts";

/** Loops can skip items and consist of empty groups; so many of them per permitted step end a run. */
const TURNS_PER_STEP = 20;

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
  if (run.stepBack !== undefined) return afterStepBack(run.stepBack, frame);
  // A clock that was set back says nothing about the time since then.
  if (Math.abs(run.context.now() - run.turnedAt) < LONGEST_MS) return;
  run.stepBack = stepBack(run);
  return afterStepBack(run.stepBack, frame);
}

/** Parallel items step back together: otherwise the others would go on, and nothing else would have its turn. */
async function stepBack(run: Run): Promise<void> {
  await new Promise<void>((resolve) => void run.context.timer(0, resolve));
  run.turnedAt = run.context.now();
  run.stepBack = undefined;
}

async function afterStepBack(turn: Promise<void>, frame: Frame): Promise<void> {
  await turn;
  checkCancelled(frame.run);
  const failure = timeFailure(frame);
  if (failure !== undefined) throw failure;
}

function tooManyTurns(steps: number): StepFailure {
  const message = `the loops of the run have more than ${TURNS_PER_STEP} items for each of the ${steps} steps that it may execute`;
  return new StepFailure("limit", message, {
    hint: "the host sets the limit with `limits.steps`",
    by: "",
  });
}
