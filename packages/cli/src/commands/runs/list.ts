import type { DamagedRun, RunQuery, RunStatus, RunView } from "@knowhow/runtime/workflows";
import { EXIT } from "../../io/exit-codes.ts";
import { type RunRow, reportRuns } from "../../report/runs.ts";
import { isWaiting, summaryOf } from "../../running/run-summary.ts";
import { useRuns } from "../../running/use-runs.ts";
import type { Command } from "../../table/command.ts";

const DEFAULT_LIMIT = 20;

const STATUSES: readonly RunStatus[] = ["running", "paused", "succeeded", "failed", "cancelled"];

/** `knowhow runs list`: the stored runs, newest first. */
export const runsList: Command = (call) =>
  useRuns(call, async ({ store }) => {
    const { args } = call;
    const skill = args.text("skill");
    const status = STATUSES.find((each) => each === args.text("status"));
    const phase = args.text("phase");
    const limit = args.number("limit") ?? DEFAULT_LIMIT;
    const query: RunQuery = {
      // The phase is not stored, so that runs are counted here.
      ...(phase === undefined ? { limit } : {}),
      ...(skill === undefined ? {} : { skill }),
      ...(status === undefined ? {} : { status }),
    };
    const runs: RunRow[] = [];
    for await (const run of store.runs.list(query)) {
      if (phase === undefined || run.phase === phase) runs.push(rowOf(run));
      if (runs.length === limit) break;
    }
    // Nothing is known about a run that cannot be read, so no filter finds it.
    const isFiltered = [skill, status, phase].some((filter) => filter !== undefined);
    const damaged = isFiltered ? [] : (await store.runs.damaged()).map(damagedRow);
    return {
      exit: EXIT.done,
      data: { runs, damaged },
      text: (screen) => reportRuns(runs, damaged, screen),
    };
  });

function damagedRow({ id, message }: DamagedRun) {
  return { runId: id, message };
}

function rowOf(run: RunView): RunRow {
  return { ...summaryOf(run), waiting: isWaiting(run) ? (run.result.waiting?.step ?? null) : null };
}
