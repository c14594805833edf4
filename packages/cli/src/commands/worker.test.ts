import { PassThrough } from "node:stream";
import { createRuntime } from "@knowhow/runtime/node";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "../testing/sandbox.ts";
import { COPY_NOTE, COUNT_FILES } from "../testing/workflows.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

describe("knowhow worker", () => {
  it("X9 executes stored runs with the tools of the command line until it is stopped", async () => {
    sandbox = makeSandbox({ ...COPY_NOTE, ...COUNT_FILES, "project/notes/a.md": "hello" });
    await sandbox.trustAll();
    const { home, project } = sandbox;
    const runtime = await createRuntime({ cwd: project, home, env: {}, cache: false });
    const options = { background: true, directory: project };
    const [first, second] = [
      await runtime.runs.start("count-files", { folder: "notes" }, options),
      await runtime.runs.start("copy-note", { from: "notes/a.md" }, options),
    ];
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const serving = { input: new PassThrough(), output: new PassThrough(), untilStopped: () => stopped };
    const working = sandbox.runWith({ serving }, "worker", "--concurrency", "2", "--json");
    const statusOf = async (id: string) => (await runtime.runs.get(id))?.result.status;
    await expect.poll(() => statusOf(first.runId), { timeout: 10_000 }).toBe("succeeded");
    await expect.poll(() => statusOf(second.runId), { timeout: 10_000 }).toBe("paused");
    stop();
    const ran = await working;
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.json()).toEqual({ succeeded: 1, failed: 0, cancelled: 0, paused: 1 });
    expect(ran.err).toContain(`${first.runId}  count-files succeeded\n`);
    expect(ran.err).toContain(`${second.runId}  copy-note is paused at step ok\n`);
  });
});
