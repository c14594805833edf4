import { describe, expect, test } from "vitest";
import { trialTool } from "../../testing/trial-run.ts";
import type { EventRecord } from "../events.ts";
import { memoryRuns } from "../execution/engine/memory-runs.ts";
import type { AuditRecord } from "../ports.ts";
import type { RunModel, Runs, RunTool, WorkflowSettings } from "../run.ts";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";

const skill = (name: string, workflow: string) => ({
  name,
  text: `---\nname: ${name}\ndescription: Does ${name}.\n---\nHow to ${name}.\n`,
  files: { "workflow.yaml": workflow },
});

const SKILLS = [
  skill(
    "report",
    `
steps:
  - { id: saved, tool: save, with: { a: 1 } }
  - { id: page, tool: fetch_page }
  - { id: child, skill: sum-up }
  - { id: told, tool: notify, onError: continue }
`,
  ),
  skill("sum-up", 'steps:\n  - { id: text, prompt: "Sum up." }\n'),
  skill("guarded", 'steps:\n  - { id: ok, approve: "Go on?" }\n  - { id: page, tool: fetch_page }\n'),
  skill("asking", 'steps:\n  - { id: ok, approve: "Go on?" }\n'),
  skill("two", "steps:\n  - { id: a, tool: save }\n  - { id: b, tool: fetch_page }\n"),
  skill("maybe", "steps:\n  - { id: told, tool: notify, onError: continue }\n  - { id: a, tool: save }\n"),
  skill("calling", "steps:\n  - { id: a, skill: nowhere }\n  - { id: b, skill: neither }\n"),
  skill(
    "login",
    `
inputs: { token: { type: string, secret: true, required: false } }
steps:
  - { id: sent, tool: save, with: { token: "{{ inputs.token }}" } }
`,
  ),
];

const model: RunModel = { generate: async () => ({ text: "summed up" }) };

async function open(
  names: readonly string[] | undefined,
  { runs = memoryRuns(), ...workflows }: WorkflowSettings & { readonly runs?: Runs } = {},
) {
  const events: EventRecord[] = [];
  const audit: AuditRecord[] = [];
  const tools = new Map((names ?? []).map((name) => [name, trialTool(name, () => `${name} done`)]));
  const available: Map<string, RunTool> = new Map(tools);
  const runtime = await createRuntime(
    { ...fakePorts({}), runs, audit: { append: (row) => void audit.push(row) } },
    {
      skills: SKILLS,
      workflows: {
        ...(names === undefined ? {} : { tools: { list: () => [...available.values()] } }),
        ...workflows,
      },
      onEvent: (event) => void events.push(event),
    },
  );
  const said = () =>
    events.flatMap(({ event }) =>
      event.type === "run.missing"
        ? [`${event.kind} ${event.name}${event.optional ? " (optional)" : ""}`]
        : event.type.startsWith("run.")
          ? [event.type]
          : [],
    );
  return { runtime, runs, said, audit, available, tools };
}

const stored = async (runs: Runs) => {
  const ids: string[] = [];
  for await (const { id } of runs.list()) ids.push(id);
  return ids.length;
};

describe("X9 what is missing before a run", () => {
  test("X9 is listed as a whole, and nothing is stored or executed", async () => {
    const { runtime, runs, tools } = await open(["save"]);
    await expect(runtime.runs.start("report")).rejects.toMatchObject({
      code: "run.missing",
      message:
        '"report" cannot be run: the tool "fetch_page" is not available here; no model is available here',
      hint: expect.stringMatching(/workflows\.tools.*KNOWHOW_MODEL/),
    });
    await expect(runtime.runs.chain(["two", "sum-up"])).rejects.toMatchObject({ code: "run.missing" });
    expect(await stored(runs)).toBe(0);
    expect(tools.get("save")?.calls).toEqual([]);
  });

  test("X9 is named for skills that a workflow calls, too", async () => {
    const { runtime } = await open([]);
    await expect(runtime.runs.start("calling")).rejects.toMatchObject({
      code: "run.missing",
      message: expect.stringMatching(/`nowhere`.*`neither`/),
    });
  });

  test("X9 is a note for a step that may fail: the run starts, and no worker has to have it", async () => {
    const { runtime, runs, said } = await open(["save"]);
    const result = await runtime.runs.start("maybe");
    expect(result).toMatchObject({
      status: "succeeded",
      steps: [{ id: "told", status: "failed", error: { code: "unknown_tool" } }, { id: "a" }],
    });
    expect(said()).toEqual(["tool notify (optional)", "run.started", "run.finished"]);
    expect((await runs.get(result.runId))?.needs).toEqual([{ kind: "tool", name: "save" }]);
  });

  test("X9 what was there for such a step is needed from then on", async () => {
    const { runtime, runs, available } = await open(["save", "notify"]);
    const { runId } = await runtime.runs.start("maybe", {}, { background: true });
    expect((await runs.get(runId))?.needs.map(({ name }) => name)).toEqual(["notify", "save"]);
    available.delete("notify");
    expect(await runtime.runs.resume(runId)).toMatchObject({
      status: "paused",
      missing: [{ kind: "tool", name: "notify" }],
    });
  });

  test("X9 is in the plan, with notes for steps that may fail", async () => {
    const { runtime } = await open(["save"]);
    const plan = await runtime.runs.plan("report");
    expect(plan.missing.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "tool fetch_page",
      "model model",
    ]);
    expect(plan.notes).toMatchObject([{ kind: "tool", name: "notify" }]);
    const whole = await open(["save", "fetch_page", "notify"], { model });
    expect(await whole.runtime.runs.plan("report")).toMatchObject({ missing: [], notes: [] });
  });

  test("X9 is left to workers by a process that only stores the run, and said", async () => {
    const { runtime, runs, said } = await open([]);
    const { runId } = await runtime.runs.start("two", {}, { background: true });
    expect(said()).toEqual(["tool save", "tool fetch_page"]);
    expect(await runs.get(runId)).toMatchObject({
      phase: "queued",
      needs: [{ name: "save" }, { name: "fetch_page" }],
    });
  });

  test("X9 for a step that may fail is needed if the process that stores the run has no tools at all", async () => {
    const { runtime, runs } = await open(undefined);
    const { runId } = await runtime.runs.start("maybe", {}, { background: true });
    expect((await runs.get(runId))?.needs.map(({ name }) => name)).toEqual(["notify", "save"]);
  });

  test("X9 a prompt that waits for the conversation needs no model, and is still one for workers", async () => {
    const { runtime, runs } = await open([]);
    const { runId, waiting } = await runtime.runs.start("sum-up", {}, { promptsWait: true });
    expect(waiting).toMatchObject({ kind: "model" });
    expect((await runs.get(runId))?.needs).toEqual([{ kind: "model", name: "model" }]);
  });

  test("X9 is checked before a copy is made, for the steps from there on", async () => {
    const { runtime, runs, available } = await open(["save", "fetch_page"]);
    const { runId } = await runtime.runs.start("two");
    available.delete("save");
    expect(await runtime.runs.fork(runId, { from: "b" })).toMatchObject({ status: "succeeded" });
    await expect(runtime.runs.fork(runId, { from: "a" })).rejects.toMatchObject({ code: "run.missing" });
    expect(await stored(runs)).toBe(2);
  });
});

describe("X9 what is missing when a stored run is executed", () => {
  test("X9 pauses it before any step; it continues when that is there, and finished steps need nothing", async () => {
    const { runtime, runs, tools, available, said } = await open(["save", "fetch_page"]);
    const { runId } = await runtime.runs.start("two", {}, { background: true });
    const page = available.get("fetch_page");
    available.delete("fetch_page");
    const paused = await runtime.runs.resume(runId);
    expect(paused).toMatchObject({
      status: "paused",
      steps: [],
      missing: [{ kind: "tool", name: "fetch_page" }],
    });
    expect(paused.waiting).toBeUndefined();
    expect(tools.get("save")?.calls).toEqual([]);
    expect(await runs.get(runId)).toMatchObject({ phase: "waiting", result: paused });
    await runtime.runs.resume(runId);
    expect(said()).toEqual(["tool fetch_page", "run.paused"]);
    if (page !== undefined) available.set("fetch_page", page);
    expect(await runtime.runs.resume(runId)).toMatchObject({ status: "succeeded" });
  });

  test("X9 also in the middle: what was done stays done", async () => {
    const { runtime, available, tools } = await open(["save", "fetch_page"]);
    const page = available.get("fetch_page");
    available.set(
      "save",
      trialTool("save", () => {
        available.delete("fetch_page");
        return "saved";
      }),
    );
    const registry = { list: () => [...available.values()].filter(({ name }) => name !== "fetch_page") };
    const { runId } = await runtime.runs.start("two", {}, { background: true });
    const lists = [[...available.values()]];
    const vanishing = { list: () => lists.pop() ?? registry.list() };
    expect(await runtime.runs.resume(runId, { tools: vanishing })).toMatchObject({
      status: "paused",
      steps: [
        { id: "a", status: "succeeded" },
        { id: "b", status: "waiting" },
      ],
      missing: [{ name: "fetch_page" }],
    });
    available.delete("save");
    if (page !== undefined) available.set("fetch_page", page);
    expect(await runtime.runs.resume(runId)).toMatchObject({ status: "succeeded" });
    expect(tools.get("fetch_page")?.calls).toHaveLength(1);
  });

  test("X9 an answer is kept, and an open question is not given up", async () => {
    const { runtime, runs, available } = await open(["fetch_page"]);
    const { runId, waiting } = await runtime.runs.start("guarded");
    const page = available.get("fetch_page");
    available.delete("fetch_page");
    expect(await runtime.runs.resume(runId)).toMatchObject({ status: "paused", waiting: { step: "ok" } });
    const answer = { token: waiting?.token ?? "", answer: true };
    expect(await runtime.runs.resume(runId, answer)).toMatchObject({ missing: [{ name: "fetch_page" }] });
    await expect(runtime.runs.resume(runId, answer)).rejects.toMatchObject({
      code: "run.not-waiting",
      hint: 'the tool "fetch_page" is not available here',
    });
    if (page !== undefined) available.set("fetch_page", page);
    expect(await runtime.runs.resume(runId)).toMatchObject({ status: "succeeded" });
    expect((await runs.get(runId))?.result.missing).toBeUndefined();
  });

  test("X9 a secret that was given is needed wherever the run goes on, also an optional one", async () => {
    const first = await open(["save"]);
    const { runId } = await first.runtime.runs.start("login", { token: "hunter22" }, { background: true });
    const other = await open(["save"], { runs: first.runs });
    expect(await other.runtime.runs.resume(runId)).toMatchObject({
      status: "paused",
      missing: [{ kind: "secret", name: "token" }],
    });
    expect(await first.runtime.runs.resume(runId)).toMatchObject({ status: "succeeded" });
    const without = await other.runtime.runs.start("login");
    expect(without.status).toBe("succeeded");
  });

  test("X9 a cancelled run ends as such, whatever is missing", async () => {
    const { runtime } = await open([]);
    const { runId } = await runtime.runs.start("two", {}, { background: true });
    const signal = AbortSignal.abort(new Error("enough"));
    expect(await runtime.runs.resume(runId, { signal })).toMatchObject({ status: "cancelled" });
  });
});

describe("X9 a worker", () => {
  const demand = (
    needs: readonly { readonly kind: "tool" | "model" | "secret"; readonly name: string }[],
  ) => ({
    skill: "report",
    needs,
  });

  test("X9 accepts only what it can execute", async () => {
    const { runtime } = await open(["save"]);
    const { accepts } = runtime.runs.executor();
    const tool = { kind: "tool", name: "save" } as const;
    const token = { kind: "secret", name: "token" } as const;
    expect(await accepts(demand([tool]))).toBe(true);
    expect(await accepts(demand([tool, { kind: "tool", name: "fetch_page" }]))).toBe(false);
    expect(await accepts(demand([{ kind: "model", name: "model" }]))).toBe(false);
    expect(await accepts(demand([token]))).toBe(false);
    await runtime.runs.start("login", { token: "hunter22" }, { background: true });
    expect(await accepts(demand([token]))).toBe(true);
    const able = await open(["save"], { model, secrets: () => ({}) });
    expect(
      await able.runtime.runs.executor().accepts(demand([{ kind: "model", name: "model" }, token])),
    ).toBe(true);
  });

  test("X9 leaves runs of other applications and runs that need more than it has to others", async () => {
    const runs = memoryRuns();
    const web = await open([], { runs, application: "web" });
    const poor = await open(["save"], { runs, application: "web" });
    const other = await open(["save", "fetch_page"], { runs });
    const { runId } = await web.runtime.runs.start("two", {}, { background: true });
    const workers = [await poor.runtime.runs.work(), await other.runtime.runs.work()];
    const small = await web.runtime.runs.start("maybe", {}, { background: true });
    await expect.poll(async () => (await runs.get(small.runId))?.result.status).toBe("succeeded");
    expect(await runs.get(runId)).toMatchObject({ application: "web", phase: "queued", executions: 0 });
    const rich = await open(["save", "fetch_page"], { runs, application: "web" });
    workers.push(await rich.runtime.runs.work({ concurrency: 2 }));
    await expect.poll(async () => (await runs.get(runId))?.result.status).toBe("succeeded");
    for (const worker of workers) await worker.close();
    expect(rich.tools.get("fetch_page")?.calls).toHaveLength(1);
  });
});

describe("X8 answers for a worker", () => {
  test("X8 with `background` an answer is stored, and the rest is left to a worker", async () => {
    const { runtime, runs } = await open([]);
    const { runId, waiting } = await runtime.runs.start("asking");
    const answer = { token: waiting?.token ?? "", answer: true, background: true };
    expect(await runtime.runs.resume(runId, answer)).toMatchObject({ status: "running" });
    expect(await runs.get(runId)).toMatchObject({ phase: "queued", result: { status: "paused" } });
    await expect(runtime.runs.resume(runId, { ...answer, answer: false })).rejects.toMatchObject({
      code: "run.answered",
      message: `the question of "ok" in the run "${runId}" was already answered: yes`,
    });
    const worker = await runtime.runs.work();
    await expect.poll(async () => (await runs.get(runId))?.result.status).toBe("succeeded");
    await worker.close();
  });

  test("X9 with `background` and without an answer only a stuck run is tried again", async () => {
    const runs = memoryRuns();
    const { runtime } = await open(["save"], { runs });
    const { runId } = await runtime.runs.start("maybe", {}, { background: true });
    expect(await runtime.runs.resume(runId, { background: true })).toMatchObject({ status: "running" });
    for (let count = 0; count < 5; count += 1)
      await runs.run(runId, () => Promise.reject(new Error("killed"))).catch(() => undefined);
    expect(await runs.get(runId)).toMatchObject({ phase: "stuck", executions: 5 });
    expect(await runtime.runs.resume(runId, { background: true })).toMatchObject({ status: "running" });
    expect(await runs.get(runId)).toMatchObject({ phase: "queued", executions: 0 });
  });
});

test("X9 damaged runs are listed, and removed only if that is asked for", async () => {
  const removed: string[] = [];
  const runs: Runs = {
    ...memoryRuns(),
    damaged: async () => [{ id: "broken", message: "the journal cannot be read" }],
    delete: async (id) => removed.push(id) > 0,
  };
  const { runtime, audit } = await open([], { runs });
  expect(await runtime.runs.damaged()).toMatchObject([{ id: "broken" }]);
  expect(await runtime.runs.prune()).toBe(0);
  expect(await runtime.runs.prune({ damaged: true })).toBe(1);
  expect(removed).toEqual(["broken"]);
  expect(audit).toContainEqual(expect.objectContaining({ action: "run.removed", run: "broken" }));
});
