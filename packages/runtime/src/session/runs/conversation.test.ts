import { describe, expect, test } from "vitest";
import { trialTool } from "../../../testing/trial-run.ts";
import type { KnowhowEvent } from "../../events.ts";
import { createRuntime } from "../../runtime.ts";
import { fakePorts } from "../../testing/fake-ports.ts";
import type { SessionOptions } from "../session-options.ts";

const REPORT = {
  name: "report",
  text: '---\nname: report\ndescription: Writes a report. Use for reports.\ntriggers: ["report on {topic}"]\n---\nWrite it by hand.\n',
  files: {
    "workflow.yaml": `
inputs: { topic: string, length: integer = 3, tone: { type: string, required: false } }
steps:
  - { id: found, tool: look, with: { topic: "{{ inputs.topic }}" } }
  - { id: draft, prompt: "Write {{ inputs.length }} lines about {{ found.fact }}" }
  - { id: saved, tool: save, with: { text: "{{ draft }}" }, key: report }
output: "{{ saved.text }}"
refine: true
`,
  },
};

const say = (content: string) => [{ role: "user", content }] as const;
const texts = (inject: readonly { readonly text: string }[]) => inject.map(({ text }) => text).join("\n");
const stepsOf = (events: readonly KnowhowEvent[]) =>
  events.flatMap((event) => ("step" in event ? [`${event.type} ${event.step}`] : [event.type]));

async function open(session: SessionOptions = {}) {
  const controller = new AbortController();
  const look = trialTool("look", (input) => {
    if (Reflect.get(Object(input), "topic") === "forever")
      controller.abort(new Error("the user pressed Escape"));
    return { fact: "ducks swim" };
  });
  const save = trialTool("save", (input) => input, { sideEffects: "write" });
  const runtime = await createRuntime(fakePorts({}), {
    skills: [REPORT],
    workflows: { tools: { list: () => [look, save] } },
  });
  return { session: await runtime.session(session), runtime, look, save, controller };
}

describe("a conversation in which a message starts a workflow", () => {
  test("X1 X8 goes from the message to the model's answer, the user's approval and the refined result", async () => {
    const { session, save } = await open({ runs: "start" });
    const events: KnowhowEvent[] = [];
    const onEvent = (event: KnowhowEvent) => events.push(event);

    const { run, inject } = await session.turn({ messages: say("please report on ducks"), onEvent });
    expect(run).toMatchObject({
      skill: "report",
      state: "started",
      inputs: { topic: "ducks", length: 3 },
      result: { status: "paused", waiting: { step: "draft", kind: "model" } },
    });
    expect(Object.keys(run?.inputs ?? {})).toEqual(["topic", "length"]);
    expect(stepsOf(events)).toEqual([
      "run.started",
      "step.started found",
      "step.finished found",
      "run.paused draft",
    ]);
    expect(texts(inject)).toContain("Write 3 lines about");
    expect(texts(inject)).toContain('`skill_run` with {"name":"report","answer":"…"}');
    expect(session.waitingRuns()).toMatchObject([{ kind: "model", step: "draft" }]);

    const asked = await session.call("skill_run", { name: "report", answer: "Ducks swim." });
    expect(asked.pending?.waitsFor).toBe("approval");
    const [waiting] = session.waitingRuns();
    expect(waiting).toMatchObject({
      run: run?.result?.runId,
      kind: "approval",
      step: "saved",
      arguments: { text: "Ducks swim." },
      token: asked.pending?.resume,
    });
    expect(save.calls).toEqual([]);

    events.length = 0;
    const token = waiting?.token ?? "";
    const ended = await session.resumeRun(token, { answer: true, onEvent });
    expect(ended).toMatchObject({ status: "succeeded", output: "Ducks swim.", refine: true });
    expect(stepsOf(events)).toContain("step.finished saved");
    expect([save.calls, session.waitingRuns()]).toEqual([[{ text: "Ducks swim." }], []]);
  });

  test("X4 the host cancels what a turn runs, and the turn says so", async () => {
    const { session, controller } = await open({ runs: "start" });
    const { run, inject } = await session.turn({
      messages: say("report on forever"),
      signal: controller.signal,
    });
    expect(run?.result).toMatchObject({
      status: "cancelled",
      error: { code: "cancelled", message: "the user pressed Escape" },
    });
    expect(texts(inject)).toContain("it was cancelled: the user pressed Escape");
    expect(session.waitingRuns()).toEqual([]);
  });

  test("X4 a run that was cancelled while it waits is not shown as waiting any more", async () => {
    const { session, runtime } = await open({ runs: "start" });
    const { run } = await session.turn({ messages: say("report on ducks") });
    const { runId = "" } = run?.result ?? {};
    await session.cancelRun(runId);
    expect(session.waitingRuns()).toEqual([]);
    expect((await runtime.runs.get(runId))?.result.status).toBe("cancelled");
  });

  test("X8 two runs of one skill wait side by side, and each has its own answer", async () => {
    const { session, save } = await open();
    const start = async (topic: string, text: string) => {
      await session.call("skill_run", { name: "report", inputs: { topic } });
      return session.call("skill_run", { name: "report", answer: text });
    };
    const first = await start("ducks", "One.");
    await start("geese", "Two.");
    expect(session.waitingRuns().map(({ arguments: covered }) => covered)).toEqual([
      { text: "One." },
      { text: "Two." },
    ]);
    const resume = first.pending?.resume ?? "";
    const result = await session.call("skill_run", { name: "report" }, { resume, answer: true });
    expect(result.metadata).toMatchObject({ status: "succeeded", output: "One." });
    expect(save.calls).toEqual([{ text: "One." }]);
    expect(session.waitingRuns()).toMatchObject([{ arguments: { text: "Two." } }]);
  });

  test.each([
    ["offer", "offered"],
    ["off", undefined],
  ] as const)("X1 under `%s` nothing is run", async (runs, state) => {
    const { session, look } = await open({ runs });
    const { run, inject } = await session.turn({ messages: say("report on ducks") });
    expect([run?.state, look.calls]).toEqual([state, []]);
    expect(texts(inject).includes("by hand")).toBe(runs === "off");
    if (runs === "offer") expect(texts(inject)).toContain('{"topic":"ducks","length":3}');
  });
});
