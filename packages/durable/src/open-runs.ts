import { KnowhowError } from "@knowhow/runtime/errors";
import { checkArgument, kinds } from "@knowhow/runtime/toolkit";
import { type DatabaseRuns, postgresRuns } from "./postgres-runs.ts";

/** Opens the runs that a URL names: `postgres://…` or `postgresql://…`. */
export async function openRuns(url: string): Promise<DatabaseRuns> {
  checkArgument("openRuns", "url", url, kinds.filledText);
  if (/^postgres(?:ql)?:\/\//i.test(url)) return postgresRuns({ url });
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0] ?? "no scheme";
  throw new KnowhowError("runtime.bad-option", `openRuns: the URL of runs has ${scheme}`, {
    hint: "use postgres://user:password@host:5432/database",
  });
}
