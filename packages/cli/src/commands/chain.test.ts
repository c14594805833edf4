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
});
