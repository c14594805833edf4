import { checkCancelled, type Frame, timeFailure } from "./frame.ts";
import { pause } from "./time-limit.ts";

/** Waits inside a step. Throws `StepFailure` if the time of an enclosing step ends. */
export async function pauseFor(ms: number, frame: Frame): Promise<void> {
  try {
    await pause(ms, frame.signal, frame.run.context.timer);
  } catch (error) {
    checkCancelled(frame.run);
    throw timeFailure(frame) ?? error;
  }
}
