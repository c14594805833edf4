import { describe, expect, test } from "vitest";
import { trialTool } from "../../testing/trial-run.ts";
import type { ApprovalRequest } from "../approver.ts";
import type { EventRecord } from "../events.ts";
import { memoryRuns } from "../execution/engine/memory-runs.ts";
import type { RuntimeOptions } from "../options.ts";
import type { AuditRecord } from "../ports.ts";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";

const skill = (name: string, workflow: string, more: Readonly<Record<string, string>> = {}, fields = "") => ({
  name,
  text: `---\nname: ${name}\ndescription: Does ${name}.\n${fields}---\nHow to ${name}.\n`,
  files: { ...(workflow === "" ? {} : { "workflow.yaml": workflow }), ...more },
});

const WEEKLY = skill(
  "weekly",
  `
inputs:
  week: { type: string, format: date }
  limit: { type: integer, default: 20 }
steps:
  - id: tasks
    tool: vault.search
    with: { query: "week:{{ inputs.week }}", limit: "{{ inputs.limit }}" }
  - id: summaries
    for: t in tasks.results
    parallel: 4
    skill: summarize
    with: { text: "{{ t.body }}" }
    onError: continue
  - id: ok
    approve: "Create the note with {{ summaries | length }} items?"
  - id: note
    if: ok.approved
    tool: vault.create_note
    with: { title: "Week {{ inputs.week }}", items: "{{ summaries }}" }
    key: "weekly-{{ inputs.week }}"
output:
  path: "{{ note.path }}"
  count: "{{ summaries | length }}"
`,
  {},
  "allowed-tools: vault.search vault.create_note upper\n",
);

const SUMMARIZE = skill(
  "summarize",
  `
inputs: { text: { type: string } }
steps:
  - { id: made, tool: upper, with: { text: "{{ inputs.text }}" } }
output: { text: "{{ made }}" }
`,
);

const PLAN = skill("plan-week", "");

async function open(options: RuntimeOptions = {}, ports: Partial<Parameters<typeof createRuntime>[0]> = {}) {
  const events: EventRecord[] = [];
  const audit: AuditRecord[] = [];
  const search = trialTool("vault.search", () => ({
    results: [{ body: "one" }, { body: "two" }, { body: 3 }],
  }));
  const create = trialTool("vault.create_note", () => ({ path: "Weekly.md" }), { sideEffects: "write" });
  const upper = trialTool("upper", (input) => String(Reflect.get(Object(input), "text")).toUpperCase());
  const runtime = await createRuntime(
    {
      ...fakePorts({}, { now: 1_700_000_000_000 }),
      audit: { append: (row) => void audit.push(row) },
      ...ports,
    },
    {
      skills: [WEEKLY, SUMMARIZE, PLAN],
      onEvent: (record) => void events.push(record),
      ...options,
      workflows: {
        tools: { list: () => [search, create, upper] },
        policy: { approve: [] },
        ...options.workflows,
      },
    },
  );
  return { runtime, events, audit, search, create, upper };
}

describe("X4 X6 a run of a skill", () => {
  test("X4 runs from its file to the approval and, with the answer, to its end", async () => {
    const { runtime, search, create, events, audit } = await open();
    const paused = await runtime.runs.start("weekly", { week: "2026-11-16" });
    expect(paused).toMatchObject({ status: "paused", waiting: { prompt: "Create the note with 3 items?" } });
    expect(search.calls).toEqual([{ query: "week:2026-11-16", limit: 20 }]);
    expect(paused.steps[1]?.items?.map(({ status }) => status)).toEqual(["succeeded", "succeeded", "failed"]);
    expect(create.calls).toEqual([]);
    const { token = "" } = paused.waiting ?? {};
    const result = await runtime.runs.resume(paused.runId, { token, answer: true });
    expect(result).toMatchObject({ status: "succeeded", output: { path: "Weekly.md", count: 3 } });
    expect(create.calls).toEqual([
      { title: "Week 2026-11-16", items: [{ text: "ONE" }, { text: "TWO" }, null] },
    ]);
    expect(search.calls).toHaveLength(1);
    const own = events.filter(({ run }) => run === paused.runId).map(({ event }) => event.type);
    expect(own).toEqual([
      "run.started",
      ...["step.started", "step.finished"],
      ...["step.started", "step.finished", "step.started", "step.finished"],
      "step.started",
      "run.paused",
      "approval.decided",
      "run.started",
      ...["step.started", "step.finished", "step.started", "step.finished"],
      "run.finished",
    ]);
    expect(audit.filter(({ run }) => run === paused.runId).map(({ action }) => action)).toEqual([
      "config.weakened",
      "run.started",
      "run.paused",
      "approval.given",
      "config.weakened",
      "run.resumed",
      "tool.called",
      "run.finished",
    ]);
  });

  test("X4 runs the definition that was shown, without reading the skill again", async () => {
    const { runtime, audit } = await open();
    const { value: definition } = await runtime.define("weekly");
    if (definition === undefined) throw new Error("weekly has no definition");
    const served = () => audit.filter(({ action }) => action === "skill.served").length;
    const before = served();
    expect(before).toBeGreaterThan(0);
    const plan = await runtime.runs.plan("weekly", { week: "2026-11-16" }, { definition });
    expect(plan.writes).toHaveLength(1);
    const result = await runtime.runs.start("weekly", { week: "2026-11-16" }, { definition });
    expect(result.status).toBe("paused");
    expect((await runtime.runs.get(result.runId))?.definition).toEqual(definition);
    expect(served()).toBe(before);
    await runtime.runs.start("weekly", { week: "2026-11-16" });
    expect(served()).toBeGreaterThan(before);
  });

  test("T1 refuses a definition of another skill, another runtime or another audience", async () => {
    const { runtime } = await open();
    const { runtime: other } = await open();
    const given = [
      (await runtime.define("summarize")).value,
      (await other.define("weekly")).value,
      (await runtime.define("weekly", { audience: "user" })).value,
      structuredClone((await runtime.define("weekly")).value),
    ];
    for (const definition of given) {
      if (definition === undefined) throw new Error("there is no definition");
      const start = runtime.runs.start("weekly", { week: "2026-11-16" }, { definition });
      await expect(start).rejects.toMatchObject({
        code: "runtime.bad-option",
        message: expect.stringContaining('`define("weekly")`'),
      });
    }
    const listed = [];
    for await (const run of runtime.runs.list()) listed.push(run);
    expect(listed).toEqual([]);
  });

  test("O1 events of a run contain names and numbers only", async () => {
    const { runtime, events } = await open();
    await runtime.runs.start("weekly", { week: "2026-11-16" });
    const text = JSON.stringify(events.filter(({ run }) => run !== undefined));
    for (const word of ["2026-11-16", "one", "ONE", "Create the note"])
      expect(text).not.toContain(`${word}"`);
  });

  test("X3 wrong inputs are refused before the first step; strings of a command line become numbers", async () => {
    const { runtime, search } = await open();
    await expect(runtime.runs.start("weekly", { week: "soon", limit: "many" })).rejects.toMatchObject({
      code: "run.invalid-inputs",
      message: expect.stringContaining("`week`"),
    });
    expect(search.calls).toEqual([]);
    await runtime.runs.start("weekly", { week: "2026-11-16", limit: "5" }, { coerce: true });
    expect(search.calls).toMatchObject([{ limit: 5 }]);
  });

  test("X8 an answer needs the token of exactly this question", async () => {
    const { runtime, create } = await open();
    const [a, b] = [
      await runtime.runs.start("weekly", { week: "2026-11-16" }),
      await runtime.runs.start("weekly", { week: "2026-11-23" }),
    ];
    const { token = "" } = a.waiting ?? {};
    const refused = (id: string, options: object) => expect(runtime.runs.resume(id, options)).rejects;
    await refused(a.runId, { answer: true }).toMatchObject({ code: "run.token-refused" });
    await refused(a.runId, { answer: true, token: `${token}0` }).toMatchObject({
      message: expect.stringContaining("not made by this host"),
    });
    await refused(a.runId, { answer: true, token: b.waiting?.token }).toMatchObject({
      message: expect.stringContaining("another run"),
    });
    await refused(a.runId, { answer: "maybe", token }).toMatchObject({ code: "run.answer-invalid" });
    await refused("none", { answer: true, token }).toMatchObject({ code: "run.unknown" });
    await refused(a.runId, { answr: true }).toMatchObject({
      code: "runtime.bad-option",
      message: expect.stringContaining('"answer"'),
    });
    expect(create.calls).toEqual([]);
    expect(await runtime.runs.resume(a.runId, { answer: "no", token, comment: "not now" })).toMatchObject({
      status: "succeeded",
      output: { path: null, count: 3 },
    });
    await refused(a.runId, { answer: true, token }).toMatchObject({ code: "run.not-waiting" });
  });

  test("X8 an answer that comes too late does not count, and the run goes on without it", async () => {
    let now = 1_700_000_000_000;
    const environment = { ...fakePorts({}).environment, now: () => now };
    const question = skill(
      "question",
      'steps: [{ id: ok, approve: Go?, timeout: 1h }]\noutput: { ok: "{{ ok.approved }}" }\n',
    );
    const { runtime } = await open({ skills: [question] }, { environment });
    const { runId, waiting } = await runtime.runs.start("question");
    now += 3_600_000;
    await expect(
      runtime.runs.resume(runId, { token: waiting?.token ?? "", answer: true }),
    ).rejects.toMatchObject({
      code: "run.answer-invalid",
      message: "the answer came too late",
    });
    expect(await runtime.runs.resume(runId)).toMatchObject({ status: "succeeded", output: { ok: false } });
  });

  test("X8 with an approver it does not pause", async () => {
    const asked: ApprovalRequest[] = [];
    const { runtime } = await open({
      approver: (request) => {
        asked.push(request);
        return { answer: "yes" };
      },
    });
    expect(await runtime.runs.start("weekly", { week: "2026-11-16" })).toMatchObject({ status: "succeeded" });
    expect(asked).toMatchObject([{ kind: "step", subject: "ok", reason: "Create the note with 3 items?" }]);
  });

  test("X9 another runtime on the same store continues it with the definition that it began with", async () => {
    const runs = memoryRuns();
    const first = await open({}, { runs });
    const paused = await first.runtime.runs.start("weekly", { week: "2026-11-16" });
    const changed = skill("weekly", "steps: [{ id: x, tool: upper, with: { text: changed } }]\n");
    const second = await open({ skills: [changed] }, { runs });
    const { token = "" } = paused.waiting ?? {};
    const result = await second.runtime.runs.resume(paused.runId, { token, answer: true });
    expect(result).toMatchObject({ status: "succeeded", output: { path: "Weekly.md" } });
    expect([first.search.calls.length, second.search.calls.length, second.create.calls.length]).toEqual([
      1, 0, 1,
    ]);
  });

  test("X9 the directory of the host's tools is stored with the run, and kept by a copy", async () => {
    const { runtime } = await open();
    const { runId } = await runtime.runs.start("weekly", { week: "2026-11-16" }, { directory: "/work/shop" });
    const copy = await runtime.runs.fork(runId, { from: "tasks" });
    for (const id of [runId, copy.runId])
      expect((await runtime.runs.get(id))?.definition.directory).toBe("/work/shop");
  });

  test("X4 the answer to a question is checked against its schema, and the run waits on", async () => {
    const steps =
      "steps:\n  - { id: who, ask: Who?, schema: { type: string, minLength: 3 } }\noutput: '{{ who }}'\n";
    const { runtime } = await open({ skills: [skill("asks", steps)] });
    const { runId, waiting } = await runtime.runs.start("asks");
    const { token = "" } = waiting ?? {};
    for (const answer of ["ab", 3, null])
      await expect(runtime.runs.resume(runId, { token, answer }), String(answer)).rejects.toMatchObject({
        code: "run.answer-invalid",
        message: expect.stringContaining('the answer to "who" is not valid'),
      });
    expect((await runtime.runs.get(runId))?.result.status).toBe("paused");
    expect(await runtime.runs.resume(runId, { token, answer: "Ada" })).toMatchObject({ output: "Ada" });
  });

  test("X9 a tool is told the directory that the run was started with, also by who continues it", async () => {
    const told: unknown[] = [];
    const where = trialTool("where", (_, { directory }) => {
      told.push(directory);
      return null;
    });
    const steps =
      "steps:\n  - { id: a, tool: where }\n  - { id: ok, approve: Go on? }\n  - { id: b, tool: where }\n";
    const { runtime } = await open({
      skills: [skill("asks", steps)],
      workflows: { tools: { list: () => [where] } },
    });
    const { runId, waiting } = await runtime.runs.start("asks", {}, { directory: "/work/shop" });
    await runtime.runs.resume(runId, { token: waiting?.token ?? "", answer: true });
    await runtime.runs.start("asks");
    expect(told).toEqual(["/work/shop", "/work/shop", undefined]);
  });

  test("X7 limits of the conversation that started it also apply when it is continued", async () => {
    const { runtime, create } = await open();
    const scope = { declarations: [{ skill: "outer", allowed: ["vault.search", "upper"] }] };
    const paused = await runtime.runs.start("weekly", { week: "2026-11-16" }, { scope });
    const { token = "" } = paused.waiting ?? {};
    const result = await runtime.runs.resume(paused.runId, { token, answer: true });
    expect(result).toMatchObject({
      status: "failed",
      error: { code: "denied", message: expect.stringContaining('"outer"') },
    });
    expect(create.calls).toEqual([]);
  });

  test("X8 secret inputs are not stored, and are found again by the host", async () => {
    const login = skill(
      "login",
      `
inputs: { token: { type: string, secret: true } }
steps:
  - { id: go, approve: "Log in?" }
  - { id: entered, if: go.approved, tool: upper, with: { text: "{{ inputs.token }}" } }
`,
    );
    const runs = memoryRuns();
    const first = await open({ skills: [login] }, { runs });
    const paused = await first.runtime.runs.start("login", { token: "hunter22" });
    const stored = await runs.get(paused.runId);
    expect(stored?.definition.skills.login?.workflow?.secrets).toEqual(["token"]);
    expect(JSON.stringify(stored)).not.toContain("hunter22");
    const { token = "" } = paused.waiting ?? {};
    const without = await open({ skills: [login] }, { runs });
    expect(await without.runtime.runs.resume(paused.runId, { token, answer: true })).toMatchObject({
      status: "paused",
      missing: [{ kind: "secret", name: "token" }],
    });
    const withPort = await open(
      { skills: [login], workflows: { secrets: () => ({ token: "hunter22" }) } },
      { runs },
    );
    expect(await withPort.runtime.runs.resume(paused.runId)).toMatchObject({ status: "succeeded" });
    expect(withPort.upper.calls).toEqual([{ text: "hunter22" }]);
  });

  test("X8 what the user writes is stored without the secrets, and refused if they cannot be found", async () => {
    const login = skill(
      "login",
      `
inputs: { token: { type: string, secret: true } }
steps:
  - { id: said, ask: "What now?" }
`,
    );
    const runs = memoryRuns();
    const first = await open({ skills: [login] }, { runs });
    const { runId, waiting } = await first.runtime.runs.start("login", { token: "hunter22" });
    const { token = "", key = "" } = waiting ?? {};
    const signalled: unknown[] = [];
    const watched = {
      ...runs,
      signal: async (...given: Parameters<typeof runs.signal>) => {
        signalled.push(given);
        return runs.signal(...given);
      },
    };
    const without = await open({ skills: [login] }, { runs: watched });
    const answer = "use hunter22";
    await expect(without.runtime.runs.resume(runId, { token, answer })).rejects.toMatchObject({
      code: "run.secret-missing",
    });
    expect(signalled).toEqual([]);
    const withPort = await open(
      { skills: [login], workflows: { secrets: () => ({ token: "hunter22" }) } },
      { runs: watched },
    );
    expect(await withPort.runtime.runs.resume(runId, { token, answer })).toMatchObject({
      output: "use [secret token]",
    });
    expect(signalled).toEqual([[runId, key, { value: "use [secret token]" }]]);
  });

  test("X9 a fork repeats only the steps from a chosen one on", async () => {
    const { runtime, search, create } = await open({ approver: () => ({ answer: "yes" }) });
    const first = await runtime.runs.start("weekly", { week: "2026-11-16" });
    const second = await runtime.runs.fork(first.runId, { from: "note" });
    expect(second).toMatchObject({ status: "succeeded", output: first.output });
    expect(second.runId).not.toBe(first.runId);
    expect([search.calls.length, create.calls.length]).toEqual([1, 2]);
    await expect(runtime.runs.fork(first.runId, { from: "nte" })).rejects.toMatchObject({
      hint: 'did you mean "note"?',
    });
  });

  test("X9 runs are listed, cancelled and pruned", async () => {
    let now = 1_700_000_000_000;
    const environment = { ...fakePorts({}).environment, now: () => now };
    const { runtime } = await open({}, { environment });
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      now += 1;
      ids.push((await runtime.runs.start("weekly", { week: "2026-11-16" })).runId);
    }
    const listed = async (query = {}) => {
      const found: string[] = [];
      for await (const { id } of runtime.runs.list(query)) found.push(id);
      return found;
    };
    expect(await listed()).toEqual([...ids].reverse());
    await runtime.runs.cancel(ids[0] ?? "", "not needed");
    expect(await listed({ status: "cancelled" })).toEqual([ids[0]]);
    expect(await runtime.runs.prune()).toBe(0);
    now += 31 * 86_400_000;
    expect(await runtime.runs.prune()).toBe(1);
    expect(await listed()).toHaveLength(2);
    await expect(listed({ statsu: "x" })).rejects.toMatchObject({ code: "runtime.bad-option" });
  });

  test("X9 a stored run is executed by a worker", async () => {
    const { runtime } = await open({ approver: () => ({ answer: "yes" }) });
    const stored = await runtime.runs.start("weekly", { week: "2026-11-16" }, { background: true });
    expect(stored).toMatchObject({ status: "running", steps: [] });
    const worker = await runtime.runs.work({ concurrency: 2 });
    await expect.poll(async () => (await runtime.runs.get(stored.runId))?.result.status).toBe("succeeded");
    await worker.close();
  });

  test("X6 the plan of a chain shows the inputs that reach a skill by name, unless an output may replace them", async () => {
    const { runtime } = await open();
    const withOf = async (...skills: readonly string[]) =>
      (await runtime.runs.plan(skills, { text: "hello" })).steps.map(({ steps: [made] = [] }) => made?.with);
    expect(await withOf("summarize")).toEqual([{ text: "hello" }]);
    expect(await withOf("summarize", "summarize")).toEqual([
      { text: "hello" },
      { text: "{{ inputs.text }}" },
    ]);
  });

  test("X4 a plan calls nothing and names what changes something", async () => {
    const { runtime, search } = await open();
    const plan = await runtime.runs.plan("weekly", { week: "2026-11-16" });
    expect(plan.writes).toEqual(["note"]);
    expect(search.calls).toEqual([]);
  });

  test("X1 a skill without steps cannot be run, and an invalid workflow says where", async () => {
    const broken = skill("broken", "steps:\n  - { id: x, tool: a, wiht: {} }\n");
    const { runtime } = await open({ skills: [PLAN, broken] });
    await expect(runtime.runs.start("plan-week")).rejects.toMatchObject({ code: "run.no-workflow" });
    await expect(runtime.runs.start("broken")).rejects.toMatchObject({
      code: "run.invalid-workflow",
      message: expect.stringContaining("workflow.yaml:2"),
    });
    await expect(runtime.runs.start("nothing")).rejects.toMatchObject({ code: "runtime.unknown-skill" });
  });
});

describe("X6 a chain", () => {
  const retrieve = skill(
    "retrieve-tasks",
    'inputs: { week: string }\nsteps:\n  - { id: s, tool: vault.search, with: { w: "{{ inputs.week }}" } }\noutput: { tasks: "{{ s.results }}", source: vault }\n',
  );
  const count = skill(
    "count",
    'inputs:\n  tasks: { type: array }\n  unit: { type: string, default: tasks }\nsteps:\n  - { id: c, tool: upper, with: { text: "{{ inputs.tasks | length }} {{ inputs.unit }}" } }\n',
  );
  const model = () => {
    const seen: unknown[] = [];
    return {
      seen,
      generate: async ({ system = "", prompt = "" }) => {
        // Outputs of tools are text from outside, so they are fenced.
        expect(prompt).toMatch(/^<<<outside /);
        seen.push(system.trim(), JSON.parse(prompt.split("\n").slice(1, -1).join("\n")));
        return { text: "Rest." };
      },
    };
  };

  test("X6 outputs feed inputs by name, and a prompt skill gets what there is", async () => {
    const asked = model();
    const { runtime, search } = await open({ skills: [retrieve, count, PLAN], workflows: { model: asked } });
    const result = await runtime.runs.chain(["retrieve-tasks", "count", "plan-week"], { week: "12" });
    expect(result).toMatchObject({ status: "succeeded", output: "Rest." });
    expect(search.calls).toEqual([{ w: "12" }]);
    expect(result.steps.map(({ id, status }) => [id, status])).toEqual([
      ["retrieve_tasks", "succeeded"],
      ["count", "succeeded"],
      ["plan_week", "succeeded"],
    ]);
    expect(asked.seen).toMatchObject([
      "How to plan-week.",
      { week: "12", count: "3 TASKS", source: "vault" },
    ]);
  });

  test("X6 an element can have a condition, its own inputs and go on after an error", async () => {
    const { runtime } = await open({ skills: [retrieve, count, PLAN] });
    const result = await runtime.runs.chain(
      [
        "retrieve-tasks",
        { skill: "plan-week", onError: "continue" },
        { skill: "count", if: "retrieve_tasks.source == 'mail'" },
        { skill: "count", with: { unit: "things" } },
      ],
      { week: "12" },
    );
    expect(result.steps.map(({ status }) => status)).toEqual(["succeeded", "failed", "skipped", "succeeded"]);
    expect(result.output).toBe("3 THINGS");
    await expect(runtime.runs.chain(JSON.parse(`[{"skil": "x"}]`))).rejects.toMatchObject({
      code: "runtime.bad-option",
    });
  });
});
