/** A host of a chaos: it starts runs and leaves them to the workers. */
import { isKnowhowError } from "@knowhow/runtime/errors";
import { openHost } from "./knowhow-runtime.ts";
import { idOf, needsMore, pause, readTask } from "./sink.ts";

const task = readTask();
const { runs, runtime } = await openHost(task);
process.stdout.write("ready\n");
for (let index = 0; index < task.runs; index += 1) {
  const id = idOf(index);
  for (let isStored = false; !isStored; )
    try {
      await runtime.runs.start(needsMore(index) ? "special" : "plain", {}, { id, background: true });
      isStored = true;
    } catch (error) {
      if (!isKnowhowError(error)) throw error;
      isStored = error.code === "run.exists";
      if (!isStored && error.code !== "run.database") throw error;
    }
  await pause(task.paceMs);
}
await runs.close();
process.exit(0);
