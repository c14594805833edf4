import { randomUUID } from "node:crypto";
import { DBOSClient } from "@dbos-inc/dbos-sdk";
import { type Connection, type Database, openPool } from "./database.ts";
import {
  DBOS_APPLICATION,
  DBOS_QUEUE,
  DBOS_SCHEMA,
  DBOS_VERSION,
  DBOS_WORKFLOW,
  silentLogger,
} from "./dbos-names.ts";

/** The queue of runs that can continue. A run may be in it more than once, or without need: workers look. */
export interface RunQueue {
  /** Adds a run when the transaction is committed; a worker takes it after a delay. */
  add(connection: Connection, id: string, delayMs?: number): Promise<void>;
  /** Makes sure that a worker may execute so many runs at the same time, and looks at the queue so often. */
  allow(concurrency: number, pollMs: number): Promise<void>;
  /** Gives what an executor took from the queue to the others. Returns the ids of these runs. */
  takeBack(executor: string): Promise<readonly string[]>;
  /** Removes all traces of a run. */
  forget(id: string): Promise<void>;
  close(): Promise<void>;
}

/** The queue of DBOS in the same database. */
export async function openQueue({ url }: Database): Promise<RunQueue> {
  const pool = openPool(url, 2);
  const client = await DBOSClient.create({
    systemDatabaseUrl: url,
    systemDatabasePool: pool,
    systemDatabaseSchemaName: DBOS_SCHEMA,
    applicationName: DBOS_APPLICATION,
    logger: silentLogger,
  });
  return {
    add: async (connection, id, delayMs = 0) => {
      const options = {
        workflowName: DBOS_WORKFLOW,
        queueName: DBOS_QUEUE,
        // The id of a deleted run can be used again, so this one must not depend on it alone.
        workflowID: `${id}:${randomUUID()}`,
        appVersion: DBOS_VERSION,
        ...(delayMs > 0 ? { delaySeconds: delayMs / 1000 } : {}),
      };
      await client.enqueueInTransaction(connection, options, id);
    },
    allow: async (concurrency, pollMs) => {
      const known = await client.retrieveQueue(DBOS_QUEUE);
      const most = Math.max(concurrency, known?.workerConcurrency ?? 0);
      const least = Math.min(pollMs, known?.minPollingIntervalMs ?? pollMs);
      if (known?.workerConcurrency === most && known.minPollingIntervalMs === least) return;
      await client.registerQueue(DBOS_QUEUE, { workerConcurrency: most, minPollingIntervalMs: least });
    },
    takeBack: async (executor) => {
      const taken = await client.listWorkflows({
        executorId: executor,
        status: "PENDING",
        queueName: DBOS_QUEUE,
        loadInput: false,
        loadOutput: false,
      });
      const ids = taken.map(({ workflowID }) => workflowID);
      if (ids.length > 0) await client.resumeWorkflows(ids, { queueName: DBOS_QUEUE });
      return ids.map((id) => id.slice(0, id.indexOf(":")));
    },
    forget: async (id) => {
      const found = await client.listWorkflows({
        workflow_id_prefix: `${id}:`,
        loadInput: false,
        loadOutput: false,
      });
      if (found.length > 0) await client.deleteWorkflows(found.map(({ workflowID }) => workflowID));
    },
    close: async () => {
      await client.destroy();
      await pool.end();
    },
  };
}
