import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";
import { workflowSkill } from "../testing/workflows.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const LIST = workflowSkill(
  "list-notes",
  'inputs: { folder: string }\nsteps:\n  - { id: l, tool: files.list, with: { path: "{{ inputs.folder }}" } }\noutput: { notes: "{{ l }}" }\n',
);
const COUNT = workflowSkill(
  "count-notes",
  'inputs: { notes: { type: array } }\nsteps:\n  - { id: l, tool: files.list }\noutput: "{{ inputs.notes | length }} notes"\n',
);

describe("knowhow chain", () => {
  it("X6 gives outputs to the inputs of the next skill by name", async () => {
    sandbox = makeSandbox({ ...LIST, ...COUNT, "project/notes/a.md": "x" });
    const ran = await sandbox.run("chain", "list-notes,count-notes", "--input", "folder=notes");
    expect(ran).toMatchObject({ exit: 0, out: "1 notes\n" });
    const json = await sandbox.run("chain", "list-notes", "count-notes", "-i", "folder=notes", "--json");
    expect(json.json()).toMatchObject({
      status: "succeeded",
      output: "1 notes",
      steps: [{ id: "list_notes" }, { id: "count_notes" }],
    });
  });

  it("X6 X9 --detach stores the chain for a worker, and prints its id", async () => {
    sandbox = makeSandbox({ ...LIST, ...COUNT, "project/notes/a.md": "x" });
    const ran = await sandbox.run("chain", "list-notes,count-notes", "-i", "folder=notes", "--detach");
    expect(ran).toMatchObject({ exit: 0, out: expect.stringMatching(/^\S+\n$/) });
    const id = ran.out.trim();
    expect((await sandbox.run("runs", "--json")).json()).toMatchObject({
      runs: [{ runId: id, phase: "queued" }],
    });
    expect(await sandbox.run("resume", id)).toMatchObject({ exit: 0, out: "1 notes\n" });
  });

  it("X6 shows what a chain would do without executing anything", async () => {
    sandbox = makeSandbox({ ...LIST, ...COUNT });
    const ran = await sandbox.run("chain", "list-notes,count-notes", "-i", "folder=notes", "--dry-run");
    expect(ran).toMatchObject({ exit: 0, out: expect.stringContaining("list_notes/l  tool files.list") });
    expect(ran.out).toContain("changes nothing");
    expect((await sandbox.run("runs", "--json")).json()).toMatchObject({ runs: [] });
  });

  it("X6 says what is missing or unknown before the first step", async () => {
    sandbox = makeSandbox({ ...LIST, ...COUNT });
    expect(await sandbox.run("chain", "list-notes,count-notes")).toMatchObject({
      exit: 2,
      err: expect.stringContaining("`knowhow chain list-notes,count-notes --input folder=TEXT`"),
    });
    expect((await sandbox.run("chain", "list-notes,nothing", "-i", "folder=x")).exit).toBe(1);
    expect((await sandbox.run("chain", "list-notes,")).exit).toBe(2);
    sandbox.write({ "project/.agents/skills/tell/SKILL.md": skillText("tell", "Tells it. Use when asked.") });
    expect(await sandbox.run("chain", "list-notes,tell", "-i", "folder=notes")).toMatchObject({
      exit: 1,
      err: expect.stringMatching(
        /no model is available here\n {2}hint: set KNOWHOW_MODEL to the name of a model\n$/,
      ),
    });
  });

  it("X6 runs the weekly review of the document: two workflows and a template skill, without a model", async () => {
    const review = "project/.agents/skills/plan-next-week";
    sandbox = makeSandbox({
      ...LIST,
      ...workflowSkill(
        "count-notes",
        'inputs: { notes: array, least: integer = 0 }\nsteps:\n  - { id: l, tool: files.list }\noutput: { summary: "{{ inputs.notes | length }} of {{ inputs.least }}" }\n',
      ),
      ...workflowSkill("broken", "steps:\n  - { id: b, tool: files.read, with: { path: nothing.md } }\n"),
      [`${review}/SKILL.md`]: skillText("plan-next-week", "Plans. Use when asked.", {
        fields: "inputs: [summary|required, owner]\noutput: assets/template.md\n",
      }),
      [`${review}/assets/template.md`]:
        '# Plan of {{ inputs.owner | default("nobody") }}: {{ inputs.summary }}\n',
      "project/notes/a.md": "x",
    });
    const words = ["chain", "list-notes,count-notes,broken,plan-next-week", "-i", "folder=notes"];
    const going = ["--continue-on-error", "broken"];
    expect(await sandbox.run(...words, "-i", "least=3", ...going)).toMatchObject({
      exit: 0,
      out: "# Plan of nobody: 1 of 3\n",
    });
    expect((await sandbox.run(...words)).exit).toBe(1);
    const skipped = await sandbox.run(
      ...words,
      "--condition",
      "broken=count_notes.summary == 'no'",
      "--json",
    );
    expect(skipped.json()).toMatchObject({
      status: "succeeded",
      steps: [{}, {}, { id: "broken", status: "skipped" }, {}],
    });
  });

  it("X6 refuses before the first step what a template skill cannot get, and options about other skills", async () => {
    sandbox = makeSandbox({
      ...LIST,
      "project/.agents/skills/plan/SKILL.md": skillText("plan", "Plans. Use when asked.", {
        fields: "inputs: [summary|required]\noutput: template.md\n",
      }),
      "project/.agents/skills/plan/template.md": "{{ inputs.summary }}",
    });
    expect(await sandbox.run("chain", "list-notes,plan", "-i", "folder=notes")).toMatchObject({
      exit: 2,
      err: expect.stringContaining('the skill "plan" needs the input `summary`'),
    });
    expect(await sandbox.run("chain", "plan")).toMatchObject({
      exit: 2,
      err: expect.stringContaining("missing input: summary"),
    });
    expect((await sandbox.run("runs", "--json")).json()).toMatchObject({ runs: [] });
    expect(
      await sandbox.run("chain", "plan", "-i", "summary=x", "--continue-on-error", "list-notes"),
    ).toMatchObject({
      exit: 2,
      err: expect.stringContaining('the skill "list-notes" is not in the chain'),
    });
    expect((await sandbox.run("chain", "plan", "-i", "summary=x", "--condition", "plan")).exit).toBe(2);
    expect(await sandbox.run("run", "plan")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("has no workflow"),
    });
  });
});
