import { KnowhowError } from "@knowhow/runtime";
import type { JsonValue } from "@knowhow/runtime/toolkit";
import type { RunView } from "@knowhow/runtime/workflows";
import { CliError } from "../io/cli-error.ts";
import { readValue } from "../running/ask-user.ts";
import { executeRun } from "../running/execute-run.ts";
import { findRun } from "../running/find-run.ts";
import { requireSecrets } from "../running/require-secrets.ts";
import type { Arguments } from "../table/arguments.ts";
import type { Command } from "../table/command.ts";

/** `knowhow resume <run>`: continues a run, with an answer or as far as it goes. */
export const resume: Command = (call) => {
  const { args, io } = call;
  const [id = ""] = args.positionals;
  return executeRun(call, async (runtime) => {
    const run = await findRun(runtime, id);
    const { waiting, status } = run.result;
    if (status === "paused" || status === "running") requireSecrets(run, call);
    const answer = answerOf(run, args);
    // In a terminal the question is asked after this.
    if (answer === undefined) {
      const asksHere = status === "paused" && io.ask !== undefined && isOpen(run);
      return asksHere ? run.result : runtime.runs.resume(id, { by: "user" });
    }
    const comment = args.text("comment");
    return runtime.runs.resume(id, {
      by: "user",
      answer,
      token: args.text("token") ?? waiting?.token ?? "",
      ...(comment === undefined ? {} : { comment }),
    });
  });
};

/** True if the run waits for an answer that can still be given. */
function isOpen({ result: { waiting } }: RunView): boolean {
  if (waiting === undefined || waiting.kind === "time") return false;
  return waiting.until === undefined || waiting.until > Date.now();
}

function answerOf({ id, result: { waiting, status } }: RunView, args: Arguments): JsonValue | undefined {
  const text = args.text("answer");
  const given = [args.has("approve"), args.has("deny"), text !== undefined].filter(Boolean).length;
  if (given > 1) throw new CliError("cli.bad-value", "use only one of --approve, --deny and --answer");
  if (given === 0) return undefined;
  if (status !== "paused" || waiting === undefined)
    throw new KnowhowError("run.not-waiting", `the run "${id}" does not wait for an answer`, {
      hint: `it is ${status}`,
    });
  if (text !== undefined) return readValue(text, waiting);
  if (waiting.kind === "input")
    throw new CliError("cli.bad-value", `step ${waiting.step} asks for a value`, "use --answer VALUE");
  return args.has("approve");
}
