import { KnowhowError } from "../errors.ts";
import type { RuntimeRuns } from "./open-runs.ts";

/** The runs of a runtime that executes nothing: they can be planned and read. */
export function rehearsedRuns(runs: RuntimeRuns): RuntimeRuns {
  return {
    ...runs,
    start: refuse,
    chain: refuse,
    script: refuse,
    resume: refuse,
    fork: refuse,
    work: refuse,
    executor: () => ({ handler: refuse, accepts: async () => false }),
  };
}

/** Refuses to execute anything. */
export async function refuse(): Promise<never> {
  throw new KnowhowError("run.rehearsal", "nothing is executed here", {
    hint: "run it with `knowhow run`",
  });
}
