import { type EventListener, isKnowhowError, type Runtime } from "@knowhow/runtime";
import type { ActionExecutionResult } from "@knowhow/runtime/workflows";
import { needNames } from "../report/run.ts";
import { sayNotes } from "../runtime/say-notes.ts";
import type { Answer, Call } from "../table/command.ts";
import { askUser } from "./ask-user.ts";
import { runAnswer } from "./run-answer.ts";
import { stepProgress } from "./step-progress.ts";
import { type OpenRuns, useRuns } from "./use-runs.ts";

/** How far a run has come, and the library that continues it. */
interface Begun {
  readonly runtime: Runtime;
  readonly result: ActionExecutionResult;
}

/**
 * Executes a run until it ends, or pauses for something that cannot be answered here. In a terminal its questions are asked
 * at once. Ctrl-C leaves it resumable.
 */
export async function executeRun(
  call: Call,
  begin: (opened: OpenRuns) => Promise<Begun | Answer>,
): Promise<Answer> {
  const { args, io } = call;
  const noColor = args.has("no-color");
  const quiet = args.has("quiet");
  const progress = stepProgress(io, { quiet, noColor });
  const note = (text: string): void => {
    progress.clear();
    if (!quiet) sayNotes([text], io);
  };
  const onEvent: EventListener = (record) => {
    const { event } = record;
    if (event.type === "run.missing" && event.optional)
      note(`${needNames([event])} is missing here; a step that needs it fails if it is executed`);
    else if (event.type === "run.missing" && args.has("detach"))
      note(`${needNames([event])} is missing here; the worker must have it`);
    progress.onEvent(record);
  };
  io.onInterrupt?.(() => {
    progress.clear();
    const run = progress.run();
    if (run !== undefined)
      io.stderr.write(`knowhow: interrupted; the run is kept: \`knowhow resume ${run}\` continues it\n`);
    return undefined;
  });
  return useRuns(
    call,
    async (opened) => {
      const begun = await begin(opened);
      progress.clear();
      if ("exit" in begun) return begun;
      const { runtime } = begun;
      let { result } = begun;
      if (result.status === "running") note("the run is left to a worker; `knowhow worker` is one");
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
      return runAnswer(result, call);
    },
    { onEvent },
  );
}
