import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const WORKFLOW = `inputs:
  week: date
steps:
  - id: tasks
    tool: vault.search
    with: { query: "{{ inputs.week }}" }
  - id: each
    for: task in tasks.results
    parallel: 4
    steps:
      - id: sentence
        prompt: "Summarize {{ task.title }} \u001b[31m"
      - wait: 1s
  - id: note
    if: each
    tool: vault.create_note
    effect: write
    key: k
output: "{{ tasks }}"
`.replace("\u001b", "\\e");

function withWorkflow(workflow: string): Sandbox {
  return makeSandbox({
    "project/.agents/skills/review/SKILL.md": skillText("review", "Reviews. Use when x."),
    "project/.agents/skills/review/workflow.yaml": workflow,
    "project/.agents/skills/plain/SKILL.md": skillText("plain", "Plain. Use when y."),
  });
}

describe("knowhow graph", () => {
  it("draws the steps from top to bottom, groups as boxes in boxes", async () => {
    sandbox = withWorkflow(WORKFLOW);
    const { exit, out } = await sandbox.run("graph", "review");
    expect(exit).toBe(0);
    expect(`\n${out}`).toBe(`
inputs: week
  │
┌─┴────────────────────────────────────────────────┐
│ tasks · tool vault.search                        │
│ ← inputs.week                                    │
└─┬────────────────────────────────────────────────┘
  │
┌─┴────────────────────────────────────────────────┐
│ each                                             │
│ for task in tasks.results, 4 at a time           │
│ ← tasks                                          │
│ ┌─┴────────────────────────────────────────────┐ │
│ │ sentence · prompt Summarize {{ task.title }} │ │
│ └─┬────────────────────────────────────────────┘ │
│   │                                              │
│ ┌─┴────────────────────────────────────────────┐ │
│ │ step_4 · wait 1s                             │ │
│ └─┬────────────────────────────────────────────┘ │
└─┬────────────────────────────────────────────────┘
  │
┌─┴────────────────────────────────────────────────┐
│ note · tool vault.create_note                    │
│ if each                                          │
│ writes                                           │
│ ← each                                           │
└─┬────────────────────────────────────────────────┘
  │
output ← tasks
`);
  });

  it("fits the drawing into the terminal", async () => {
    sandbox = withWorkflow(WORKFLOW);
    const { out } = await sandbox.runWith({ columns: 44 }, "graph", "review");
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(44);
  });

  it("writes a Mermaid flowchart", async () => {
    sandbox = withWorkflow(WORKFLOW);
    const { exit, out } = await sandbox.run("graph", "review", "--format", "mermaid");
    expect(exit).toBe(0);
    expect(out).toContain("flowchart TD");
    expect(out).toContain("s_tasks -.-> output_");
    expect((await sandbox.run("graph", "review", "--json")).json()).toMatchObject({
      name: "review",
      mermaid: out,
    });
  });

  it("says that a skill has no workflow, and shows the problems of one that cannot be read", async () => {
    sandbox = withWorkflow("steps: [{tol: t}]");
    const plain = await sandbox.run("graph", "plain");
    expect([plain.exit, plain.err]).toEqual([
      1,
      expect.stringContaining('the skill "plain" has no workflow'),
    ]);
    const broken = await sandbox.run("graph", "review");
    expect(broken.exit).toBe(1);
    expect(broken.out).toContain("did you mean `tool`?");
    expect(broken.out).toContain("review/workflow.yaml");
  });
});
