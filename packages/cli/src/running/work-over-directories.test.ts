import { createRuntime } from "@knowhow/runtime/node";
import { memoryRuns, type RunDemand, type WorkOptions } from "@knowhow/runtime/workflows";
import { afterEach, expect, it, vi } from "vitest";
import { makeSandbox, type Sandbox } from "../testing/sandbox.ts";
import { workOverDirectories } from "./work-over-directories.ts";

let sandbox: Sandbox;
afterEach(() => {
  vi.useRealTimers();
  sandbox.remove();
});

it("X9 reads a library again while runs wait for something that is missing in it, but not all the time", async () => {
  sandbox = makeSandbox();
  const { project: cwd, home } = sandbox;
  const runtime = await createRuntime({ cwd, home, env: {}, cache: false });
  const reload = vi.spyOn(runtime, "reload");
  let accepts: WorkOptions["accepts"];
  const runs = {
    ...memoryRuns(),
    work: async (_: unknown, options: WorkOptions) => {
      accepts = options.accepts;
      return { close: async () => {} };
    },
  };
  const store = { runs, place: "memory", isShared: false, close: async () => {} };
  await workOverDirectories({ store, library: async () => runtime }, { concurrency: 1, say: () => {} });
  const demand: RunDemand = { skill: "a", needs: [{ kind: "tool", name: "notes.publish" }], directory: cwd };
  vi.useFakeTimers({ toFake: ["Date"] });
  expect([await accepts?.(demand), await accepts?.(demand)]).toEqual([false, false]);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 6_000);
  expect(await accepts?.(demand)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(2);
  expect(await accepts?.({ ...demand, needs: [] })).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});
