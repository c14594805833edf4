import type { DatabaseRuns } from "@knowhow/durable";
import { CliError } from "../io/cli-error.ts";

/**
 * Opens the runs in a database. The package for them is installed beside this program by those who need it. It is not
 * searched in the project, whose code this program never executes.
 */
export async function openSharedRuns(url: string): Promise<DatabaseRuns> {
  const { openRuns } = await import("@knowhow/durable").catch(explain);
  return openRuns(url);
}

function explain(error: NodeJS.ErrnoException): never {
  const isMissing = error.code === "ERR_MODULE_NOT_FOUND" || error.code === "MODULE_NOT_FOUND";
  if (!isMissing) throw error;
  throw new CliError(
    "cli.not-found",
    "runs in a database need the package @knowhow/durable, which is not installed",
    "install it where knowhow is: `npm install knowhow @knowhow/durable`, with -g if knowhow was installed with -g",
  );
}
