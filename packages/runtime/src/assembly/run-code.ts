/** What defines and executes runs, as one module: both are needed at once, and share most of their code. */
export { defineRun } from "../runs/define-run.ts";
export { defineScriptRun } from "../runs/define-script-run.ts";
export { openRuns } from "../runs/open-runs.ts";
