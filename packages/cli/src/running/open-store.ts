import { join } from "node:path";
import { fileRuns, knowhowDirectories, nodeEnvironment } from "@knowhow/runtime/node";
import type { Runs } from "@knowhow/runtime/workflows";
import { APPLICATION } from "../runtime/open-runtime.ts";
import type { Call } from "../table/command.ts";

/** Where the runs of a command are stored. */
export interface RunStore {
  readonly runs: Runs;
  /** Path of the folder, or host and name of the database. */
  readonly place: string;
  /** True for a database, whose runs may come from other machines. */
  readonly isShared: boolean;
  close(): Promise<void>;
}

/** Opens the runs of `--postgres` or KNOWHOW_RUNS_URL; without them those in the user's state directory. */
export async function openStore({ args, io }: Call): Promise<RunStore> {
  const url = args.text("postgres") ?? io.env.KNOWHOW_RUNS_URL ?? "";
  if (url !== "") {
    const { openSharedRuns } = await import("./shared-runs.ts");
    const runs = await openSharedRuns(url);
    return { runs, place: placeOf(url), isShared: true, close: () => runs.close() };
  }
  const { state } = knowhowDirectories(
    nodeEnvironment({ cwd: io.cwd ?? "/", home: io.home, variables: io.env }),
  );
  const place = join(state, "runs");
  return {
    runs: fileRuns(place, { application: APPLICATION }),
    place,
    isShared: false,
    close: async () => {},
  };
}

/** The URL without what may contain a password. */
function placeOf(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
