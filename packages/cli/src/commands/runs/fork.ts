import { CliError } from "../../io/cli-error.ts";
import { executeRun } from "../../running/execute-run.ts";
import { findRun } from "../../running/find-run.ts";
import { refuseOtherInputs } from "../../running/refuse-other-inputs.ts";
import { libraryOf } from "../../running/use-runs.ts";
import type { Command } from "../../table/command.ts";

/** `knowhow runs fork <run> --from STEP`: a copy of a run that begins at a step. */
export const runsFork: Command = (call) => {
  const { args } = call;
  const [id = ""] = args.positionals;
  const from = args.text("from");
  if (from === undefined)
    throw new CliError(
      "cli.missing-argument",
      "--from is missing",
      "name the first step that is executed again",
    );
  return executeRun(call, async (opened) => {
    const run = await findRun(opened.store.runs, id);
    refuseOtherInputs(run, call);
    const runtime = await libraryOf(run, opened);
    return { runtime, result: await runtime.runs.fork(id, { from, by: "user" }) };
  });
};
