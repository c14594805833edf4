import { describe, expect, onTestFinished, test } from "vitest";
import { trialTool } from "../../testing/trial-run.ts";
import type { ModelRequest } from "../run.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { ChainElement } from "./run-options.ts";

const VAULT = "work/skills";

/** The skills of the document: two workflows, and a template that is filled from their outputs. */
const TREE = {
  [`${VAULT}/retrieve-tasks/SKILL.md`]: skillMd({ name: "retrieve-tasks", description: "Finds tasks." }),
  [`${VAULT}/retrieve-tasks/workflow.yaml`]: [
    "inputs: { week: string, limit: integer = 20 }",
    "steps:",
    "  - { id: found, tool: vault.search, with: { week: '{{ inputs.week }}', limit: '{{ inputs.limit }}' } }",
    "output:",
    "  done: '{{ found.results | selectattr(\"done\") | list }}'",
    "  open: '{{ found.results | rejectattr(\"done\") | list }}'",
  ].join("\n"),
  [`${VAULT}/summarize-completed/SKILL.md`]: skillMd({
    name: "summarize-completed",
    description: "Counts completed tasks.",
  }),
  [`${VAULT}/summarize-completed/workflow.yaml`]: [
    "inputs: { done: array }",
    "steps:",
    "  - { id: told, tool: vault.tell, with: { count: '{{ inputs.done | length }}' } }",
    "output: { summary: '{{ inputs.done | length }} completed' }",
  ].join("\n"),
  [`${VAULT}/plan-next-week/SKILL.md`]: skillMd(
    {
      name: "plan-next-week",
      description: "Plans the next week.",
      inputs: ["summary|required", "open|required", "owner"],
      output: "assets/template.md",
    },
    "# Plan\n\nPlan for $owner: $ARGUMENTS",
  ),
  [`${VAULT}/plan-next-week/assets/template.md`]:
    "# Review\n\n{{ inputs.summary }}\n{% for task in inputs.open %}- [ ] {{ task.title }}\n{% endfor %}",
  [`${VAULT}/plan-next-week/assets/template.short.md`]:
    "{{ inputs.summary }}, {{ inputs.open | length }} open",
  [`${VAULT}/fill-form/SKILL.md`]: skillMd({
    name: "fill-form",
    description: "Fills a form.",
    inputs: ["title|required"],
    output: "assets/form.md",
  }),
  [`${VAULT}/fill-form/assets/form.md`]: "# Title\n\n## Definition\n",
};

const TASKS = [
  { title: "Write the report", done: true },
  { title: "Call Ada", done: false },
];

async function open({
  answer,
  tree = {},
}: {
  readonly answer?: string;
  readonly tree?: Readonly<Record<string, string>>;
} = {}) {
  const workshop = openWorkshop({ ...TREE, ...tree });
  onTestFinished(workshop.close);
  const search = trialTool("vault.search", () => ({ results: TASKS }));
  const tell = trialTool("vault.tell", () => "told");
  const asked: ModelRequest[] = [];
  const model = {
    generate: async (request: ModelRequest) => {
      asked.push(request);
      return { text: answer ?? "" };
    },
  };
  const runtime = await workshop.start({
    profile: "aios",
    workflows: { tools: { list: () => [search, tell] }, ...(answer === undefined ? {} : { model }) },
  });
  return { runtime, search, tell, asked };
}

const REVIEW: readonly ChainElement[] = ["retrieve-tasks", "summarize-completed", "plan-next-week"];
const stored = async (runtime: Awaited<ReturnType<typeof open>>["runtime"]) => {
  let count = 0;
  for await (const _ of runtime.runs.list()) count += 1;
  return count;
};

describe("P1 X6 the weekly review of the document: two workflows and a template skill", () => {
  test("X6 without a model, the template is rendered from its declared inputs", async () => {
    const { runtime } = await open();
    const result = await runtime.runs.chain(REVIEW, { week: "47" });
    expect(result).toMatchObject({
      status: "succeeded",
      output: "# Review\n\n1 completed\n- [ ] Call Ada\n",
      steps: [{ id: "retrieve_tasks" }, { id: "summarize_completed" }, { id: "plan_next_week" }],
    });
  });

  test("X6 a model that is not needed is not said to be missing", async () => {
    const { runtime } = await open();
    expect(await runtime.runs.plan(REVIEW, { week: "47" })).toMatchObject({ missing: [], notes: [] });
    const both = [...REVIEW, { skill: "fill-form", with: { title: "x" }, continueOnError: true }];
    const { notes } = await runtime.runs.plan(both, { week: "47" });
    expect(notes).toMatchObject([{ kind: "model" }]);
  });

  test("X6 the input `variant` chooses the template", async () => {
    const { runtime } = await open();
    const chain = [...REVIEW.slice(0, 2), { skill: "plan-next-week", with: { variant: "short" } }];
    expect((await runtime.runs.chain(chain, { week: "47" })).output).toBe("1 completed, 1 open");
  });

  test("X6 the model gets the instructions, the template and only the declared inputs, each once", async () => {
    const { runtime, asked } = await open({ answer: "The plan." });
    const result = await runtime.runs.chain(REVIEW, { week: "47", owner: "Grace" });
    expect(result).toMatchObject({ status: "succeeded", output: "The plan." });
    const [{ system = "", prompt = "" } = {}] = asked;
    expect(asked).toHaveLength(1);
    expect(system).toContain("Plan for Grace:");
    expect(system).not.toContain("$ARGUMENTS");
    expect(system).toContain("```\n# Review\n\n{{ inputs.summary }}");
    // What tools returned is text from outside: it is only in the fence.
    expect(system).not.toContain("Call Ada");
    expect(system).toContain('open="(the input \\"open\\", given below)"');
    expect(prompt).toMatch(/^<<<outside /);
    const given = JSON.parse(prompt.split("\n").slice(1, -1).join("\n"));
    expect(given).toEqual({ summary: "1 completed", open: [TASKS[1]], owner: "Grace" });
  });

  test("X6 a template skill in a step gets its template and its inputs", async () => {
    const tree = {
      [`${VAULT}/review/SKILL.md`]: skillMd({ name: "review", description: "Reviews." }),
      [`${VAULT}/review/workflow.yaml`]:
        "steps:\n  - { id: plan, skill: plan-next-week, with: { summary: done, open: [{ title: Rest }] } }\n",
    };
    const { runtime } = await open({ tree });
    expect(await runtime.runs.start("review")).toMatchObject({
      status: "succeeded",
      output: "# Review\n\ndone\n- [ ] Rest\n",
    });
  });
});

describe("X6 what is missing for a template skill is said before anything runs or is stored", () => {
  test("a required input that nothing before it can have", async () => {
    const { runtime, search } = await open();
    const started = runtime.runs.chain(["retrieve-tasks", "plan-next-week"], { week: "47" });
    await expect(started).rejects.toMatchObject({
      code: "run.invalid-inputs",
      message: expect.stringContaining('"plan-next-week" needs the input `summary`'),
    });
    await expect(runtime.runs.plan(["plan-next-week"], {})).rejects.toMatchObject({
      code: "run.invalid-inputs",
    });
    await expect(runtime.runs.chain(["retrieve-tasks"])).rejects.toMatchObject({
      code: "run.invalid-inputs",
    });
    expect([search.calls.length, await stored(runtime)]).toEqual([0, 0]);
    expect(
      await runtime.runs.chain(["retrieve-tasks", "plan-next-week"], { week: "47", summary: "x" }),
    ).toMatchObject({ status: "succeeded" });
  });

  test("a required input of a step", async () => {
    const tree = {
      [`${VAULT}/review/SKILL.md`]: skillMd({ name: "review", description: "Reviews." }),
      [`${VAULT}/review/workflow.yaml`]:
        "steps:\n  - { id: s, tool: vault.search }\n  - { id: plan, skill: plan-next-week, with: { summary: x } }\n",
    };
    const { runtime, search } = await open({ tree });
    await expect(runtime.runs.start("review")).rejects.toMatchObject({
      code: "run.invalid-workflow",
      message: expect.stringContaining("`open`"),
    });
    expect([search.calls.length, await stored(runtime)]).toEqual([0, 0]);
  });

  test("a model, for a template that is a form without inputs", async () => {
    const { runtime, search } = await open();
    const chain = ["retrieve-tasks", "fill-form"];
    await expect(runtime.runs.chain(chain, { week: "47", title: "x" })).rejects.toMatchObject({
      code: "run.missing",
      message: expect.stringContaining("no model is available here"),
    });
    expect([search.calls.length, await stored(runtime)]).toEqual([0, 0]);
  });

  test("a tool of a later skill, and a condition that cannot be evaluated", async () => {
    const tree = {
      [`${VAULT}/send/SKILL.md`]: skillMd({ name: "send", description: "Sends." }),
      [`${VAULT}/send/workflow.yaml`]: "steps:\n  - { id: s, tool: mail.send }\n",
    };
    const { runtime, search } = await open({ tree });
    await expect(runtime.runs.chain(["retrieve-tasks", "send"], { week: "47" })).rejects.toMatchObject({
      code: "run.missing",
      message: expect.stringContaining("mail.send"),
    });
    const misspelt = [...REVIEW, { skill: "summarize-completed", condition: "retreive_tasks.open" }];
    await expect(runtime.runs.chain(misspelt, { week: "47" })).rejects.toMatchObject({
      code: "run.invalid-workflow",
      hint: "did you mean `retrieve_tasks`?",
    });
    expect([search.calls.length, await stored(runtime)]).toEqual([0, 0]);
  });
});

describe("X6 the elements of a chain", () => {
  test("can say `condition` and `continueOnError`, as in the document", async () => {
    const failing = {
      [`${VAULT}/fail/SKILL.md`]: skillMd({ name: "fail", description: "Fails." }),
      [`${VAULT}/fail/workflow.yaml`]:
        "inputs: { done: array }\nsteps:\n  - { id: x, tool: vault.tell, with: { a: '{{ inputs.done[7].title.x }}' } }\n",
    };
    const { runtime, tell } = await open({ tree: failing });
    const elements: readonly ChainElement[] = [
      "retrieve-tasks",
      { skill: "fail", continueOnError: true },
      { skill: "summarize-completed", condition: "retrieve_tasks.done | length > 5" },
      { skill: "plan-next-week", with: { summary: "none" }, condition: "retrieve_tasks.open" },
    ];
    const result = await runtime.runs.chain(elements, { week: "47" });
    expect(result.steps.map(({ status }) => status)).toEqual(["succeeded", "failed", "skipped", "succeeded"]);
    expect(tell.calls).toEqual([]);
    const strict = elements.map((each) =>
      typeof each !== "string" && each.skill === "fail" ? { ...each, continueOnError: false } : each,
    );
    expect(await runtime.runs.chain(strict, { week: "47" })).toMatchObject({ status: "failed" });
  });

  test("cannot say the same in two spellings", async () => {
    const { runtime } = await open();
    for (const twice of [
      { if: "true", condition: "true" },
      { onError: "fail", continueOnError: true } as const,
    ])
      await expect(
        runtime.runs.chain([{ skill: "retrieve-tasks", ...twice }], { week: "1" }),
      ).rejects.toMatchObject({
        code: "runtime.bad-option",
        message: expect.stringContaining("is another spelling of"),
      });
  });

  test("turn strings of a command line into what their skills expect", async () => {
    const { runtime, search } = await open();
    await runtime.runs.chain(["retrieve-tasks"], { week: "47", limit: "5" }, { coerce: true });
    expect(search.calls).toEqual([{ week: "47", limit: 5 }]);
  });
});

describe("X5 a default for an input that is not declared", () => {
  test("is used, and the run is not refused", async () => {
    const tree = {
      [`${VAULT}/greet/SKILL.md`]: skillMd({ name: "greet", description: "Greets." }),
      [`${VAULT}/greet/workflow.yaml`]:
        "steps:\n  - { id: s, tool: vault.search }\noutput: \"{{ inputs.owner | default('N/A') }}\"\n",
    };
    const { runtime } = await open({ tree });
    expect(await runtime.runs.start("greet")).toMatchObject({ status: "succeeded", output: "N/A" });
  });
});
