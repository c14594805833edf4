// Run a workflow: a process is killed in the middle of it, another one continues it, and the user approves what it changes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime, fileRuns } from "@knowhow/runtime/node";
import type { RunTool } from "@knowhow/runtime/workflows";

const [, program = "", given] = process.argv;
const folder = given ?? mkdtempSync(join(tmpdir(), "knowhow-example-"));
const isVictim = given !== undefined;

const weekly = {
  name: "weekly-notes",
  text: "---\nname: weekly-notes\ndescription: Publishes the notes of a week. Use when a week ends.\n---\nPublish the notes.\n",
  files: {
    "workflow.yaml": `
inputs: { week: { type: string, format: date } }
steps:
  - { id: tasks, tool: tasks.list, with: { week: "{{ inputs.week }}" } }
  - id: notes
    for: task in tasks
    tool: tasks.summarize
    with: { task: "{{ task }}" }
  - id: ok
    approve: "Publish {{ notes | length }} notes?"
    with: { notes: "{{ notes }}" }
  - id: published
    if: ok.approved
    tool: notes.publish
    with: { notes: "{{ notes }}" }
    key: "week-{{ inputs.week }}"
output: "{{ published.url }}"
`,
  },
};

// Your application offers the tools, so its own permissions apply. These only write down that they were called.
const log = join(folder, "calls.log");
const tool = (
  name: string,
  sideEffects: RunTool["sideEffects"],
  answer: (input: unknown) => unknown,
): RunTool => ({
  name,
  sideEffects,
  call: (input) => {
    appendFileSync(log, `${name} ${JSON.stringify(input)}\n`);
    return answer(input);
  },
});
const tools = [
  tool("tasks.list", "read", () => ["one", "two"]),
  tool("tasks.summarize", "read", (input) => {
    // The first process ends here, without a chance to clean up.
    if (isVictim && JSON.stringify(input).includes("two")) process.kill(process.pid, "SIGKILL");
    return `done: ${JSON.stringify(input)}`;
  }),
  tool("notes.publish", "write", () => ({ url: "https://notes.example/47" })),
];

const knowhow = await createRuntime({
  providers: false,
  cache: false,
  skills: [weekly],
  runs: fileRuns(join(folder, "runs")),
  // A call of a tool that writes needs approval. Here the approve step of the workflow is enough.
  workflows: { tools: { list: () => tools }, policy: { allow: ["notes.publish"] } },
});

if (isVictim) {
  await knowhow.runs.start("weekly-notes", { week: "2026-11-16" }, { id: "week-47" });
} else {
  // What would happen, without calling anything.
  const plan = await knowhow.runs.plan("weekly-notes", { week: "2026-11-16" });
  assert.deepEqual(plan.writes, ["published"]);

  // Another process starts the run and is killed.
  const { signal } = spawnSync(process.execPath, [...process.execArgv, program, folder], {
    encoding: "utf8",
  });
  if (process.platform !== "win32") assert.equal(signal, "SIGKILL");
  assert.equal((await knowhow.runs.get("week-47"))?.result.status, "running");

  // This process continues it, until it needs approval. Steps that had ended are not repeated; the one that was running is.
  const paused = await knowhow.runs.resume("week-47");
  assert.equal(paused.status, "paused");
  assert.equal(
    paused.waiting?.prompt,
    "Publish 2 notes? Text from outside (tasks.summarize, tasks.list) is in: notes.",
  );
  const calls = readFileSync(log, "utf8");
  assert.equal(calls.match(/tasks\.list/g)?.length, 1);
  assert.equal(calls.match(/"one"/g)?.length, 1);
  assert.equal(calls.match(/"two"/g)?.length, 2);

  // The answer needs the token of exactly this question, so that nobody approves something else by accident.
  await assert.rejects(
    knowhow.runs.resume("week-47", { answer: true, token: "kh1.made.up" }),
    /not accepted/,
  );
  const { token = "" } = paused.waiting ?? {};
  const result = await knowhow.runs.resume("week-47", { answer: true, token });
  assert.deepEqual([result.status, result.output], ["succeeded", "https://notes.example/47"]);
  assert.equal(readFileSync(log, "utf8").match(/notes\.publish/g)?.length, 1);

  // The same on the command line: `knowhow run`, `knowhow resume`, `knowhow runs`.
  console.log(result.steps.map(({ id, status }) => `${id}: ${status}`));
  rmSync(folder, { recursive: true, force: true });
}
