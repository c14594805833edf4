import type { Runs, RunView } from "@knowhow/runtime/workflows";
import { CliError } from "../io/cli-error.ts";

/** A stored run; throws if there is none. */
export async function findRun(runs: Pick<Runs, "get">, id: string): Promise<RunView> {
  const run = await runs.get(id);
  if (run !== undefined) return run;
  throw new CliError("cli.not-found", `no run with the id "${id}"`, "`knowhow runs` lists the runs");
}
