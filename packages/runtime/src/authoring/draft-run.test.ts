import { describe, expect, onTestFinished, test } from "vitest";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";
import { workflowFile } from "./workflow-file.ts";

const DRAFT = { name: "my-report", description: "Writes my report. Use when asked for my report." };
const WORKFLOW = `inputs:
  who: string
  title: { type: string, required: false }
steps:
  - id: said
    tool: say
    with: { text: "{{ inputs.title | default('Hello') }} {{ inputs.who }}" }
`;

/** A skill `report` with a workflow, and how its run is saved as a skill and run again. */
async function open(tree: FileTree, fields: object = {}) {
  const own = "home/.agents/skills/report";
  const files = Object.entries(tree).map(([path, file]) => [`${own}/${path}`, file]);
  const workshop = openWorkshop({
    [`${own}/SKILL.md`]: skillMd({ name: "report", description: "Reports. Use to report.", ...fields }),
    ...Object.fromEntries(files),
  });
  onTestFinished(workshop.close);
  const say = { name: "say", sideEffects: "read", call: (input: unknown) => input } as const;
  const runtime = await workshop.start({ workflows: { tools: { list: () => [say] } } });
  const save = async (run: string) => {
    const { id, hash } = await runtime.proposals.fromRun(run, DRAFT);
    const { content } = await runtime.proposals.get(id);
    await runtime.proposals.apply(id, { hash });
    return content.after.map(({ bytes }) => new TextDecoder().decode(bytes)).join("\n");
  };
  return { runtime, save };
}

describe("a skill from a run", () => {
  test("T4 has no default for an optional input that the run did not have", async () => {
    const { runtime, save } = await open({ "workflow.yaml": WORKFLOW });
    const { runId } = await runtime.runs.start("report", { who: "Anna" });
    await save(runId);
    expect(await runtime.runs.start("my-report")).toMatchObject({ output: { text: "Hello Anna" } });
    const given = { title: "Dear", who: "Eve" };
    expect(await runtime.runs.start("my-report", given)).toMatchObject({ output: { text: "Dear Eve" } });
  });

  test("T4 writes its result with the variant of the template that the run had", async () => {
    const { runtime, save } = await open({
      "workflow.yaml": `${WORKFLOW}output: assets/template.md\n`,
      "assets/template.md": "long for {{ inputs.who }}",
      "assets/template.short.md": "short for {{ inputs.who }}",
      "assets/template.tiny.md": "tiny for {{ inputs.who }}",
    });
    const { runId, output } = await runtime.runs.start("report", { who: "Anna" }, { variant: "short" });
    expect(output).toBe("short for Anna");
    await save(runId);
    expect(await runtime.runs.start("my-report")).toMatchObject({ output: "short for Anna" });
    expect(await runtime.runs.start("my-report", { variant: "tiny" })).toMatchObject({
      output: "tiny for Anna",
    });
  });

  test("T4 must not use what the skill of the run must not use", async () => {
    const { runtime, save } = await open(
      { "workflow.yaml": WORKFLOW },
      { "disallowed-tools": "Bash(rm *) WebFetch" },
    );
    const { runId } = await runtime.runs.start("report", { who: "Anna" });
    expect(await save(runId)).toContain('disallowed-tools: "Bash(rm *) WebFetch"');
    const { value } = await runtime.define("my-report");
    expect(value?.skills["my-report"]?.disallowedTools).toEqual(["Bash(rm *)", "WebFetch"]);
  });

  test("X10 the file of a workflow has the exit codes of its scripts", () => {
    const step = { id: "a", action: { kind: "script", name: "a.py" }, onError: { kind: "fail" } } as const;
    const steps = [
      { ...step, exit: "any" as const },
      { ...step, id: "b", exit: [0, 3] },
    ];
    expect(workflowFile({ inputs: {}, secrets: [], steps })).toMatch(/exit: "any"\n[\s\S]*exit: \[0,3\]\n/);
  });
});
