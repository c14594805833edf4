import { query } from "../support/databases.ts";
import { openHost } from "./knowhow-runtime.ts";

/** How the runs of a chaos are at the moment. */
export interface Standing {
  readonly ended: number;
  /** Runs that ask whether a write was made. */
  readonly asking: number;
  /** Runs that are neither, by what they are. */
  readonly others: Readonly<Record<string, number>>;
}

/** An engine that a chaos is tried on. */
export interface ChaosEngine {
  readonly name: string;
  /** Files of this folder. */
  readonly worker: string;
  readonly host: string;
  /** Called before the chaos. */
  prepare(url: string): Promise<void>;
  look(url: string): Promise<Standing>;
  /** Answers the questions with what the sink says. Returns their number. */
  answer(url: string, isMade: (run: string, step: string) => boolean): Promise<number>;
}

const COMPLETE = { sink: "", isComplete: true, deadAfterMs: 10_000 };

/** Runs of knowhow in PostgreSQL. */
export const knowhow: ChaosEngine = {
  name: "knowhow",
  worker: "knowhow-worker.ts",
  host: "knowhow-host.ts",
  prepare: async (url) => (await openHost({ url, ...COMPLETE })).runs.close(),
  look: async (url) => {
    const { runs, runtime } = await openHost({ url, ...COMPLETE });
    const counts: Record<string, number> = {};
    for await (const { phase } of runtime.runs.list()) counts[phase] = (counts[phase] ?? 0) + 1;
    await runs.close();
    const { succeeded = 0, uncertain = 0, ...others } = counts;
    return { ended: succeeded, asking: uncertain, others };
  },
  answer: async (url, isMade) => {
    const { runs, runtime } = await openHost({ url, ...COMPLETE });
    let count = 0;
    for await (const { id, phase, result } of runtime.runs.list({ status: "paused" })) {
      const { waiting } = result;
      if (phase !== "uncertain" || waiting === undefined) continue;
      const answer = isMade(id, waiting.step) ? "done" : "repeat";
      await runtime.runs.resume(id, { answer, token: waiting.token, background: true });
      count += 1;
    }
    await runs.close();
    return count;
  },
};

/** Workflows of bare DBOS in PostgreSQL. */
export const dbos: ChaosEngine = {
  name: "DBOS",
  worker: "dbos-worker.ts",
  host: "dbos-host.ts",
  prepare: async (url) => {
    const { DBOS } = await import("@dbos-inc/dbos-sdk");
    const ignore = () => undefined;
    const logger = { info: ignore, debug: ignore, warn: ignore, error: ignore };
    DBOS.setConfig({
      name: "chaos",
      applicationVersion: "1",
      systemDatabaseUrl: url,
      listenQueues: [],
      logger,
    });
    await DBOS.launch();
    for (const queue of ["plain", "special"])
      await DBOS.registerQueue(queue, { workerConcurrency: 4, minPollingIntervalMs: 250 });
    await DBOS.shutdown();
  },
  look: async (url) => {
    const rows = await query<{ status: string; count: string }>(
      url,
      "SELECT status, count(*) FROM dbos.workflow_status GROUP BY status",
    );
    const { SUCCESS = 0, ...others } = Object.fromEntries(
      rows.map(({ status, count }) => [status, Number(count)]),
    );
    return { ended: SUCCESS, asking: 0, others };
  },
  answer: async () => 0,
};
