import { postgresRuns } from "@knowhow/durable";
import { killedHandler } from "../../packages/runtime/testing/run-task.ts";

/** What a worker process is told. */
export interface WorkerTask {
  readonly url: string;
  /** A file that gets a line for every call of a tool. */
  readonly calls: string;
  readonly deadAfterMs: number;
  /** Time that every tool takes, half of it before and half of it after its line is written. */
  readonly toolMs?: number;
  /** The process kills itself at this half of a call, counted from 1. */
  readonly killAt?: number;
}

const [, , json = "{}"] = process.argv;
const {
  url,
  calls,
  deadAfterMs,
  toolMs = 0,
  killAt = Number.POSITIVE_INFINITY,
}: WorkerTask = JSON.parse(json);

let count = 0;
const clock = new Int32Array(new SharedArrayBuffer(4));
const tick = () => {
  count += 1;
  if (count >= killAt) process.kill(process.pid, "SIGKILL");
  if (toolMs > 0) Atomics.wait(clock, 0, 0, toolMs / 2);
};

const runs = await postgresRuns({ url, deadAfterMs, pollMs: 50 });
const worker = await runs.work(killedHandler(calls, tick), { concurrency: 2, application: "default" });
process.on("SIGTERM", () => {
  void worker
    .close()
    .then(() => runs.close())
    .then(() => process.exit(0));
});
process.stdout.write("ready\n");
