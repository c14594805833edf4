/** A worker of a chaos with bare DBOS: the same steps as steps of DBOS. Runs that need more have a queue of their own. */
import { DBOS } from "@dbos-inc/dbos-sdk";
import { look, readTask, write } from "./sink.ts";

const { url, sink, worker, isComplete } = readTask();
const ignore = () => undefined;
DBOS.registerWorkflow(
  async (run: string) => {
    await DBOS.runStep(look, { name: "look" });
    await DBOS.runStep(() => write(sink, run, "first"), { name: "first" });
    await DBOS.runStep(look, { name: "again" });
    await DBOS.runStep(() => write(sink, run, "second"), { name: "second" });
  },
  { name: "chaos", maxRecoveryAttempts: 1_000 },
);
DBOS.setConfig({
  name: "chaos",
  applicationVersion: "1",
  // The process that replaces a dead one continues what that one executed.
  executorID: `worker-${worker}`,
  systemDatabaseUrl: url,
  listenQueues: isComplete ? ["plain", "special"] : ["plain"],
  logger: { info: ignore, debug: ignore, warn: ignore, error: ignore },
});
await DBOS.launch();
for (const queue of ["plain", "special"])
  await DBOS.registerQueue(queue, { workerConcurrency: 4, minPollingIntervalMs: 250 });
process.on("SIGTERM", () => {
  void DBOS.shutdown({ workflowCompletionTimeoutMS: 30_000 }).then(() => process.exit(0));
});
process.stdout.write("ready\n");
