import { describe, expect, test } from "vitest";
import { definition, skill, step, tool, trial, trialTool } from "../../../testing/trial-run.ts";

const never = () => new Promise<never>(() => undefined);
const failing = (code: string) => () => {
  throw Object.assign(new Error(`it failed: ${code}`), { code });
};

describe("steps", () => {
  test("X4 outputs are read by step id, keep their type, and the last one is the result", async () => {
    const search = trialTool("search", () => ({ results: ["a", "b"] }));
    const save = trialTool("save");
    const run = trial(
      definition(
        skill("s", [
          tool("found", "search", { with: { query: "week {{ inputs.week }}", limit: "{{ inputs.limit }}" } }),
          tool("saved", "save", {
            with: { items: "{{ found.results }}", text: "{{ found.results | length }} items" },
          }),
        ]),
      ),
      [search, save],
    );
    const result = await run.start({ week: "12", limit: 20 });
    expect(search.calls).toEqual([{ query: "week 12", limit: 20 }]);
    expect(result).toMatchObject({
      status: "succeeded",
      skill: "s",
      output: { items: ["a", "b"], text: "2 items" },
      steps: [
        { id: "found", status: "succeeded", attempts: 1 },
        { id: "saved", status: "succeeded", attempts: 1 },
      ],
    });
  });

  test("X4 a step whose condition is false is skipped, and everything below it is null", async () => {
    const a = trialTool("a", () => ({ x: 1 }));
    const run = trial(
      definition(
        skill(
          "s",
          [
            tool("one", "a", { if: "inputs.n > 3" }),
            tool("two", "a", { if: 'steps.one.status == "skipped" and one.x is none' }),
          ],
          { output: { kind: "value", value: { one: "{{ one }}", status: "{{ steps.one.status }}" } } },
        ),
      ),
      [a],
    );
    const result = await run.start({ n: 3 });
    expect(a.calls).toHaveLength(1);
    expect(result.output).toEqual({ one: null, status: "skipped" });
    expect(result.steps.map(({ status }) => status)).toEqual(["skipped", "succeeded"]);
  });

  test("X4 a loop gives the list of outputs; failed and skipped items are null and recorded", async () => {
    const double = trialTool("double", (input) => {
      const n = Number(Reflect.get(Object(input), "n"));
      if (n === 2) throw Object.assign(new Error("no twos"), { code: "twos" });
      return n * 2;
    });
    const run = trial(
      definition(
        skill("s", [
          tool("d", "double", {
            for: { item: "x", list: "inputs.list" },
            if: "x != 4",
            with: { n: "{{ x }}", at: "{{ loop.index }}/{{ loop.length }}" },
            onError: { kind: "continue" },
          }),
        ]),
      ),
      [double],
    );
    const result = await run.start({ list: [1, 2, 3, 4] });
    expect(result.output).toEqual([2, null, 6, null]);
    expect(result.steps[0]).toMatchObject({
      status: "succeeded",
      items: [
        { status: "succeeded" },
        { status: "failed", error: { code: "twos", message: "no twos" } },
        { status: "succeeded" },
        { status: "skipped" },
      ],
    });
    expect(double.calls[2]).toEqual({ n: 3, at: "3/4" });
  });

  test.each([
    1, 2, 3, 100,
  ])("X4 at most %i parallel items run at the same time, and outputs keep their order", async (parallel) => {
    let active = 0;
    let most = 0;
    const slow = trialTool("slow", async (input) => {
      active += 1;
      most = Math.max(most, active);
      await new Promise((resolve) => setTimeout(resolve, 2));
      active -= 1;
      return input;
    });
    const list = [0, 1, 2, 3, 4, 5];
    const loop = { for: { item: "x", list: "inputs.list" }, with: { x: "{{ x }}" }, parallel };
    const run = trial(definition(skill("s", [tool("l", "slow", loop)])), [slow]);
    const result = await run.start({ list });
    expect(result.output).toEqual(list.map((x) => ({ x })));
    expect(most).toBe(Math.min(parallel, list.length));
  });

  test("X4 many parallel items that listen to their signals cause no warning", async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error) => warnings.push(name);
    process.on("warning", note);
    const listens = trialTool("listens", async (_, { signal }) => {
      signal.addEventListener("abort", () => undefined);
      await new Promise((resolve) => setTimeout(resolve, 1));
      return 1;
    });
    const loop = { for: { item: "x", list: "range(50)" }, parallel: 50, timeoutMs: 1_000 };
    const run = trial(definition(skill("s", [tool("l", "listens", loop)])), [listens]);
    expect((await run.start()).status).toBe("succeeded");
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  test("X4 after an item failed, no further item is started", async () => {
    const calls = trialTool("t", (input) => {
      if (Reflect.get(Object(input), "x") === 1) throw new Error("broken");
      return input;
    });
    const loop = { for: { item: "x", list: "inputs.list" }, with: { x: "{{ x }}" } };
    const run = trial(definition(skill("s", [tool("l", "t", loop), tool("after", "t")])), [calls]);
    const result = await run.start({ list: [0, 1, 2, 3] });
    expect(result).toMatchObject({ status: "failed", error: { message: "broken" } });
    expect(result.steps).toHaveLength(1);
    expect(calls.calls).toHaveLength(2);
  });

  test("X4 `onError`: fail ends the run, continue gives null, skip-rest skips the rest, default gives a value", async () => {
    const bad = trialTool("bad", failing("e"));
    const good = trialTool("good", () => 1);
    const steps = (onError: Parameters<typeof tool>[2]) => [tool("x", "bad", onError), tool("y", "good")];
    const results = await Promise.all(
      (
        [
          { kind: "fail" },
          { kind: "continue" },
          { kind: "skip-rest" },
          { kind: "default", value: { n: "{{ inputs.n }}" } },
        ] as const
      ).map((onError) =>
        trial(
          definition(
            skill("s", steps({ onError }), { output: { kind: "value", value: ["{{ x }}", "{{ y }}"] } }),
          ),
          [bad, good],
        ).start({ n: 7 }),
      ),
    );
    expect(
      results.map(({ status, output, steps: done }) => [status, output, done.map((each) => each.status)]),
    ).toEqual([
      ["failed", undefined, ["failed"]],
      ["succeeded", [null, 1], ["failed", "succeeded"]],
      ["succeeded", [null, null], ["failed", "skipped"]],
      ["succeeded", [{ n: 7 }, 1], ["failed", "succeeded"]],
    ]);
    expect(results[0]?.error).toEqual({ code: "e", message: "it failed: e" });
  });

  test("X4 a failed step is tried again with growing delays, and only for the kinds it names", async () => {
    let left = 3;
    const flaky = trialTool("flaky", () => {
      left -= 1;
      if (left > 0) throw Object.assign(new Error("busy"), { code: "rate_limit" });
      return "done";
    });
    const retry = { attempts: 5, delayMs: 100, factor: 3, maxDelayMs: 250, on: ["rate_limit"] };
    const run = trial(definition(skill("s", [tool("x", "flaky", { retry })])), [flaky]);
    expect(await run.start()).toMatchObject({ output: "done", steps: [{ attempts: 3 }] });
    expect(run.pauses).toEqual([100, 250]);
    const other = trial(definition(skill("s", [tool("x", "bad", { retry })])), [
      trialTool("bad", failing("other")),
    ]);
    expect(await other.start()).toMatchObject({ status: "failed", steps: [{ attempts: 1 }] });
  });

  test.each([
    [0, 50],
    [0.5, 75],
    [1, 100],
  ])("X4 delays are spread by chance, so that many runs do not try again at once: %d", async (random, pause) => {
    const retry = { attempts: 2, delayMs: 100, factor: 1, maxDelayMs: 100 };
    const run = trial(
      definition(skill("s", [tool("x", "bad", { retry })])),
      [trialTool("bad", failing("busy"))],
      { random: () => random },
    );
    expect(await run.start()).toMatchObject({ status: "failed", steps: [{ attempts: 2 }] });
    expect(run.pauses).toEqual([pause]);
  });

  test("X4 a loop over the output of a skipped step has no items", async () => {
    const echo = trialTool("echo");
    const steps = [
      tool("list", "echo", { if: "false" }),
      tool("each", "echo", { for: { item: "one", list: "list.items" }, with: { one: "{{ one }}" } }),
    ];
    expect(await trial(definition(skill("s", steps)), [echo]).start()).toMatchObject({
      status: "succeeded",
      steps: [{ status: "skipped" }, { status: "succeeded", items: [] }],
    });
    expect(echo.calls).toEqual([]);
  });

  test("X4 an attempt that takes too long fails with `timeout`, also if the tool ignores its signal", async () => {
    const aborted: boolean[] = [];
    const hung = trialTool("hung", (_, { signal }) => {
      signal.addEventListener("abort", () => aborted.push(true));
      return never();
    });
    const retry = { attempts: 2, delayMs: 1, factor: 1, maxDelayMs: 1 };
    const run = trial(definition(skill("s", [tool("x", "hung", { timeoutMs: 50, retry })])), [hung]);
    const result = await run.start();
    expect(result).toMatchObject({ status: "failed", error: { code: "timeout" }, steps: [{ attempts: 2 }] });
    expect(aborted).toEqual([true, true]);
  });

  test("X9 a write that ran out of time is tried again only with a key, or if the step names `timeout`", async () => {
    const attempts = async (more: Parameters<typeof tool>[2], on?: readonly string[]) => {
      const hung = trialTool("hung", never, { sideEffects: "write" });
      const retry = {
        attempts: 2,
        delayMs: 1,
        factor: 1,
        maxDelayMs: 1,
        ...(on === undefined ? {} : { on }),
      };
      const steps = [tool("x", "hung", { timeoutMs: 50, retry, ...more })];
      await trial(definition(skill("s", steps)), [hung], { policy: { approve: [] } }).start();
      return hung.calls.length;
    };
    expect(await attempts({})).toBe(1);
    expect(await attempts({ key: "k" })).toBe(2);
    expect(await attempts({ effect: "read" })).toBe(2);
    expect(await attempts({}, ["timeout"])).toBe(2);
  });

  test("X9 a tool gets the same idempotency key in every attempt, and that of the step if it has one", async () => {
    const keys: string[] = [];
    const flaky = trialTool("flaky", (_, { idempotencyKey, attempt }) => {
      keys.push(idempotencyKey);
      if (attempt === 1) throw new Error("again");
      return 1;
    });
    const retry = { attempts: 2, delayMs: 1, factor: 1, maxDelayMs: 1 };
    const steps = [tool("x", "flaky", { retry }), tool("y", "flaky", { retry, key: "week-{{ inputs.n }}" })];
    const { runId } = await trial(definition(skill("s", steps)), [flaky]).start({ n: 7 });
    expect(keys).toEqual([`${runId}:x`, `${runId}:x`, "week-7", "week-7"]);
  });

  test("X4 the time of `steps` ends the step inside it, whose own `onError` does not count", async () => {
    const after = trialTool("after");
    const run = trial(
      definition(
        skill("s", [
          {
            id: "block",
            timeoutMs: 50,
            onError: { kind: "continue" },
            action: {
              kind: "steps",
              steps: [
                { id: "in", action: { kind: "tool", name: "hung" }, onError: { kind: "continue" } },
                { id: "next", action: { kind: "tool", name: "after" }, onError: { kind: "fail" } },
              ],
            },
          },
          tool("end", "after", { with: { was: "{{ steps.block.error.code }}" } }),
        ]),
      ),
      [trialTool("hung", never), after],
    );
    const result = await run.start();
    expect(after.calls).toEqual([{ was: "timeout" }]);
    expect(result).toMatchObject({ status: "succeeded", output: { was: "timeout" } });
  });

  test("X4 an aborted signal ends the run at once", async () => {
    const controller = new AbortController();
    const run = trial(definition(skill("s", [tool("x", "hung"), tool("y", "hung")])), [
      trialTool("hung", () => {
        setTimeout(() => controller.abort(new Error("enough")), 1);
        return never();
      }),
    ]);
    expect(await run.start({}, controller.signal)).toMatchObject({
      status: "cancelled",
      error: { code: "cancelled", message: "enough" },
    });
    expect(await run.again()).toMatchObject({ status: "cancelled" });
  });

  test("X4 outputs must be JSON of limited size", async () => {
    const limits = { outputCharacters: 100 };
    const bad = async (output: unknown) =>
      (
        await trial(definition(skill("s", [tool("x", "t")])), [trialTool("t", () => output)], {
          limits,
        }).start()
      ).error;
    expect(await bad(new Map())).toMatchObject({ code: "invalid_output" });
    expect(await bad({ f: () => 1 })).toMatchObject({ code: "invalid_output" });
    expect(await bad("x".repeat(200))).toMatchObject({ code: "too_large" });
    expect(await bad("x".repeat(50))).toBeUndefined();
  });

  test("X4 a run ends at the host's limits of steps and cost", async () => {
    const t = trialTool("t");
    const loop = tool("l", "t", { for: { item: "x", list: "inputs.list" }, onError: { kind: "continue" } });
    const many = trial(definition(skill("s", [loop])), [t], { limits: { steps: 3 } });
    expect(await many.start({ list: [1, 2, 3, 4, 5] })).toMatchObject({
      status: "failed",
      error: { code: "limit" },
    });
    expect(t.calls).toHaveLength(3);
    const ask = (id: string) => ({ id, action: { kind: "prompt", text: "?" } }) as const;
    const costly = trial(definition(skill("s", [ask("a"), ask("b"), ask("c")])), [], {
      limits: { usd: 0.5 },
      model: { generate: async () => ({ text: "x", usd: 0.3 }) },
    });
    expect(await costly.start()).toMatchObject({
      error: { code: "limit" },
      steps: [{ status: "succeeded" }, { status: "succeeded" }, { status: "failed" }],
    });
  });

  test("X4 items that are skipped count, too, so that loops without any work end", async () => {
    const t = trialTool("t");
    const loop = tool("l", "t", { for: { item: "x", list: "range(inputs.n)" }, if: "x < 0" });
    const inLoops = (n: number) =>
      trial(definition(skill("s", [loop])), [t], { limits: { steps: 5 } }).start({ n });
    expect(await inLoops(99)).toMatchObject({ status: "succeeded" });
    expect(await inLoops(100)).toMatchObject({ status: "failed", error: { code: "limit" } });
    expect(t.calls).toEqual([]);
  });

  test("X4 a loop without any work lets the rest of the process run, and can be cancelled", async () => {
    const loop = tool("l", "t", { for: { item: "x", list: "range(9000)" }, if: "x < 0" });
    let time = 0;
    const run = trial(definition(skill("s", [loop])), [], { now: () => (time += 1) });
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("enough")), 0);
    expect(await run.start({}, controller.signal)).toMatchObject({ status: "cancelled" });
  });

  test("X4 the values of a run have a limit together, whatever `onError` says", async () => {
    const t = trialTool("t", () => "x".repeat(90));
    const loop = tool("l", "t", { for: { item: "x", list: "inputs.list" }, onError: { kind: "continue" } });
    const inTotal = (totalCharacters: number) =>
      trial(definition(skill("s", [loop], { output: { kind: "value", value: "done" } })), [t], {
        limits: { totalCharacters },
      }).start({ list: [1, 2, 3] });
    expect(await inTotal(400)).toMatchObject({ status: "succeeded" });
    expect(await inTotal(250)).toMatchObject({ status: "failed", error: { code: "limit" } });
  });

  test("X9 a step that waited is reported once, when its answer is there", async () => {
    const ask = (id: string) => ({ id, action: { kind: "ask", text: `${id}?` } }) as const;
    const run = trial(definition(skill("s", [ask("a"), ask("b"), ask("c")])));
    const reported = () =>
      run.events
        .splice(0)
        .flatMap((event) =>
          event.type === "step.started" || event.type === "step.finished"
            ? [`${event.type} ${event.step}`]
            : [],
        );
    await run.start();
    expect(reported()).toEqual(["step.started a"]);
    await run.answer({ value: "one" });
    expect(reported()).toEqual(["step.started a", "step.finished a", "step.started b"]);
    await run.answer({ value: "two" });
    expect(reported()).toEqual(["step.started b", "step.finished b", "step.started c"]);
    expect(await run.again()).toMatchObject({
      status: "paused",
      steps: [{ id: "a" }, { id: "b" }, { id: "c" }],
    });
    expect(reported()).toEqual(["step.started c"]);
  });

  test("X9 a run waits for a tool that is missing, and names the nearest one", async () => {
    const run = trial(definition(skill("s", [tool("x", "serch")])), [trialTool("search")]);
    expect(await run.start()).toMatchObject({
      status: "paused",
      missing: [{ kind: "tool", name: "serch", hint: 'did you mean "search"?' }],
      steps: [{ id: "x", status: "waiting" }],
    });
    const tools = { list: () => [trialTool("serch", () => "found")] };
    expect(await run.again({ tools })).toMatchObject({ status: "succeeded", output: "found" });
  });

  test("X9 also waits for a tool inside called skills, groups and parallel loops, whatever may be tried again there", async () => {
    const seen = trialTool("seen");
    const retry = { attempts: 2, delayMs: 1, factor: 1, maxDelayMs: 1 };
    const child = skill("child", [tool("a", "seen"), tool("b", "gone", { retry })]);
    const call = step({ id: "call", action: { kind: "skill", name: "child" }, retry });
    const items = { id: "items", action: { kind: "steps", steps: [call] } } as const;
    const loop = { ...items, for: { item: "i", list: "[1, 2]" }, parallel: 2 };
    const run = trial(definition(skill("s", [loop]), child), [seen]);
    expect(await run.start()).toMatchObject({ status: "paused", missing: [{ kind: "tool", name: "gone" }] });
    expect(seen.calls).toHaveLength(2);
    const tools = { list: () => [seen, trialTool("gone")] };
    expect(await run.again({ tools })).toMatchObject({ status: "succeeded" });
    expect(seen.calls).toHaveLength(2);
  });

  test("X9 a step that may fail does so if its tool was missing at the start, and waits if it was there", async () => {
    const steps = skill("s", [tool("x", "gone", { onError: { kind: "continue" } })]);
    const without = trial(definition(steps));
    expect(await without.start()).toMatchObject({
      status: "succeeded",
      steps: [{ status: "failed", error: { code: "unknown_tool" } }],
    });
    const needs = [{ kind: "tool", name: "gone" }] as const;
    expect(await trial(definition(steps), [], { needs }).start()).toMatchObject({ status: "paused" });
  });

  test("X4 an undefined name fails the step and names the place, not a value", async () => {
    const run = trial(definition(skill("s", [tool("x", "t", { with: { a: "{{ inputs.titel }}" } })])), [
      trialTool("t"),
    ]);
    const { error } = await run.start({ title: "confidential" });
    expect(error).toMatchObject({ code: "template" });
    expect(JSON.stringify(error)).not.toContain("confidential");
  });
});

describe("the model", () => {
  test("X4 X9 is called only by `prompt`; without one the run waits and names the way to go on", async () => {
    const run = trial(
      definition(skill("s", [{ id: "p", action: { kind: "prompt", text: "Say {{ inputs.w }}" } }])),
    );
    expect(await run.start({ w: "hi" })).toMatchObject({
      status: "paused",
      missing: [{ kind: "model", hint: expect.stringMatching(/KNOWHOW_MODEL.*`model`/) }],
    });
  });

  test("X4 gets the rendered prompt, and with a schema its answer is checked JSON", async () => {
    const prompts: string[] = [];
    const answers = ["nonsense", '{"n": "x"}', '```json\n{"n": 5}\n```'];
    const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const retry = { attempts: 3, delayMs: 1, factor: 1, maxDelayMs: 1 };
    const run = trial(
      definition(
        skill("s", [{ id: "p", action: { kind: "prompt", text: "Say {{ inputs.w }}" }, schema, retry }]),
      ),
      [],
      {
        model: {
          generate: async ({ prompt }) => {
            prompts.push(prompt);
            return { text: answers.shift() ?? "" };
          },
        },
      },
    );
    expect(await run.start({ w: "hi" })).toMatchObject({ output: { n: 5 }, steps: [{ attempts: 3 }] });
    expect(prompts).toEqual(["Say hi", "Say hi", "Say hi"]);
  });
});

describe("skills in skills", () => {
  const child = skill("child", [tool("made", "upper", { with: { text: "{{ inputs.text }}" } })], {
    inputs: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    output: { kind: "value", value: { text: "{{ made.text }}!" } },
  });
  const call = (more = {}) => ({
    id: "c",
    action: { kind: "skill", name: "child" } as const,
    with: { text: "{{ x }}" },
    for: { item: "x", list: "inputs.list" },
    ...more,
  });

  test("X6 a workflow calls another skill: `with` are its inputs, its output is the step's", async () => {
    const run = trial(definition(skill("s", [call({ parallel: 2 })]), child), [trialTool("upper")]);
    const result = await run.start({ list: ["a", "b"] });
    expect(result.output).toEqual([{ text: "a!" }, { text: "b!" }]);
    expect(run.events.flatMap((event) => (event.type === "step.finished" ? [event.step] : []))).toEqual([
      "c[0]/made",
      "c[1]/made",
    ]);
  });

  test("X6 inputs of a called skill are checked, and a wrong item is recorded", async () => {
    const run = trial(definition(skill("s", [call({ onError: { kind: "continue" } })]), child), [
      trialTool("upper"),
    ]);
    const result = await run.start({ list: ["a", 5] });
    expect(result.output).toEqual([{ text: "a!" }, null]);
    expect(result.steps[0]?.items?.[1]).toMatchObject({ status: "failed", error: { code: "invalid_input" } });
  });

  test("X6 a skill without steps gives its body to the model", async () => {
    const seen: unknown[] = [];
    const plan = { ...skill("plan", []), body: "Plan the week." };
    const { workflow: _, ...prompt } = plan;
    const run = trial(
      definition(
        skill("s", [
          { id: "p", action: { kind: "skill", name: "plan" }, with: { tasks: "{{ inputs.tasks }}" } },
        ]),
        prompt,
      ),
      [],
      {
        model: {
          generate: async ({ system, prompt: text }) => {
            seen.push(system, JSON.parse(text));
            return { text: "Monday: rest" };
          },
        },
      },
    );
    expect(await run.start({ tasks: [1] })).toMatchObject({ output: "Monday: rest" });
    expect(seen).toEqual(["Plan the week.", { tasks: [1] }]);
  });

  test("X6 skills that call each other without end are stopped", async () => {
    const loop = skill("s", [
      { id: "again", action: { kind: "skill", name: "s" }, onError: { kind: "continue" } },
    ]);
    expect(await trial(definition(loop)).start()).toMatchObject({
      status: "failed",
      error: { code: "limit" },
    });
  });
});

describe("the output", () => {
  test("X5 is a rendered template, or the variant that an input names", async () => {
    const s = skill("s", [tool("x", "t")], {
      output: { kind: "template", path: "assets/template.md", variants: { short: "assets/short.md" } },
      templates: {
        "assets/template.md": "# {{ inputs.title }}\n{% for i in x.list %}- {{ i }}\n{% endfor %}",
        "assets/short.md": "{{ inputs.title }}",
      },
    });
    const t = trialTool("t", () => ({ list: ["a", "b"] }));
    expect((await trial(definition(s), [t]).start({ title: "T" })).output).toBe("# T\n- a\n- b\n");
    expect((await trial(definition(s), [t]).start({ title: "T", variant: "short" })).output).toBe("T");
    expect((await trial({ ...definition(s), variant: "short" }, [t]).start({ title: "T" })).output).toBe("T");
  });
});
