import { join } from "node:path";
import { createRuntime, fileRuns } from "@knowhow/runtime/node";
import type { Runs } from "@knowhow/runtime/workflows";
import type { Sandbox } from "./sandbox.ts";

/** The runs of the command line in a sandbox. */
export function storedRuns({ home }: Sandbox) {
  return fileRuns(join(home, ".local/state/knowhow/runs"));
}

/** Executes a run in a process that ends in the middle of it: of a write, if a step is named. */
export async function interrupt(runs: Runs, id: string, write?: string): Promise<void> {
  const ended = new Error("the process ended");
  await runs
    .run(id, async (_, durable) => {
      const fail = () => {
        throw ended;
      };
      if (write === undefined) return fail();
      await durable.step(write, fail, { effect: "write" });
      return fail();
    })
    .catch((error: unknown) => {
      if (error !== ended) throw error;
    });
}

/** Stores a run of a skill as another process would, without executing it. */
export async function storeRun(
  { home, project }: Sandbox,
  skill: string,
  {
    directory = project,
    inputs = {},
  }: { directory?: string; inputs?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const workflows = { application: "knowhow" };
  const runtime = await createRuntime({ cwd: directory, home, env: {}, cache: false, workflows });
  const { runId } = await runtime.runs.start(skill, inputs, { background: true, directory });
  runtime.close();
  return runId;
}
