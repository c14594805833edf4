/** A host of a chaos with bare DBOS. */
import { DBOSClient } from "@dbos-inc/dbos-sdk";
import { idOf, needsMore, pause, readTask } from "./sink.ts";

const { url, runs, paceMs } = readTask();
const ignore = () => undefined;
const logger = { info: ignore, debug: ignore, warn: ignore, error: ignore };
const client = await DBOSClient.create({ systemDatabaseUrl: url, applicationName: "chaos", logger });
process.stdout.write("ready\n");
for (let index = 0; index < runs; index += 1) {
  const id = idOf(index);
  const queueName = needsMore(index) ? "special" : "plain";
  for (let isStored = false; !isStored; )
    try {
      await client.enqueue({ workflowName: "chaos", queueName, workflowID: id, appVersion: "1" }, id);
      isStored = true;
    } catch {
      await pause(100);
    }
  await pause(paceMs);
}
await client.destroy();
process.exit(0);
