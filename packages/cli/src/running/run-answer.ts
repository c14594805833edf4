import type { ActionExecutionResult, StepOutcome } from "@knowhow/runtime/workflows";
import { EXIT, type ExitCode } from "../io/exit-codes.ts";
import { reportRun } from "../report/run.ts";
import type { Answer, Call } from "../table/command.ts";
import { forUsers } from "./for-users.ts";
import { resumeLines } from "./resume-lines.ts";

/** The answer of every command that executes a run. */
export function runAnswer(given: ActionExecutionResult, call: Pick<Call, "args" | "io">): Answer {
  const result = given.missing === undefined ? given : { ...given, missing: forUsers(given.missing) };
  const { runId, status, output = null, steps, waiting, missing, error } = result;
  const resume = status === "paused" ? resumeLines(result, call) : [];
  const data = {
    runId,
    status,
    output,
    steps: steps.map(stepOf),
    ...(error === undefined ? {} : { error }),
    ...(waiting === undefined || status !== "paused"
      ? {}
      : {
          waiting: {
            step: waiting.step,
            prompt: waiting.prompt,
            token: waiting.token,
            kind: waiting.kind,
            ...(waiting.arguments === undefined ? {} : { arguments: waiting.arguments }),
            ...(waiting.schema === undefined ? {} : { schema: waiting.schema }),
            ...(waiting.until === undefined ? {} : { until: waiting.until }),
            resume: resume.map(({ line }) => line),
          },
        }),
    ...(missing === undefined || status !== "paused" ? {} : { missing }),
  };
  return { exit: exitOf(result), data, text: (screen) => reportRun(result, resume, screen) };
}

/** A run that fails because its skill may not use a tool is refused by policy. */
function exitOf({ status, error }: ActionExecutionResult): ExitCode {
  if (status === "paused") return EXIT.paused;
  if (status !== "failed" && status !== "cancelled") return EXIT.done;
  return error?.code === "denied" ? EXIT.refused : EXIT.no;
}

function stepOf({ id, status, attempts, ms, error }: StepOutcome) {
  return { id, status, attempts, ms, ...(error === undefined ? {} : { error }) };
}
