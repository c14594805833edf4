import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";
import { workflowSkill } from "../testing/workflows.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const FINE = skillText("fine", "Fills in PDF forms and merges documents. Use when the user mentions a form.");

/** A skill with a workflow, in a folder where no agent looks. */
function moved(name: string, workflow: string): Readonly<Record<string, string>> {
  const files: Readonly<Record<string, string>> = workflowSkill(name, workflow);
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path.replace(".agents/", ""), text]),
  );
}

describe("knowhow lint", () => {
  it("F12 names the file of a finding that is not in the SKILL.md", async () => {
    sandbox = makeSandbox({
      "project/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms. Use when asked.", {
        body: "Read [guide](references/guide.md).\n",
      }),
      "project/skills/pdf/references/guide.md": "# Guide\n\nSee [more](more.md).\n",
      "project/skills/pdf/references/more.md": "More.\n",
    });
    const { out } = await sandbox.run("lint", "skills");
    expect(out).toMatch(/warning references\/guide\.md line 3:\d+: /);
  });

  it.skipIf(process.platform === "win32").each(["lint", "validate"])(
    "X4 %s says that a workflow file that is a link is not read",
    async (command) => {
      sandbox = makeSandbox({
        "project/skills/fine/SKILL.md": FINE,
        "project/skills/fine/steps.yaml": "steps:\n  - { tool: files.list }\n",
      });
      expect((await sandbox.run(command, "skills/fine")).exit).toBe(0);
      symlinkSync("steps.yaml", join(sandbox.project, "skills/fine/workflow.yaml"));
      const { exit, out } = await sandbox.run(command, "skills/fine");
      expect(exit).toBe(1);
      expect(out).toContain("workflow.yaml is a link, and links are not followed");
      expect(out).toContain("replace the link by a copy of the file");
    },
  );

  it("F12 flags an output template that is not in the skill", async () => {
    const text = skillText("good", "Fills in forms. Use when the user asks to fill in a form.");
    sandbox = makeSandbox({
      "project/skills/good/SKILL.md": text.replace("\n---\n", "\noutput: assets/missing.md\n---\n"),
    });
    const { out } = await sandbox.run("lint", "skills/good");
    expect(out).toContain("`output`: `assets/missing.md` is not in the skill");
  });

  it("X4 suggests a skill beside the checked one, also if no step calls it and nobody trusts it", async () => {
    sandbox = makeSandbox({
      ...moved("first", "steps: [{ id: a, skill: secnod }]\n"),
      ...moved("second", "steps: [{ tool: files.list }]\n"),
    });
    const { out } = await sandbox.run("lint", "skills/first");
    expect(out).toContain("there is no skill `secnod`");
    expect(out).toContain("did you mean `second`?");
  });

  it("X4 knows the tools of the command line, and the skills around a path: checked, installed or beside it", async () => {
    const calls = (...steps: readonly string[]) => `steps:\n${steps.map((step) => `  - ${step}\n`).join("")}`;
    sandbox = makeSandbox({
      ...workflowSkill("installed", "inputs: { week: date }\nsteps: [{ tool: files.list }]\n"),
      ...moved(
        "first",
        calls(
          "{ id: a, tool: files.raed, with: { path: x } }",
          "{ id: b, tool: files.read, with: { pth: x } }",
          "{ id: c, tool: vault.raed }",
          "{ id: d, skill: beside, with: { text: 1 } }",
          "{ id: e, skill: installed, with: { weak: x } }",
          "{ id: f, skill: bisede }",
          "{ id: g, skill: circle }",
        ),
      ),
      ...moved("beside", "inputs: { text: string }\nsteps: [{ tool: files.list }]\n"),
      ...moved("circle", calls("{ skill: third }")),
      ...moved("third", calls("{ skill: first }")),
    });
    const found = async (...paths: readonly string[]) => {
      const { results } = Object((await sandbox.run("lint", ...paths, "--json")).json());
      const [first] = results.filter(({ name }: { readonly name: string }) => name === "first");
      return first.diagnostics
        .filter(({ code }: { readonly code: string }) => code.startsWith("workflow."))
        .map(({ line, message, hint }: Record<string, unknown>) => `${line}: ${message}; ${hint}`);
    };
    const problems = [
      "2: there is no tool `files.raed`; did you mean `files.read`?",
      "3: the tool `files.read`: `pth` is unknown; did you mean `path`?",
      "3: the tool `files.read`: `path` is missing; `pth` is given; is it meant?",
      "5: the skill `beside`: `text` must be a string, got number; undefined",
      "6: the skill `installed`: `weak` is unknown; did you mean `week`?",
      "6: the skill `installed`: `week` is missing; `weak` is given; is it meant?",
      "7: there is no skill `bisede`; did you mean `beside`?",
      "8: skills call each other in a circle: first → circle → third → first; a workflow cannot be recursive: remove one of these steps",
    ];
    expect(await found("skills/first")).toEqual(problems);
    expect(await found("skills")).toEqual(problems);
  });

  it("X4 checks the inputs of a called skill that has a template and no steps", async () => {
    const caller = "steps: [{ id: a, skill: letter, with: { too: Ann } }]\n";
    sandbox = makeSandbox({
      ...workflowSkill("caller", caller),
      "project/.agents/skills/letter/SKILL.md": skillText(
        "letter",
        "Writes a letter. Use when asked.",
      ).replace(
        "\n---\n",
        "\ninputs:\n  to: { type: string, required: true }\noutput: assets/letter.md\n---\n",
      ),
      "project/.agents/skills/letter/assets/letter.md": "Dear {{ to }}\n",
    });
    expect((await sandbox.run("lint")).out).toContain("the skill `letter`: `too` is unknown");
  });

  it("F12 has no findings for a good skill", async () => {
    sandbox = makeSandbox({ "project/.agents/skills/fine/SKILL.md": FINE });
    const ran = await sandbox.run("lint", "--json");
    expect(ran.exit).toBe(0);
    expect(ran.json()).toMatchObject({ ok: true, results: [{ name: "fine", diagnostics: [] }] });
  });

  it("F12 advises with exit code 0, unless there are more warnings than --max-warnings", async () => {
    const body = "# Work\n\nRead [the guide](references/guide.md).\n";
    sandbox = makeSandbox({ "project/skills/poor/SKILL.md": skillText("poor", "Helps.", { body }) });
    const ran = await sandbox.run("lint", "skills", "--json");
    expect(ran.exit).toBe(0);
    const text = JSON.stringify(ran.json());
    for (const code of ["lint.missing-when", "lint.vague-description", "lint.dead-reference"])
      expect(text).toContain(code);
    expect((await sandbox.run("lint", "skills", "--max-warnings", "0")).exit).toBe(1);
  });

  it("F12 ends with exit code 1 when a file holds a credential", async () => {
    const key = `AKIA${"Q3EGRIHTQ4ZKWX7M"}`;
    sandbox = makeSandbox({
      "project/skills/fine/SKILL.md": FINE.replace("Do it.", "Run scripts/up.sh."),
      "project/skills/fine/scripts/up.sh": `export AWS_ACCESS_KEY_ID=${key}\n`,
    });
    const ran = await sandbox.run("lint", "skills", "--json");
    expect(ran.exit).toBe(1);
    expect(ran.json()).toMatchObject({
      ok: false,
      results: [{ diagnostics: [{ code: "lint.secret", severity: "error" }] }],
    });
    expect(ran.out).not.toContain(key);
  });

  it("F12 compares skills with each other", async () => {
    sandbox = makeSandbox({
      "project/skills/fine/SKILL.md": FINE,
      "project/skills/twin/SKILL.md": FINE.replace("name: fine", "name: twin"),
    });
    expect((await sandbox.run("lint", "skills", "--json")).out).toContain("lint.overlapping-description");
  });

  it("F12 reports the errors of a file that cannot be loaded", async () => {
    sandbox = makeSandbox({ "project/.agents/skills/broken/SKILL.md": "---\nname: broken\n---\n" });
    const ran = await sandbox.run("lint", "--json");
    expect(ran.exit).toBe(1);
    expect(ran.out).toContain("format.description-missing");
  });

  it("F12 ends with exit code 1 if what is in place of a SKILL.md cannot be read", async () => {
    sandbox = makeSandbox({ "project/skills/odd/SKILL.md/notes.txt": "x" });
    const ran = await sandbox.run("lint", "skills", "--json");
    expect(ran.exit).toBe(1);
    expect(ran.json()).toMatchObject({
      ok: false,
      results: [{ diagnostics: [{ code: "discovery.not-a-file", severity: "error" }] }],
    });
  });

  it("F12 prints SARIF", async () => {
    sandbox = makeSandbox({ "project/skills/poor/SKILL.md": skillText("poor", "Helps.") });
    const { runs } = Object((await sandbox.run("lint", "skills", "--format", "sarif")).json());
    expect(runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
      "skills/poor/SKILL.md",
    );
  });
});
