import { checkOptions, kinds } from "@knowhow/runtime/toolkit";
import type { Runs } from "@knowhow/runtime/workflows";

/** Runs in a database. */
export interface DatabaseRuns extends Runs {
  /** Ends the workers that were started here and the connections. Runs that are being executed are waited for. */
  close(): Promise<void>;
}

/** Options for runs in PostgreSQL. */
export interface PostgresRunsOptions {
  /** `postgres://user:password@host:5432/database` */
  readonly url: string;
  /** How often a worker looks at the queue, and an execution for its cancellation, in milliseconds. Default 250. */
  readonly pollMs?: number;
  /**
   * After this time without a sign of life the runs of a process are taken over, in milliseconds. Longer than any
   * handler blocks the process. Default 10,000.
   */
  readonly deadAfterMs?: number;
  /** The clock that waits end by. Default that of this machine. */
  readonly now?: () => number;
}

/** Opens runs in PostgreSQL, which processes on several machines share. The tables are created when they are missing. */
export async function postgresRuns(options: PostgresRunsOptions): Promise<DatabaseRuns> {
  checkOptions("postgresRuns", options, {
    url: { kind: kinds.filledText, required: true },
    pollMs: kinds.wholeNumber(1),
    deadAfterMs: kinds.wholeNumber(100),
    now: kinds.callable,
  });
  const { url, pollMs = 250, deadAfterMs = 10_000, now = Date.now } = options;
  const { openEngine } = await import("./postgres/engine.ts");
  return openEngine({ url, pollMs, deadAfterMs, now });
}
