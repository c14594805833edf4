import type { RunInputs } from "../execution/run/run-context.ts";
import type { RunDemand, RunHandler } from "../run.ts";
import { missingNeeds, offerOf } from "./check-needs.ts";
import { executeRun, type RunMemory } from "./execute-run.ts";
import type { RunsContext } from "./runs-context.ts";

/** What `Runs.work` needs to execute runs. */
export interface RunExecutor {
  readonly handler: RunHandler;
  readonly accepts: (demand: RunDemand) => Promise<boolean>;
}

/** Executes runs with what a runtime has, and accepts only those that need no more. */
export function runExecutor(context: RunsContext, memory: RunMemory): RunExecutor {
  /** Whether a host finds the secrets of a run is only known when it is executed. */
  const mayFind = (names: readonly string[]): boolean => {
    const knows = (known: RunInputs) => names.every((name) => Object.hasOwn(known, name));
    return (
      names.length === 0 || context.settings.secrets !== undefined || [...memory.secrets.values()].some(knows)
    );
  };
  return {
    handler: executeRun(context, memory, {}),
    accepts: async ({ needs }) =>
      mayFind(needs.flatMap(({ kind, name }) => (kind === "secret" ? [name] : []))) &&
      (await missingNeeds(needs, offerOf({}, context))).length === 0,
  };
}
