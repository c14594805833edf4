import { expect, test } from "vitest";
import { definition, skill, tool, trial, trialTool } from "../../../testing/trial-run.ts";
import { openDurable } from "../engine/open-durable.ts";
import { emptyState } from "../engine/run-state.ts";

test.each([
  ["repeat", 1, { status: "succeeded", output: "written" }],
  ["done", 0, { status: "succeeded", output: null }],
  ["fail", 0, { status: "failed", error: { code: "uncertain" } }],
])("X9 a write that was interrupted asks, and does what the answer says: %s", async (answer, calls, end) => {
  const write = trialTool("write", () => "written", { sideEffects: "write" });
  const run = trial(definition(skill("s", [tool("x", "write")])), [write], { policy: { approve: [] } });
  // Another process announced the write and was killed.
  const state = emptyState();
  state.intents.add("x");
  const durable = openDurable(state, { write: () => undefined, now: () => run.clock });
  const paused = await run.start({}, undefined, { durable });
  expect(paused).toMatchObject({ status: "paused", waiting: { step: "x", kind: "approval" } });
  expect(write.calls).toEqual([]);
  state.answers.set(paused.waiting?.key ?? "", { answer });
  expect(await run.again({ durable })).toMatchObject(end);
  expect(write.calls).toHaveLength(calls);
});
