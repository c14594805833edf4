import { EXIT } from "../../io/exit-codes.ts";
import { findRun } from "../../running/find-run.ts";
import { homeOf, useRuns } from "../../running/use-runs.ts";
import type { Command } from "../../table/command.ts";

/** `knowhow runs cancel <run>`: ends a run, also while another process executes it. */
export const runsCancel: Command = (call) =>
  useRuns(call, async ({ store, library }) => {
    const [id = ""] = call.args.positionals;
    const run = await findRun(store.runs, id);
    // A run whose directory is gone can still be cancelled.
    const { runs } = await library(homeOf(run.definition.directory, store) ?? undefined);
    await runs.cancel(id, call.args.text("reason") ?? "cancelled by the user", { by: "user" });
    const { status } = (await findRun(store.runs, id)).result;
    const words = { cancelled: "cancelled", running: "is being cancelled" };
    const said =
      status === "cancelled" || status === "running" ? words[status] : `had already ended: ${status}`;
    return {
      exit: status === "cancelled" || status === "running" ? EXIT.done : EXIT.no,
      data: { runId: id, status },
      text: () => `run ${id} ${said}`,
    };
  });
