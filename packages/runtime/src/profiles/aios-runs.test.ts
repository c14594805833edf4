import { describe, expect, onTestFinished, test } from "vitest";
import { trialTool } from "../../testing/trial-run.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";

const VAULT = "work/skills";

/** A runtime and a conversation of AIOS whose tools find two tasks and write nothing. */
async function open(tree: FileTree) {
  const workshop = openWorkshop(tree);
  onTestFinished(workshop.close);
  const search = trialTool("vault.search", () => ({
    results: [
      { title: "Write the report", done: true },
      { title: "Call Ada", done: false },
    ],
  }));
  const flaky = trialTool("vault.flaky", () => {
    throw new Error("the vault is closed");
  });
  const runtime = await workshop.start({
    profile: "aios",
    trust: () => true,
    workflows: { tools: { list: () => [search, flaky] } },
  });
  return { runtime, search, session: await runtime.session() };
}

/** A skill in the form of the document: steps, inputs and output in the frontmatter. */
const REVIEW = skillMd(
  {
    name: "weekly-review",
    description: "Reviews the tasks of a week. Use for a weekly review.",
    triggers: ["review the week of {week}"],
    inputs: ["week|required", "limit"],
    steps: [
      {
        id: "search",
        tool: "vault.search",
        params: { query: "week:{{inputs.week}}", limit: '{{inputs.limit | default("20")}}' },
      },
      { id: "extra", tool: "vault.search", condition: "search.results | length > 5", params: {} },
      { id: "broken", tool: "vault.flaky", continueOnError: true, params: {} },
    ],
    output: "assets/template.md",
  },
  "Review the week by hand.",
);

const TEMPLATE = [
  "# Week {{inputs.week}}",
  "{% for task in search.results %}- {{task.title | truncate(10)}}{% if task.done %} ✓{% endif %}",
  '{% endfor %}{{extra.results | default("N/A")}} {{search.results | length}} {{search.results | first | length}}',
].join("\n");

describe("dual-mode execution", () => {
  const tree = {
    [`${VAULT}/weekly-review/SKILL.md`]: REVIEW,
    [`${VAULT}/weekly-review/assets/template.md`]: TEMPLATE,
    [`${VAULT}/concept-note/SKILL.md`]: skillMd(
      {
        name: "concept-note",
        description: "Writes a concept note. Use to explain an idea.",
        triggers: ["explain {concept}"],
      },
      "Explain it in one page.",
    ),
  };

  test("P1 X1 a trigger starts the steps without a model: variables become inputs, and the template is filled in", async () => {
    const { session, search } = await open(tree);
    const { run, inject } = await session.turn({
      messages: [{ role: "user", content: "please review the week of 2026-11-16" }],
    });
    expect(run).toMatchObject({
      state: "started",
      inputs: { week: "2026-11-16" },
      result: {
        status: "succeeded",
        output: "# Week 2026-11-16\n- Write... ✓\n- Call Ada\nN/A 2 2",
        steps: [
          { id: "search", status: "succeeded" },
          { id: "extra", status: "skipped" },
          { id: "broken", status: "failed" },
        ],
      },
    });
    expect(search.calls).toEqual([{ query: "week:2026-11-16", limit: "20" }]);
    expect(inject.map(({ kind }) => kind)).toEqual(["notice"]);
    expect(JSON.stringify(inject)).not.toContain("by hand");
  });

  test("P1 X1 a skill without steps enriches the prompt, and nothing is run", async () => {
    const { session, search } = await open(tree);
    const { run, inject } = await session.turn({ messages: [{ role: "user", content: "explain entropy" }] });
    expect(run).toBeUndefined();
    expect(JSON.stringify(inject)).toContain("Explain it in one page.");
    expect(search.calls).toEqual([]);
  });

  test("P1 X3 a required input that is missing is asked for before anything runs", async () => {
    const { runtime, search } = await open(tree);
    const started = runtime.runs.start("weekly-review", {});
    await expect(started).rejects.toMatchObject({ code: "run.invalid-inputs" });
    await expect(started).rejects.toThrow(/week/);
    expect(search.calls).toEqual([]);
  });
});

describe("skill chaining", () => {
  const part = (name: string, steps: string, output: string) => ({
    [`${VAULT}/${name}/SKILL.md`]: skillMd({ name, description: `Part ${name}. Use for a weekly review.` }),
    [`${VAULT}/${name}/workflow.yaml`]: `${steps}\noutput: ${output}\n`,
  });
  const tree = {
    ...part(
      "retrieve-tasks",
      "inputs: { week: string }\nsteps:\n  - { id: search, tool: vault.search, with: { query: '{{ inputs.week }}' } }",
      "{ tasks: '{{ search.results }}' }",
    ),
    ...part(
      "summarize-completed",
      "inputs: { tasks: array }\nsteps:\n  - id: done\n    for: task in inputs.tasks\n    if: task.done\n    tool: vault.search\n    with: { query: '{{ task.title }}' }",
      '{ completed: \'{{ inputs.tasks | selectattr("done") | map(attribute="title") | list }}\' }',
    ),
    ...part(
      "fail-quietly",
      "inputs: { completed: array }\nsteps:\n  - { id: lost, tool: vault.flaky }",
      "{ lost: true }",
    ),
  };

  test("P1 X6 outputs feed inputs by name, a condition skips, and a failure can be continued", async () => {
    const { runtime, search } = await open(tree);
    const { status, output, steps } = await runtime.runs.chain(
      [
        "retrieve-tasks",
        { skill: "fail-quietly", onError: "continue", with: { completed: [] } },
        { skill: "retrieve-tasks", if: "false" },
        "summarize-completed",
      ],
      { week: "2026-11-16" },
    );
    expect({ status, output }).toEqual({ status: "succeeded", output: { completed: ["Write the report"] } });
    expect(steps.map((step) => step.status)).toEqual(["succeeded", "failed", "skipped", "succeeded"]);
    expect(search.calls).toEqual([{ query: "2026-11-16" }, { query: "Write the report" }]);
  });
});
