import type { RunView } from "@knowhow/runtime/workflows";
import type { RunRow } from "../report/runs.ts";
import { forUsers } from "./for-users.ts";

/** What is shown of every run. */
export function summaryOf(run: RunView): Omit<RunRow, "waiting"> {
  const { id, skill, startedAt, endedAt, phase, application, executions, result } = run;
  return {
    runId: id,
    skill,
    status: result.status,
    phase,
    idle: phase === "queued" || phase === "interrupted" || phase === "stuck",
    application,
    executions,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: endedAt === undefined ? null : new Date(endedAt).toISOString(),
    missing: isWaiting(run) ? forUsers(result.missing ?? []) : [],
  };
}

/** False for a paused run that was answered and has not been continued yet. */
export function isWaiting({ phase }: RunView): boolean {
  return phase === "waiting" || phase === "uncertain";
}
