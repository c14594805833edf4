import { EXIT } from "../../io/exit-codes.ts";
import { reportRunDetail } from "../../report/runs.ts";
import { findRun } from "../../running/find-run.ts";
import { resumeLines } from "../../running/resume-lines.ts";
import { useRuns } from "../../running/use-runs.ts";
import type { Command } from "../../table/command.ts";

/** `knowhow runs show <run>`: the inputs, steps and result of a run, and what it waits for. */
export const runsShow: Command = (call) =>
  useRuns(call, async (runtime) => {
    const [id = ""] = call.args.positionals;
    const run = await findRun(runtime, id);
    const { skill, inputs, startedAt, endedAt, definition, result } = run;
    const idle = run.idle === true;
    const { status, output = null, steps, error = null } = result;
    const waiting = status === "paused" && result.waiting !== undefined ? result.waiting : null;
    const detail = {
      runId: id,
      skill,
      status,
      idle,
      directory: definition.directory ?? null,
      startedAt: new Date(startedAt).toISOString(),
      endedAt: endedAt === undefined ? null : new Date(endedAt).toISOString(),
      inputs,
      output,
      steps,
      waiting,
      error,
    };
    const resume = waiting === null && !idle ? [] : resumeLines(result, call.args);
    return { exit: EXIT.done, data: detail, text: (screen) => reportRunDetail(detail, resume, screen) };
  });
