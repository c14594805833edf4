import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { trialTool } from "../../testing/trial-run.ts";
import type { ModelRequest } from "../run.ts";
import { openWorkshop } from "../testing/workshop.ts";

const SKILLS = fileURLToPath(new URL("../../../../fixtures/skills", import.meta.url));

const TASKS = [
  { title: "Write the report", done: true },
  { title: "Send the invoice", done: true },
  { title: "Call Ada", done: false },
];

/** Processes of AIOS that share the runs of a user, with a vault and, if wanted, a model. */
function open() {
  const workshop = openWorkshop();
  onTestFinished(workshop.close);
  const search = trialTool("vault.search", () => ({ results: TASKS }));
  const create = trialTool("vault.create_note", () => ({ path: "reviews/week.md" }), {
    sideEffects: "write",
  });
  const asked: ModelRequest[] = [];
  const model = {
    generate: async (request: ModelRequest) => {
      asked.push(request);
      return { text: request.system === undefined ? `Summary ${asked.length}.` : "1. Call Ada" };
    },
  };
  const start = (isWithModel: boolean) =>
    workshop.start({
      profile: "aios",
      providers: false,
      roots: [SKILLS],
      env: { KNOWHOW_STATE_DIR: workshop.at("state") },
      workflows: {
        tools: { list: () => [search, create] },
        policy: { allow: ["vault.create_note"] },
        ...(isWithModel ? { model } : {}),
      },
    });
  return { start, search, create, asked };
}

const REVIEW =
  "# Week of 2026-11-16\n\n## Completed\n\n- Summary 1.\n- Summary 2.\n\n## Next week\n\n1. Call Ada\n";

describe("P1 X6 the weekly review of the document", () => {
  test("retrieves, summarizes and plans, asks before the note, and goes on in another process", async () => {
    const { start, search, create, asked } = open();
    const first = await start(true);
    const session = await first.session();
    const { run } = await session.turn({
      messages: [{ role: "user", content: "/weekly-review 2026-11-16" }],
    });
    expect(run).toMatchObject({
      state: "started",
      inputs: { week: "2026-11-16", limit: 20 },
      result: {
        status: "paused",
        waiting: { step: "ok", kind: "approval", prompt: "Create the review with 2 completed tasks?" },
      },
    });
    expect(search.calls).toEqual([{ query: "week:2026-11-16", limit: 20 }]);
    expect(asked.map(({ system = "" }) => system.slice(0, 20))).toEqual(["", "", "# Plan the next week"]);
    expect(create.calls).toEqual([]);
    const { runId = "", waiting } = run?.result ?? {};
    const second = await start(false);
    const ended = await second.runs.resume(runId, { token: waiting?.token ?? "", answer: true });
    expect(ended).toMatchObject({ status: "succeeded", output: REVIEW });
    expect(create.calls).toEqual([{ title: "Week of 2026-11-16", body: "1. Call Ada" }]);
    expect([search.calls.length, asked.length]).toEqual([1, 3]);
  });

  test("is not created if the user refuses, and the variant that was asked for is rendered", async () => {
    const { start, create } = open();
    const runtime = await start(true);
    const approver = () => ({ answer: "no" }) as const;
    const inputs = { week: "2026-11-16", variant: "short" };
    const result = await runtime.runs.start("weekly-review", inputs, { approver });
    expect(result).toMatchObject({
      status: "succeeded",
      output: "Week of 2026-11-16: 2 completed, 1 open.\n",
      steps: [
        { id: "tasks" },
        { id: "completed" },
        { id: "plan" },
        { id: "ok" },
        { id: "note", status: "skipped" },
      ],
    });
    expect(create.calls).toEqual([]);
  });

  test("is a chain of the same three skills: two workflows and a skill without steps", async () => {
    const { start, asked } = open();
    const runtime = await start(true);
    const result = await runtime.runs.chain(
      [
        "retrieve-tasks",
        { skill: "summarize-completed", with: { tasks: "{{ retrieve_tasks.done }}" } },
        "plan-next-week",
      ],
      { week: "2026-11-16" },
    );
    expect(result).toMatchObject({ status: "succeeded", output: "1. Call Ada" });
    expect(asked.at(-1)?.prompt).toContain("Summary 1.");
  });

  test("without a model of its own, asks the model of the conversation, one question after the other", async () => {
    const { start, create } = open();
    const session = await (await start(false)).session();
    const { run, inject } = await session.turn({
      messages: [{ role: "user", content: "/weekly-review 2026-11-16" }],
    });
    expect(run?.result).toMatchObject({ status: "paused", waiting: { kind: "model" } });
    expect(inject.map(({ text }) => text).join("\n")).toContain("Write the report");
    const answers = ["Summary 1.", "Summary 2.", "1. Call Ada"];
    for (const answer of answers) await session.call("skill_run", { name: "weekly-review", answer });
    const [waiting] = session.waitingRuns();
    expect(waiting).toMatchObject({ kind: "approval", step: "ok" });
    expect(await session.resumeRun(waiting?.token ?? "", { answer: true })).toMatchObject({
      status: "succeeded",
      output: REVIEW,
    });
    expect(create.calls).toHaveLength(1);
  });
});
