import type { MissingNeed, RunNeed } from "../../run.ts";
import { type Frame, RunPaused } from "./frame.ts";
import type { Leaf } from "./run-leaf.ts";
import { StepFailure } from "./step-failure.ts";

/** What is missing for a step, the need that it belongs to, and the kind of failure if the step may fail. */
export interface Lack {
  readonly missing: MissingNeed;
  readonly need?: RunNeed;
  readonly code: string;
}

/**
 * Why a step cannot be executed. The run waits for what is missing, unless only steps need it that may fail and it was
 * missing when the run was started.
 */
export function lackOf({ missing, need = missing, code }: Lack, { run }: Pick<Frame, "run">): Error {
  if (run.waitsFor(need)) return new RunPaused({ missing: [missing] });
  const { message, hint } = missing;
  return new StepFailure(code, message, hint === undefined ? {} : { hint });
}

/** A step that lacks something. Its failure is stored as any other, so that a run that continues goes the same way. */
export function missingLeaf(lack: Lack, frame: Pick<Frame, "run">): Leaf {
  const error = lackOf(lack, frame);
  if (error instanceof RunPaused) throw error;
  return {
    act: () => {
      throw error;
    },
  };
}
