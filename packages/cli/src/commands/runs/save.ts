import { CliError } from "../../io/cli-error.ts";
import { findRun } from "../../running/find-run.ts";
import { useRuns } from "../../running/use-runs.ts";
import type { Command } from "../../table/command.ts";
import { answerOf, reviewOf } from "../review/use-proposal.ts";

/** `knowhow runs save <run> <name>`: proposes a skill that repeats a run that succeeded. */
export const runsSave: Command = (call) =>
  useRuns(call, async ({ store, library }) => {
    const [id = "", name = ""] = call.args.positionals;
    const description = call.args.text("description");
    if (description === undefined || description.trim() === "")
      throw new CliError(
        "cli.missing-argument",
        "--description is missing",
        "say what the skill does and when to use it",
      );
    await findRun(store.runs, id);
    const runtime = await library();
    const proposal = await runtime.proposals.fromRun(id, { name, description });
    return answerOf(await reviewOf(proposal.id, "proposed", runtime));
  });
