import { CliError } from "../../io/cli-error.ts";
import { executeRun } from "../../running/execute-run.ts";
import { findRun } from "../../running/find-run.ts";
import { requireSecrets } from "../../running/require-secrets.ts";
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
  return executeRun(call, async (runtime) => {
    requireSecrets(await findRun(runtime, id), call);
    return runtime.runs.fork(id, { from, by: "user" });
  });
};
