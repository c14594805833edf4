// Runs in PostgreSQL: one process starts a run, a worker executes it, and a third process approves what it changes.
import assert from "node:assert/strict";
import { openRuns } from "@knowhow/durable";
import { createRuntime } from "@knowhow/runtime/node";
import type { Runs, RunTool } from "@knowhow/runtime/workflows";

const url = process.env.KNOWHOW_RUNS_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

const publish = {
  name: "publish-notes",
  text: "---\nname: publish-notes\ndescription: Publishes the notes of a week. Use when a week ends.\n---\nPublish them.\n",
  files: {
    "workflow.yaml": `
inputs: { week: { type: string, format: date } }
steps:
  - { id: notes, tool: notes.list, with: { week: "{{ inputs.week }}" } }
  - { id: ok, approve: "Publish {{ notes | length }} notes?", with: { notes: "{{ notes }}" } }
  - { id: published, if: ok.approved, tool: notes.publish, with: { notes: "{{ notes }}" }, key: "{{ inputs.week }}" }
output: "{{ published.url }}"
`,
  },
};
const calls: string[] = [];
const tool = (name: string, sideEffects: RunTool["sideEffects"], value: unknown): RunTool => ({
  name,
  sideEffects,
  call: () => {
    calls.push(name);
    return value;
  },
});
const tools = [
  tool("notes.list", "read", ["one", "two"]),
  tool("notes.publish", "write", { url: "https://notes.example/47" }),
];
const runtimeOf = (runs: Runs) =>
  createRuntime({
    providers: false,
    cache: false,
    skills: [publish],
    runs,
    workflows: { tools: { list: () => tools }, policy: { allow: ["notes.publish"] } },
  });

// In your application these are three processes, on one machine or on several.
const [webRuns, workerRuns, adminRuns] = await Promise.all([openRuns(url), openRuns(url), openRuns(url)]);
const [web, worker, admin] = await Promise.all([webRuns, workerRuns, adminRuns].map(runtimeOf));
assert(web && worker && admin);

const working = await worker.runs.work({ concurrency: 4 });
const { runId } = await web.runs.start("publish-notes", { week: "2026-11-16" }, { background: true });

const reaches = async (status: string) => {
  for (;;) {
    const run = await admin.runs.get(runId);
    if (run?.result.status === status) return run.result;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
const paused = await reaches("paused");
assert.match(paused.waiting?.prompt ?? "", /^Publish 2 notes\?/);

const { token = "" } = paused.waiting ?? {};
const result = await admin.runs.resume(runId, { answer: true, token });
assert.deepEqual([result.status, result.output], ["succeeded", "https://notes.example/47"]);
assert.deepEqual(calls, ["notes.list", "notes.publish"]);
console.log(result.steps.map(({ id, status }) => `${id}: ${status}`));

await working.close();
for (const runs of [webRuns, workerRuns, adminRuns]) await runs.close();
