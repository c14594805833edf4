import { isKnowhowError, type Runtime } from "@knowhow/runtime";
import type { ActionExecutionResult } from "@knowhow/runtime/workflows";
import { sayNotes } from "../runtime/say-notes.ts";
import type { Answer, Call } from "../table/command.ts";
import { askUser } from "./ask-user.ts";
import { runAnswer } from "./run-answer.ts";
import { stepProgress } from "./step-progress.ts";
import { useRuns } from "./use-runs.ts";

/**
 * Executes a run until it ends, or pauses for something that cannot be answered here. In a terminal its questions are asked
 * at once. Ctrl-C leaves it resumable.
 */
export async function executeRun(
  call: Call,
  begin: (runtime: Runtime) => Promise<ActionExecutionResult | Answer>,
): Promise<Answer> {
  const { args, io } = call;
  const noColor = args.has("no-color");
  const progress = stepProgress(io, { quiet: args.has("quiet"), noColor });
  io.onInterrupt?.(() => {
    progress.clear();
    const run = progress.run();
    if (run !== undefined)
      io.stderr.write(`knowhow: interrupted; the run is kept: \`knowhow resume ${run}\` continues it\n`);
    return undefined;
  });
  return useRuns(
    call,
    async (runtime) => {
      const begun = await begin(runtime);
      progress.clear();
      if ("exit" in begun) return begun;
      let result = begun;
      while (result.status === "paused" && io.ask !== undefined) {
        const { waiting, runId } = result;
        if (waiting === undefined || waiting.kind === "time") break;
        const answer = await askUser(waiting, io, { noColor });
        if (answer === undefined) break;
        try {
          result = await runtime.runs.resume(runId, { token: waiting.token, answer, by: "user" });
        } catch (error) {
          if (!isKnowhowError(error) || error.code !== "run.answer-invalid") throw error;
          sayNotes([error.hint === undefined ? error.message : `${error.message} (${error.hint})`], io);
        }
        progress.clear();
      }
      return runAnswer(result, args);
    },
    { onEvent: progress.onEvent },
  );
}
