import { parseDuration } from "@knowhow/runtime/toolkit";
import { CliError } from "../../io/cli-error.ts";
import { EXIT } from "../../io/exit-codes.ts";
import { useRuns } from "../../running/use-runs.ts";
import type { Command } from "../../table/command.ts";
import { count } from "../../terminal/words.ts";

const ENDED = ["succeeded", "failed", "cancelled"] as const;

/** `knowhow runs prune`: removes runs that ended long ago, or that cannot be read. */
export const runsPrune: Command = async (call) => {
  const { args } = call;
  const age = args.text("older-than");
  const olderThanMs = age === undefined ? undefined : ageOf(age);
  if (age !== undefined && olderThanMs === undefined)
    throw new CliError(
      "cli.bad-value",
      `invalid value "${age}" for --older-than`,
      "expected a duration such as 30d or 12h",
    );
  const status = ENDED.find((each) => each === args.text("status"));
  const damaged = args.has("damaged");
  if (damaged && (age !== undefined || args.text("status") !== undefined))
    throw new CliError("cli.bad-value", "--damaged cannot be combined with --older-than and --status");
  return useRuns(call, async ({ library }) => {
    const { runs } = await library();
    const removed = await runs.prune({
      damaged,
      ...(olderThanMs === undefined ? {} : { olderThanMs }),
      ...(status === undefined ? {} : { status }),
    });
    return { exit: EXIT.done, data: { removed }, text: () => `${count(removed, "run")} removed` };
  });
};

/** Zero, with or without a unit, means every run that has ended. */
function ageOf(age: string): number | undefined {
  return /^0+(?:ms|s|m|h|d)?$/.test(age) ? 0 : parseDuration(age);
}
