import { EXIT } from "../../io/exit-codes.ts";
import { findRun } from "../../running/find-run.ts";
import { useRuns } from "../../running/use-runs.ts";
import type { Command } from "../../table/command.ts";

/** `knowhow runs cancel <run>`: ends a run, also while another process executes it. */
export const runsCancel: Command = (call) =>
  useRuns(call, async (runtime) => {
    const [id = ""] = call.args.positionals;
    await findRun(runtime, id);
    await runtime.runs.cancel(id, call.args.text("reason") ?? "cancelled by the user", { by: "user" });
    const { status } = (await findRun(runtime, id)).result;
    const words = { cancelled: "cancelled", running: "is being cancelled" };
    const said =
      status === "cancelled" || status === "running" ? words[status] : `had already ended: ${status}`;
    return {
      exit: status === "cancelled" || status === "running" ? EXIT.done : EXIT.no,
      data: { runId: id, status },
      text: () => `run ${id} ${said}`,
    };
  });
