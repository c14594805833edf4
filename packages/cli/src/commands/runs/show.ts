import { EXIT } from "../../io/exit-codes.ts";
import { reportRunDetail } from "../../report/runs.ts";
import { findRun } from "../../running/find-run.ts";
import { resumeLines } from "../../running/resume-lines.ts";
import { isWaiting, summaryOf } from "../../running/run-summary.ts";
import { homeOf, useRuns } from "../../running/use-runs.ts";
import type { Command } from "../../table/command.ts";

/** `knowhow runs show <run>`: the inputs, steps and result of a run, and what it waits for. */
export const runsShow: Command = (call) =>
  useRuns(call, async ({ store }) => {
    const [id = ""] = call.args.positionals;
    const run = await findRun(store.runs, id);
    const { inputs, definition, phase, result } = run;
    const { status, output = null, steps, error = null } = result;
    const waiting = isWaiting(run) ? (result.waiting ?? null) : null;
    const isOpen = status === "paused" || status === "running";
    const detail = {
      ...summaryOf(run),
      directory: definition.directory ?? null,
      inputs,
      output,
      steps,
      waiting,
      error,
    };
    const isLost = isOpen && homeOf(definition.directory, store) === null;
    const resume = isOpen && phase !== "running" ? resumeLines(result, call, phase) : [];
    return {
      exit: EXIT.done,
      data: detail,
      text: (screen) => reportRunDetail(detail, { resume, isLost }, screen),
    };
  });
