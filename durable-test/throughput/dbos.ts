/** Measures workflows of bare DBOS in PostgreSQL. */
import { DBOS } from "@dbos-inc/dbos-sdk";
import { measure, STEPS } from "./measure.ts";

const ignore = () => undefined;
const logger = { info: ignore, debug: ignore, warn: ignore, error: ignore };
let ended = 0;
const workflow = DBOS.registerWorkflow(
  async () => {
    for (let index = 0; index < STEPS; index += 1)
      await DBOS.runStep(async () => ({ n: 1 }), { name: `s${index}` });
    ended += 1;
  },
  { name: "steps" },
);
DBOS.setConfig({ name: "throughput", systemDatabaseUrl: process.argv[2] ?? "", logger });
await DBOS.launch();
await measure({
  execute: async () => (await DBOS.startWorkflow(workflow)()).getResult(),
  enqueue: async () => void (await DBOS.startWorkflow(workflow, { queueName: "queue" })()),
  work: async () => {
    // As often as a worker of knowhow looks.
    await DBOS.registerQueue("queue", { workerConcurrency: 8, minPollingIntervalMs: 250 });
    return ignore;
  },
  ended: () => ended,
});
