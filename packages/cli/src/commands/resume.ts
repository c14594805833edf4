import { KnowhowError } from "@knowhow/runtime";
import type { JsonValue } from "@knowhow/runtime/toolkit";
import type { RunView } from "@knowhow/runtime/workflows";
import { CliError } from "../io/cli-error.ts";
import { needNames } from "../report/run.ts";
import { readValue } from "../running/ask-user.ts";
import { executeRun } from "../running/execute-run.ts";
import { findRun } from "../running/find-run.ts";
import { refuseOtherInputs } from "../running/refuse-other-inputs.ts";
import { resumeSeveral } from "../running/resume-several.ts";
import { libraryOf } from "../running/use-runs.ts";
import type { Arguments } from "../table/arguments.ts";
import type { Answer, Call, Command } from "../table/command.ts";

/** `knowhow resume <run…>`: continues runs, with an answer or as far as they go. */
export const resume: Command = (call) => {
  const [id = "", ...others] = new Set(call.args.positionals);
  return others.length === 0 ? resumeOne(call, id) : resumeSeveral(call, [id, ...others]);
};

function resumeOne(call: Call, id: string): Promise<Answer> {
  const { args, io } = call;
  const background = args.has("detach");
  return executeRun(call, async (opened) => {
    const run = await findRun(opened.store.runs, id);
    const { waiting, status } = run.result;
    if ((status === "paused" || status === "running") && !background) refuseOtherInputs(run, call);
    const answer = answerOf(run, args);
    const runtime = await libraryOf(run, opened);
    // In a terminal the question is asked after this.
    if (answer === undefined) {
      const asksHere = io.ask !== undefined && isOpen(run);
      const result = asksHere ? run.result : await runtime.runs.resume(id, { by: "user", background });
      return { runtime, result };
    }
    const comment = args.text("comment");
    const result = await runtime.runs.resume(id, {
      by: "user",
      background,
      answer,
      token: args.text("token") ?? waiting?.token ?? "",
      ...(comment === undefined ? {} : { comment }),
    });
    return { runtime, result };
  });
}

/** True if the run waits for an answer that can still be given. */
function isOpen({ phase, result: { waiting } }: RunView): boolean {
  if (phase !== "waiting" && phase !== "uncertain") return false;
  if (waiting === undefined || waiting.kind === "time") return false;
  return waiting.until === undefined || waiting.until > Date.now();
}

function answerOf(
  { id, result: { waiting, status, missing } }: RunView,
  args: Arguments,
): JsonValue | undefined {
  const text = args.text("answer");
  const given = [args.has("approve"), args.has("deny"), text !== undefined].filter(Boolean).length;
  if (given > 1) throw new CliError("cli.bad-value", "use only one of --approve, --deny and --answer");
  if (given === 0) return undefined;
  if (status !== "paused" || waiting === undefined)
    throw new KnowhowError("run.not-waiting", `the run "${id}" does not wait for an answer`, {
      hint:
        missing === undefined
          ? `it is ${status}`
          : `it waits for ${needNames(missing)}; \`knowhow resume ${id}\` continues it`,
    });
  if (text !== undefined) return readValue(text, waiting);
  if (waiting.kind === "input")
    throw new CliError("cli.bad-value", `step ${waiting.step} asks for a value`, "use --answer VALUE");
  return args.has("approve");
}
