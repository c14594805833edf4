import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { WorkerTask } from "./worker.ts";

/** A worker in a process of its own. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  /** Code and signal that it ended with. */
  readonly ended: Promise<readonly [number | null, NodeJS.Signals | null]>;
}

/** Starts a worker process, and waits until it works. */
export async function startWorker(task: WorkerTask): Promise<WorkerProcess> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const script = fileURLToPath(new URL("worker.ts", import.meta.url));
  const args = ["--conditions=@knowhow/source", "--no-deprecation", "--import", tsx, script];
  const child = spawn(process.execPath, [...args, JSON.stringify(task)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve) => {
    child.once("exit", (code, signal) => resolve([code, signal]));
  });
  const ready = new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
  await Promise.race([ready, ended]);
  return { child, ended };
}

/** Ends a worker process after what it executes. */
export async function stopWorker({ child, ended }: WorkerProcess): Promise<number | null> {
  child.kill("SIGTERM");
  const [code] = await ended;
  return code;
}
