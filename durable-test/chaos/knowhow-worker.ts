/** A worker of a chaos. It counts outages of the database as a host would. */
import { openHost } from "./knowhow-runtime.ts";
import { readTask } from "./sink.ts";

const { runs, runtime } = await openHost(readTask());
const worker = await runtime.runs.work({ concurrency: 4 });
process.on("SIGTERM", () => {
  void worker
    .close()
    .then(() => runs.close())
    .then(() => process.exit(0));
});
process.stdout.write("ready\n");
