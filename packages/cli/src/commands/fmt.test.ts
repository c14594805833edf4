import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const INLINE = `---
name: find-tasks
description: Finds tasks. Use when the user asks for tasks.
# needed
inputs: ["week|required"]
steps:
  - tool: vault.search
---

Find the tasks.
`;
const FOLDER = "project/.agents/skills/find-tasks";

function open(files: Readonly<Record<string, string>> = {}): {
  readonly skill: string;
  readonly workflow: string;
} {
  sandbox = makeSandbox({ [`${FOLDER}/SKILL.md`]: INLINE, ...files });
  const directory = join(sandbox.project, ".agents/skills/find-tasks");
  return { skill: join(directory, "SKILL.md"), workflow: join(directory, "workflow.yaml") };
}

describe("knowhow fmt --portable", () => {
  it.each([
    "find-tasks",
    ".agents/skills/find-tasks",
  ])("X4 moves the workflow of %s to a file, prints a diff, and the skill is then strict", async (word) => {
    const { skill, workflow } = open();
    const ran = await sandbox.run("fmt", "--portable", word);
    expect(ran.exit).toBe(0);
    expect(ran.out.split("\n").filter((line) => /^[+-]/.test(line))).toEqual([
      "- # needed",
      '- inputs: ["week|required"]',
      "- steps:",
      "-   - tool: vault.search",
      "+ metadata:",
      "+   workflow: workflow.yaml",
      "+ # yaml-language-server: $schema=../workflow.schema.json",
      "+ # needed",
      '+ inputs: ["week|required"]',
      "+ steps:",
      "+   - tool: vault.search",
    ]);
    expect(readFileSync(skill, "utf8")).not.toContain("steps");
    expect(readFileSync(workflow, "utf8")).toContain('# needed\ninputs: ["week|required"]\nsteps:\n');
    expect((await sandbox.run("validate", skill, "--rules", "skills-ref", "--max-warnings", "0")).exit).toBe(
      0,
    );
    const again = await sandbox.run("fmt", "--portable", word, "--json");
    expect(again.json()).toMatchObject({
      changed: false,
      results: [{ name: "find-tasks", state: "unchanged" }],
    });
  });

  it("X4 --check changes nothing and exits with 1 if something would change", async () => {
    const { skill, workflow } = open();
    const ran = await sandbox.run("fmt", "--portable", "--check", "find-tasks");
    expect([ran.exit, readFileSync(skill, "utf8"), existsSync(workflow)]).toEqual([1, INLINE, false]);
    await sandbox.run("fmt", "--portable", "find-tasks");
    expect((await sandbox.run("fmt", "--portable", "--check", "find-tasks")).exit).toBe(0);
  });

  it("X4 never overwrites a workflow.yaml", async () => {
    const { skill, workflow } = open({ [`${FOLDER}/workflow.yaml`]: "mine" });
    const ran = await sandbox.run("fmt", "--portable", "find-tasks");
    expect([ran.exit, ran.out]).toEqual([1, expect.stringContaining("workflow.yaml already exists")]);
    expect([readFileSync(skill, "utf8"), readFileSync(workflow, "utf8")]).toEqual([INLINE, "mine"]);
  });

  it("needs to be told what to do, and a skill that exists", async () => {
    open();
    const nothing = await sandbox.run("fmt", "find-tasks");
    expect([nothing.exit, nothing.err]).toEqual([2, expect.stringContaining("--portable")]);
    const unknown = await sandbox.run("fmt", "--portable", "find-task");
    expect([unknown.exit, unknown.err]).toEqual([1, expect.stringContaining("did you mean find-tasks?")]);
  });
});

describe("validate and lint", () => {
  it.each([
    "validate",
    "lint",
  ])("X4 %s reports the mistakes of a workflow, with file and place", async (command) => {
    open({ [`${FOLDER}/SKILL.md`]: INLINE.replace(/# needed[\s\S]*?---/, "---") });
    sandbox.write({ [`${FOLDER}/workflow.yaml`]: "steps:\n  - tool: t\n    retyr: 3\n" });
    const ran = await sandbox.run(command, ".agents/skills/find-tasks");
    expect(ran.exit).toBe(1);
    expect(ran.out).toContain(
      "workflow.yaml line 3:5: a step has the unknown key `retyr` [workflow.unknown-key]",
    );
    expect(ran.out).toContain("→ did you mean `retry`?");
  });

  it("X6 lint knows the other skills, also if a path is given", async () => {
    open({ [`${FOLDER}/SKILL.md`]: INLINE.replace("tool: vault.search", "skill: find-taks") });
    expect((await sandbox.run("lint")).out).toContain("[workflow.unknown-skill]");
    expect((await sandbox.run("lint", ".agents/skills")).out).toContain("[workflow.unknown-skill]");
  });
});

describe("knowhow new --workflow", () => {
  it("X4 writes a skill with a workflow that has no mistakes", async () => {
    sandbox = makeSandbox();
    const directory = join(sandbox.project, ".agents/skills/notes");
    const ran = await sandbox.run("new", "notes", "--workflow", "--json");
    expect(ran.json()).toEqual({
      name: "notes",
      directory,
      path: join(directory, "SKILL.md"),
      workflow: join(directory, "workflow.yaml"),
      schema: join(directory, "../workflow.schema.json"),
    });
    const [, place = ""] =
      /^# yaml-language-server: \$schema=(.*)\n/.exec(
        readFileSync(join(directory, "workflow.yaml"), "utf8"),
      ) ?? [];
    const schema: unknown = JSON.parse(readFileSync(join(directory, place), "utf8"));
    expect(schema).toMatchObject({ type: "object", required: ["steps"] });
    const second = (await sandbox.run("new", "more", "--workflow", "--json")).json();
    expect(Object.hasOwn(Object(second), "schema")).toBe(false);
    expect(
      (await sandbox.run("validate", directory, "--rules", "skills-ref", "--max-warnings", "0")).exit,
    ).toBe(0);
    expect((await sandbox.run("graph", "notes")).exit).toBe(0);
  });
});
