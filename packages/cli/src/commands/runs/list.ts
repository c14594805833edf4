import type { RunQuery, RunStatus, RunView } from "@knowhow/runtime/workflows";
import { EXIT } from "../../io/exit-codes.ts";
import { type RunRow, reportRuns } from "../../report/runs.ts";
import { useRuns } from "../../running/use-runs.ts";
import type { Command } from "../../table/command.ts";

const DEFAULT_LIMIT = 20;

const STATUSES: readonly RunStatus[] = ["running", "paused", "succeeded", "failed", "cancelled"];

/** `knowhow runs list`: the stored runs, newest first. */
export const runsList: Command = (call) =>
  useRuns(call, async (runtime) => {
    const { args } = call;
    const skill = args.text("skill");
    const status = STATUSES.find((each) => each === args.text("status"));
    const query: RunQuery = {
      limit: args.number("limit") ?? DEFAULT_LIMIT,
      ...(skill === undefined ? {} : { skill }),
      ...(status === undefined ? {} : { status }),
    };
    const runs: RunRow[] = [];
    for await (const run of runtime.runs.list(query)) runs.push(rowOf(run));
    return { exit: EXIT.done, data: { runs }, text: (screen) => reportRuns(runs, screen) };
  });

function rowOf({ id, skill, startedAt, endedAt, idle, result: { status, waiting } }: RunView): RunRow {
  return {
    runId: id,
    skill,
    status,
    idle: idle === true,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: endedAt === undefined ? null : new Date(endedAt).toISOString(),
    waiting: status === "paused" ? (waiting?.step ?? null) : null,
  };
}
