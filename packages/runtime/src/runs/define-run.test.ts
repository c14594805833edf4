import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorkshop, skillMd, type Workshop } from "../testing/workshop.ts";
import type { RunDefinition } from "../workflow.ts";

const SKILLS = fileURLToPath(new URL("../../../../fixtures/skills", import.meta.url));

let workshop: Workshop;

beforeEach(() => {
  workshop = openWorkshop();
});

afterEach(() => workshop.close());

describe("the weekly review of the document", () => {
  it("X6 is defined with the workflows and the prompt skill that it chains, their digests and tools", async () => {
    const runtime = await workshop.start({ providers: false, roots: [SKILLS] });
    const { value, diagnostics } = await runtime.define("weekly-review");
    expect(diagnostics).toEqual([]);
    expect(value?.entry).toBe("weekly-review");
    const skills = Object.values(value?.skills ?? {});
    expect(
      skills.map(({ name, workflow, body, allowedTools }) => [
        name,
        workflow?.steps.length,
        body?.slice(0, 11),
        allowedTools,
      ]),
    ).toEqual([
      ["weekly-review", 5, undefined, ["vault.search", "vault.create_note"]],
      ["retrieve-tasks", 1, undefined, ["vault.search"]],
      ["summarize-completed", 1, undefined, []],
      ["plan-next-week", 0, "# Plan the ", []],
    ]);
    for (const { name, digest } of skills) expect(digest).toBe(await runtime.digest(name));
    expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  });

  it("X5 has the texts of its template and of the variant, which an input chooses", async () => {
    const { value } = await (await workshop.start({ providers: false, roots: [SKILLS] })).define(
      "weekly-review",
    );
    const review = value?.skills["weekly-review"];
    expect(review?.workflow?.output).toEqual({
      kind: "template",
      path: "assets/template.md",
      variants: { short: "assets/template.short.md" },
    });
    expect(Object.keys(review?.templates ?? {})).toEqual(["assets/template.md", "assets/template.short.md"]);
    expect(review?.templates["assets/template.md"]).toBe(
      readFileSync(join(SKILLS, "weekly-review/assets/template.md"), "utf8"),
    );
    expect(review?.workflow?.inputs).toMatchObject({
      properties: { variant: { enum: ["short"] } },
      required: ["week"],
    });
  });

  it("X4 every skill of the fixtures can be defined", async () => {
    const runtime = await workshop.start({ providers: false, roots: [SKILLS] });
    for (const name of readdirSync(SKILLS))
      expect([name, (await runtime.define(name)).diagnostics]).toEqual([name, []]);
  });
});

describe("a workflow of three forms", () => {
  const steps = [{ id: "a", tool: "t", params: { x: "{{ inputs.title }}" }, condition: "inputs.title" }];

  it("X3 X4 X5 is the same in workflow.yaml, in a file that metadata names, and in the frontmatter", async () => {
    const yaml = JSON.stringify({ inputs: ["title|required"], steps, output: "assets/out.md" });
    const out = { "assets/out.md": "{{ a }}" };
    write("one", skillMd({ name: "one", description: "D. Use when x." }), { "workflow.yaml": yaml, ...out });
    write(
      "two",
      skillMd({ name: "two", description: "D. Use when x.", metadata: { workflow: "flows/f.yaml" } }),
      { "flows/f.yaml": yaml, ...out },
    );
    const inline = { inputs: ["title|required"], steps, output: "assets/out.md" };
    write("three", skillMd({ name: "three", description: "D. Use when x.", ...inline }), out);
    const runtime = await workshop.start();
    const workflows = await Promise.all(
      ["one", "two", "three"].map(async (name) => workflowOf((await runtime.define(name)).value, name)),
    );
    expect(workflows[0]).toMatchObject({
      steps: [{ id: "a", if: "inputs.title", with: { x: "{{ inputs.title }}" } }],
    });
    expect(workflows[1]).toEqual(workflows[0]);
    expect(workflows[2]).toEqual(workflows[0]);
  });

  it.each([
    [
      "two workflows",
      { steps },
      { "workflow.yaml": "steps: [{tool: t}]" },
      "workflow.two-workflows",
      "SKILL.md",
    ],
    [
      "a file that is not there",
      { metadata: { workflow: "flo.yaml" } },
      { "flow.yaml": "" },
      "workflow.file-missing",
      "SKILL.md",
    ],
    ["a file outside", { metadata: { workflow: "../flow.yaml" } }, {}, "workflow.file-missing", "SKILL.md"],
    ["YAML that is not valid", {}, { "workflow.yaml": "steps: [" }, "workflow.yaml-invalid", "workflow.yaml"],
    [
      "a template that is not there",
      {},
      { "workflow.yaml": "steps: [{tool: t}]\noutput: assets/x.md" },
      "workflow.file-missing",
      "workflow.yaml",
    ],
    [
      "a tool that is not allowed",
      { "allowed-tools": "other" },
      { "workflow.yaml": "steps: [{tool: t}]" },
      "workflow.tool-not-allowed",
      "workflow.yaml",
    ],
    [
      "a mistake in a template",
      {},
      { "workflow.yaml": "steps: [{tool: t}]\noutput: assets/x.md", "assets/x.md": "\n{{ y }}" },
      "workflow.unknown-reference",
      "assets/x.md",
    ],
  ])("X4 with %s is not defined", async (_, fields, files, code, path) => {
    write("one", skillMd({ name: "one", description: "D. Use when x.", ...fields }), files);
    const { value, diagnostics } = await (await workshop.start()).define("one");
    expect(value).toBeUndefined();
    expect(diagnostics.map((each) => [each.code, each.path])).toEqual([
      [code, workshop.at(`work/.agents/skills/one/${path}`)],
    ]);
  });
});

describe("skills that call skills", () => {
  it("X6 in a circle are an error that names the circle", async () => {
    calls("a", "b");
    calls("b", "c");
    calls("c", "a");
    const { value, diagnostics } = await (await workshop.start()).define("a");
    expect(value).toBeUndefined();
    expect(
      diagnostics.map(({ code, message, path, line, column }) => [code, message, path, line, column]),
    ).toEqual([
      [
        "workflow.skill-cycle",
        "skills call each other in a circle: a → b → c → a",
        workshop.at("work/.agents/skills/c/workflow.yaml"),
        1,
        21,
      ],
    ]);
  });

  it("X6 twice, without a circle, are read once", async () => {
    calls("a", "b", "c");
    calls("b", "c");
    calls("c");
    const { value, diagnostics } = await (await workshop.start()).define("a");
    expect(diagnostics).toEqual([]);
    expect(Object.keys(value?.skills ?? {})).toEqual(["a", "b", "c"]);
  });

  it("X6 that do not exist or cannot be used are errors", async () => {
    calls("weekly", "rewiew");
    calls("review");
    const runtime = await workshop.start({ overrides: { review: "off" } });
    expect((await runtime.define("weekly")).diagnostics[0]).toMatchObject({
      code: "workflow.unknown-skill",
      message: "there is no skill `rewiew`",
    });
    calls("weekly", "review");
    await runtime.reload();
    expect((await runtime.define("weekly")).diagnostics[0]?.message).toBe(
      "the skill `review` cannot be used: it is off",
    );
  });

  it("X6 deeper than sixteen levels are an error", async () => {
    for (let level = 0; level < 18; level += 1) calls(`s${level}`, `s${level + 1}`);
    calls("s18");
    const { diagnostics } = await (await workshop.start()).define("s0");
    expect(diagnostics.map(({ code }) => code)).toEqual(["workflow.too-many-skills"]);
  });
});

describe("the gate", () => {
  it("T1 a file that a check refuses ends the definition", async () => {
    write("one", skillMd({ name: "one", description: "D. Use when x." }), {
      "workflow.yaml": "steps: [{tool: t}]",
    });
    const runtime = await workshop.start({
      admit: [
        ({ path }) =>
          path === "workflow.yaml" ? { admitted: false, reason: "REFUSED" } : { admitted: true },
      ],
    });
    await expect(runtime.define("one")).rejects.toThrow("REFUSED");
  });
});

function write(name: string, text: string, files: Readonly<Record<string, string>> = {}): void {
  const folder = `work/.agents/skills/${name}`;
  const paths = Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]);
  workshop.write({ [`${folder}/SKILL.md`]: text, ...Object.fromEntries(paths) });
}

function calls(name: string, ...others: readonly string[]): void {
  const steps = others.length === 0 ? [{ tool: "t" }] : others.map((skill) => ({ skill }));
  write(name, skillMd({ name, description: `Does ${name}. Use when ${name}.` }), {
    "workflow.yaml": JSON.stringify({ steps }),
  });
}

function workflowOf(definition: RunDefinition | undefined, name: string) {
  const workflow = definition?.skills[name]?.workflow;
  return workflow && { ...workflow, steps: workflow.steps.map(({ at, ...step }) => step) };
}

describe("a skill that changes while it is read", () => {
  it("X9 is read again, so that its digest is that of the workflow in the definition", async () => {
    const folder = "home/.agents/skills/note";
    const file = (prompt: string) => `steps:\n  - { id: a, prompt: ${prompt} }\n`;
    workshop.write({
      [`${folder}/SKILL.md`]: skillMd({ name: "note", description: "Writes a note. Use for notes." }),
      [`${folder}/workflow.yaml`]: file("old"),
    });
    let changes = 1;
    const runtime = await workshop.start({
      admit: [
        ({ path }) => {
          if (path === "workflow.yaml" && changes > 0) {
            changes -= 1;
            workshop.write({ [`${folder}/workflow.yaml`]: file(`new${changes}`) });
          }
          return { admitted: true };
        },
      ],
    });
    const { value } = await runtime.define("note");
    expect(JSON.stringify(value?.skills.note?.workflow)).toContain('"new0"');
    expect(value?.skills.note?.digest).toBe(await runtime.digest("note"));
    changes = 100;
    await expect(runtime.define("note")).rejects.toMatchObject({ code: "runtime.unreadable-skill" });
  });
});
