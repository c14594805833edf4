import { appendFileSync } from "node:fs";
import { runDefinition } from "../src/execution/run/run-definition.ts";
import { nodeHash } from "../src/node/node-hash.ts";
import { fileRuns } from "../src/node/runs/file-runs.ts";
import type { Disk } from "../src/node/state/disk.ts";
import type { RunHandler, RunTool } from "../src/run.ts";
import { definition, skill, tool } from "./trial-run.ts";

/** One execution of the run of `killed-runs.test.ts`. */
export interface RunTask {
  readonly folder: string;
  readonly id: string;
  /** A file that gets a line for every call of a tool: the key of the step. */
  readonly calls: string;
  readonly work?: boolean;
  /** The first tool that is called kills the process. */
  readonly poison?: boolean;
}

const child = skill("child", [
  tool("a", "read", { with: { x: "{{ inputs.x }}" } }),
  tool("b", "read", { with: { x: "{{ a.x }}" } }),
]);

const retry = { attempts: 3, delayMs: 1, factor: 1, maxDelayMs: 1 };

/** Reads, parallel items of two steps, a write with a key, a write without one, a read that fails at first, and a read. */
export const KILLED = definition(
  skill("s", [
    tool("first", "read", { with: { x: 1 } }),
    {
      id: "items",
      action: { kind: "skill", name: "child" },
      for: { item: "i", list: "[1, 2]" },
      parallel: 2,
      with: { x: "{{ i }}" },
    },
    tool("keyed", "write", { key: "k-{{ first.x }}" }),
    tool("plain", "write"),
    tool("tried", "read", { retry }),
    tool("last", "read", { with: { items: "{{ items }}" } }),
  ]),
  child,
);

/** The handler of a run whose tools write down that they were called. `tick` is called before and after each effect. */
export function killedHandler(calls: string, tick: () => void = () => undefined): RunHandler {
  const toolOf = (name: string, sideEffects: RunTool["sideEffects"]): RunTool => ({
    name,
    sideEffects,
    call: async (input, { step, attempt }) => {
      tick();
      appendFileSync(calls, `${step}\n`);
      tick();
      if (step === "tried" && attempt === 1) throw new Error("not yet");
      await new Promise((resolve) => setImmediate(resolve));
      return input;
    },
  });
  return (run, durable, signal) =>
    runDefinition(run.definition, run.inputs, {
      runId: run.id,
      startedAt: run.startedAt,
      durable,
      tools: { list: () => [toolOf("read", "read"), toolOf("write", "write")] },
      policy: { approve: [] },
      hash: nodeHash,
      secret: () => "secret",
      emit: () => undefined,
      now: Date.now,
      random: () => 0.5,
      timer: (ms, call) => {
        const timeout = setTimeout(call, Math.min(ms, 2 ** 31 - 1));
        return () => clearTimeout(timeout);
      },
      signal,
    });
}

/** Starts a run and executes it; a run that exists is continued. */
export async function executeRun(
  { folder, id, calls }: RunTask,
  disk: Disk,
  tick: () => void,
): Promise<void> {
  const runs = fileRuns(folder, { disk });
  if ((await runs.get(id)) === undefined)
    await runs.start({ id, definition: KILLED, inputs: {}, startedAt: Date.now() });
  await runs.run(id, killedHandler(calls, tick));
}

/** Works on a queue until nothing is left that a worker may execute. */
export async function workOnRuns({ folder, calls, poison = false }: RunTask, disk: Disk): Promise<void> {
  const runs = fileRuns(folder, { disk, pollMs: 10 });
  const tick = () => {
    if (poison) process.kill(process.pid, "SIGKILL");
  };
  const worker = await runs.work(killedHandler(calls, tick), { concurrency: 2, application: "default" });
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    let left = 0;
    for await (const { phase } of runs.list({ status: "running" })) if (phase !== "stuck") left += 1;
    if (left === 0) break;
  }
  await worker.close();
}
