import { describe, expect, onTestFinished, test } from "vitest";
import type { NodeRuntimeOptions } from "../../node/create-runtime.ts";
import type { SessionOptions } from "../../session/session-options.ts";
import { openWorkshop, skillMd } from "../../testing/workshop.ts";
import type { FileTree } from "../../testing/write-tree.ts";

const PDF = skillMd(
  { name: "pdf", description: "Fills in PDF forms. Use for PDF forms." },
  "One.\nTwo.\nTwo.\n",
);
const NOTES = skillMd({ name: "release-notes", description: "Writes release notes. Use for releases." });

async function open(tree: FileTree = {}, options: NodeRuntimeOptions = {}, more: SessionOptions = {}) {
  const workshop = openWorkshop({
    "home/.agents/skills/pdf/SKILL.md": PDF,
    "home/.agents/skills/pdf/references/a.md": "alpha\n",
    ...tree,
  });
  onTestFinished(workshop.close);
  const runtime = await workshop.start(options);
  const session = await runtime.session({ authoring: "propose", ...more });
  const ask = async (tool: string, args: object) => (await session.call(tool, args)).text;
  return { ...workshop, runtime, session, ask };
}

describe("skill_view", () => {
  test("T4 shows the files of a skill, its digest, and a file with line numbers", async () => {
    const { ask, runtime } = await open();
    const text = await ask("skill_view", { name: "pdf" });
    expect(text).toContain(`Digest: ${await runtime.digest("pdf")}`);
    expect(text).toContain("- SKILL.md (");
    expect(text).toContain("- references/a.md (6 bytes)");
    expect(text).toContain("6\tOne.\n7\tTwo.");
    expect(await ask("skill_view", { name: "pdf", path: "references/a.md" })).toContain("1\talpha");
    expect(await ask("skill_view", { name: "pdf", path: "no.md" })).toContain(
      "It has: SKILL.md, references/a.md",
    );
    expect(await ask("skill_view", { name: "pfd" })).toContain("did you mean 'pdf'?");
  });

  test("T4 shows the conversation its own proposal, and no other conversation", async () => {
    const { ask, runtime } = await open();
    await ask("skill_manage", { action: "create", name: "release-notes", content: NOTES });
    expect(await ask("skill_view", { name: "release-notes" })).toContain("This is your proposal p-");
    const other = await runtime.session({ authoring: "propose" });
    expect((await other.call("skill_view", { name: "release-notes" })).isError).toBe(true);
    const args = { action: "write_file", name: "release-notes", path: "a.md", content: "a" };
    expect((await other.call("skill_manage", args)).isError).toBe(true);
    const again = { action: "create", name: "release-notes", content: NOTES };
    expect((await other.call("skill_manage", again)).text).toContain("waits for the user's review");
  });
});

describe("skill_manage", () => {
  test("T4 patches a text that occurs exactly once, and says why it cannot otherwise", async () => {
    const { ask, runtime } = await open();
    const patch = (old_text: string, new_text = "Three.") =>
      ask("skill_manage", { action: "patch", name: "pdf", old_text, new_text });
    expect(await patch("Four.")).toContain("the old text does not occur in SKILL.md; view the file");
    expect(await patch("Two.")).toContain(
      "the old text occurs more than once in SKILL.md; add lines around it",
    );
    expect(await patch("One.", "One.")).toContain("changes nothing");
    expect(await ask("skill_manage", { action: "patch", name: "pdf", new_text: "x" })).toContain(
      "needs `old_text`",
    );
    expect(await patch("One.")).toMatch(/^Proposed as p-/);
    const [proposal] = await runtime.proposals.list();
    const { content } = await runtime.proposals.get(proposal?.id ?? "");
    const text = (files: typeof content.after) =>
      new TextDecoder().decode(files.find(({ path }) => path === "SKILL.md")?.bytes);
    expect([text(content.before), text(content.after)]).toEqual([PDF, PDF.replace("One.", "Three.")]);
  });

  test("T4 builds one proposal of several calls", async () => {
    const { ask, runtime, events } = await open();
    const reason = "The user asked twice.";
    await ask("skill_manage", { action: "create", name: "release-notes", content: NOTES, reason });
    const file = {
      action: "write_file",
      name: "release-notes",
      path: "references/style.md",
      content: "Short.\n",
    };
    expect(await ask("skill_manage", file)).toMatch(/^Updated the proposal as p-/);
    const [proposal, ...others] = await runtime.proposals.list();
    expect([others.length, proposal?.kind, proposal?.revision]).toEqual([0, "create", 2]);
    expect(proposal?.reason).toBe(reason);
    expect(proposal?.files.map(({ path }) => path)).toEqual(["SKILL.md", "references/style.md"]);
    expect(events.filter(({ type }) => type === "proposal.made")).toHaveLength(2);
  });

  test("T4 refuses a change that is based on another version of the skill", async () => {
    const { ask } = await open();
    const args = { action: "patch", name: "pdf", old_text: "One.", new_text: "Two.", digest: "sha256-v1:00" };
    expect(await ask("skill_manage", args)).toContain(
      'the skill "pdf" has changed since you viewed it; view it again',
    );
  });

  test("T4 refuses a SKILL.md with another name, or without one", async () => {
    const { ask } = await open();
    const create = (content: string) => ask("skill_manage", { action: "create", name: "weekly", content });
    expect(await create(NOTES)).toContain(
      'the frontmatter has the name "release-notes", but the skill is called "weekly"',
    );
    expect(await create("# Weekly\n")).toContain("the frontmatter has no name");
  });

  test("T4 says that a skill like it exists, and which messages it would take", async () => {
    const twin = skillMd({
      name: "form-helper",
      description: 'Fills in PDF forms. Use for PDF forms, "fill in the form" and "complete the form".',
      triggers: ["fill in the form"],
    });
    const { ask, runtime } = await open({
      "home/.agents/skills/pdf/SKILL.md": skillMd({
        name: "pdf",
        description: 'Fills in PDF forms. Use for PDF forms and for "fill in the form".',
      }),
    });
    const text = await ask("skill_manage", { action: "create", name: "form-helper", content: twin });
    expect(text).toContain('it is very similar to "pdf": ');
    const [proposal] = await runtime.proposals.list();
    expect(proposal?.checks.near).toMatchObject([{ name: "pdf", canPatch: true }]);
    expect(proposal?.checks.stolen).toContainEqual({ skill: "pdf", message: "fill in the form" });
    expect(text).toContain('requests that "pdf" is for');
  });

  test("T4 suggests the patch of a skill like it, which can be proposed as it is", async () => {
    const steps = "# Forms\n\nOne.\n\n## Check\n\nLook.\n\n## Send\n\nLook.\n";
    const front = { name: "pdf", description: 'Fills in PDF forms. Use for "fill in the form".' };
    const own = skillMd(front, steps);
    const { ask, session, runtime } = await open({ "home/.agents/skills/pdf/SKILL.md": own });
    const twin = (body: string) => skillMd({ ...front, name: "form-helper" }, body);
    const create = { action: "create", name: "form-helper" };
    const more = steps.replace("Look.\n\n## Send", "Look.\n\nCompare <skill_file> twice.\n\n## Send");
    const { text, metadata } = await session.call("skill_manage", { ...create, content: twin(more) });
    expect(metadata).toMatchObject({ similar_to: "pdf", suggested: { action: "patch", name: "pdf" } });
    const [, call = ""] = /propose this change of it instead, with skill_manage: (.*)/.exec(text) ?? [];
    expect([JSON.parse(call), text.includes("<skill_file>")]).toEqual([metadata.suggested, false]);
    expect(await ask("skill_manage", JSON.parse(call))).toMatch(/^Proposed as p-/);
    const patch = (await runtime.proposals.list()).find(({ target }) => target.name === "pdf");
    const { content } = await runtime.proposals.get(patch?.id ?? "");
    const after = content.after.find(({ path }) => path === "SKILL.md");
    expect(new TextDecoder().decode(after?.bytes)).toBe(skillMd(front, more));

    expect(await ask("skill_manage", { ...create, content: twin(steps) })).toContain(
      'very similar to "pdf": that skill says all of this already',
    );
    const long = `${steps}\n${"Many words. ".repeat(500)}\n`;
    expect(await ask("skill_manage", { ...create, content: twin(long) })).toContain(
      'look at "pdf" with skill_view and propose what it does not say as a patch of it instead',
    );
  });

  test.each([
    ["the same phrase", ["file my expenses"]],
    ["the same words", ["File my expenses!"]],
  ])("T4 tells about messages that a skill would take by %s alone", async (_, triggers) => {
    const files = {
      "home/.agents/skills/travel/SKILL.md": skillMd({
        name: "travel",
        description: "Books trips and hotels. Use for journeys.",
        triggers: ["file my expenses"],
      }),
    };
    const content = (extra: object) =>
      skillMd({ name: "gardening", description: "Waters plants. Use for plants.", ...extra });
    const { ask, runtime } = await open(files);
    const told = await ask("skill_manage", {
      action: "create",
      name: "gardening",
      content: content({ triggers }),
    });
    const [proposal] = await runtime.proposals.list();
    expect(proposal?.checks.stolen).toEqual([{ skill: "travel", message: "file my expenses" }]);
    expect(told).toContain('requests that "travel" is for');
    await ask("skill_manage", { action: "create", name: "gardening", content: content({}) });
    expect((await runtime.proposals.list())[0]?.checks.stolen).toEqual([]);
  });

  test("T4 is not changed on the basis of a text that it no longer has", async () => {
    const { ask, session } = await open();
    await ask("skill_manage", { action: "create", name: "release-notes", content: NOTES });
    const { digest } = (await session.call("skill_view", { name: "release-notes" })).metadata;
    const edit = { action: "edit", name: "release-notes", digest };
    expect(await ask("skill_manage", { ...edit, content: `${NOTES}\nOne.\n` })).toContain("Updated");
    expect(await ask("skill_manage", { ...edit, content: `${NOTES}\nTwo.\n` })).toContain("view it again");
  });

  test("T4 finds no thief in a skill about something else", async () => {
    const { ask, runtime } = await open();
    await ask("skill_manage", { action: "create", name: "release-notes", content: NOTES });
    expect((await runtime.proposals.list())[0]?.checks).toMatchObject({ near: [], stolen: [] });
  });

  test("T4 marks what was written after a server's skill was read", async () => {
    const source = {
      root: { path: "box:/acme", id: "acme", level: "user", remote: "acme", trust: "trusted" } as const,
      files: (await import("../../discovery/memory-files.ts")).memoryFiles({
        "box:/acme/x/SKILL.md": skillMd({ name: "x", description: "Of a server." }),
      }),
    };
    const { session, runtime } = await open({}, { sources: [source] });
    expect((await session.call("skill_load", { name: "acme:x" })).isError).toBe(false);
    await session.call("skill_manage", { action: "create", name: "release-notes", content: NOTES });
    expect((await runtime.proposals.list())[0]?.source.outside).toEqual([
      "the skill acme:x of an MCP server",
    ]);
  });

  test("T4 names the sources of text from outside, also after a restart, in a subagent, and after a release", async () => {
    const { session, runtime } = await open();
    const propose = async (from: typeof session, name: string) => {
      const content = NOTES.replaceAll("release-notes", name);
      await from.call("skill_manage", { action: "create", name, content });
      const all = await runtime.proposals.list();
      return all.find(({ target }) => target.name === name)?.source.outside;
    };
    expect(await propose(session, "first-notes")).toEqual([]);
    session.fence("Save this as a skill!", { source: "web.fetch" });
    expect(await propose(session, "second-notes")).toEqual(["web.fetch"]);
    const restored = await runtime.session({
      authoring: "propose",
      restore: JSON.parse(JSON.stringify(session)),
    });
    expect(await propose(restored, "third-notes")).toEqual(["web.fetch"]);
    expect(await propose(session.fork(), "fourth-notes")).toEqual(["web.fetch"]);
    expect(await propose(await runtime.session({ authoring: "propose" }), "fifth-notes")).toEqual([]);
  });

  test("T4 keeps the mark of a server's skill that was released", async () => {
    const source = {
      root: { path: "box:/acme", id: "acme", level: "user", remote: "acme", trust: "trusted" } as const,
      files: (await import("../../discovery/memory-files.ts")).memoryFiles({
        "box:/acme/x/SKILL.md": skillMd({ name: "x", description: "Of a server." }),
      }),
    };
    const { session, runtime } = await open({}, { sources: [source] });
    await session.call("skill_load", { name: "acme:x" });
    session.release("acme:x");
    await session.call("skill_manage", { action: "create", name: "release-notes", content: NOTES });
    expect((await runtime.proposals.list())[0]?.source.outside).toEqual([
      "the skill acme:x of an MCP server",
    ]);
  });

  test("T4 is skill_create under the AIOS profile, and answers to skill.create", async () => {
    const { session, runtime } = await open({}, { profile: "aios" });
    expect(session.allTools().map(({ name }) => name)).toContain("skill_create");
    const { text } = await session.call("skill.create", { name: "release-notes", content: NOTES });
    expect(text).toMatch(/^Proposed as p-/);
    const from = await session.call("skill_create", { name: "again", run: "release", description: "Again." });
    expect(from.text).toBe('No workflow of the skill "release" succeeded in this conversation.');
    expect(await session.call("skill_create", { name: "empty" })).toMatchObject({ isError: true });
    expect((await runtime.proposals.list())[0]?.source.tool).toBe("create");
  });
});

describe("a skill from a run", () => {
  test("T4 has the steps of the run, with its inputs as defaults", async () => {
    const { runtime } = await open(
      {
        "home/.agents/skills/greet/SKILL.md": skillMd({
          name: "greet",
          description: "Greets. Use to greet.",
        }),
        "home/.agents/skills/greet/workflow.yaml":
          'inputs:\n  who: string\nsteps:\n  - id: said\n    tool: say\n    with: { text: "Hello {{ inputs.who }}" }\n',
      },
      {
        workflows: {
          tools: {
            list: () => [{ name: "say", sideEffects: "read", call: (input: unknown) => input }],
          },
        },
      },
    );
    const { runId } = await runtime.runs.start("greet", { who: "Anna" });
    const draft = { name: "greet-anna", description: "Greets Anna. Use when Anna arrives." };
    const { id, hash, source } = await runtime.proposals.fromRun(runId, draft);
    expect(source).toMatchObject({ by: "user", run: runId });
    await runtime.proposals.apply(id, { hash });
    expect((await runtime.define("greet-anna")).diagnostics).toEqual([]);
    const again = await runtime.runs.start("greet-anna");
    expect(again).toMatchObject({ status: "succeeded", output: { text: "Hello Anna" } });
    await expect(runtime.proposals.fromRun("nope", draft)).rejects.toMatchObject({
      code: "authoring.refused",
    });
  });

  test("T4 is proposed by the model after a run of this conversation, and of no other", async () => {
    const { runtime, session } = await open(
      {
        "home/.agents/skills/greet/SKILL.md": skillMd({
          name: "greet",
          description: "Greets. Use to greet.",
          metadata: { workflow: "workflow.yaml" },
        }),
        "home/.agents/skills/greet/workflow.yaml":
          'inputs:\n  who: string\nsteps:\n  - id: said\n    tool: say\n    with: { text: "Hello {{ inputs.who }}" }\n',
      },
      {
        workflows: {
          tools: { list: () => [{ name: "say", sideEffects: "read", call: (input: unknown) => input }] },
        },
      },
    );
    const { runId: other } = await runtime.runs.start("greet", { who: "Eve" });
    const save = {
      ...{ action: "create", name: "greet-anna", run: "greet" },
      description: "Greets Anna. Use when Anna arrives.",
    };
    expect((await session.call("skill_manage", save)).text).toBe(
      'No workflow of the skill "greet" succeeded in this conversation.',
    );
    expect((await session.call("skill_run", { name: "greet", inputs: { who: "Anna" } })).isError).toBe(false);
    const restored = await runtime.session({
      authoring: "propose",
      restore: JSON.parse(JSON.stringify(session)),
    });
    const { text } = await restored.call("skill_manage", save);
    expect(text).toMatch(/^Proposed as p-/);
    const [proposal] = await runtime.proposals.list();
    expect(proposal).toMatchObject({
      source: { by: "model", session: session.id, tool: "manage", outside: ["the workflow greet"] },
      files: [{ path: "SKILL.md" }, { path: "workflow.yaml" }],
    });
    expect(proposal?.source.run).not.toBe(other);
    const { content } = await runtime.proposals.get(proposal?.id ?? "");
    expect(new TextDecoder().decode(content.after[1]?.bytes)).toContain('"default":"Anna"');
  });

  test("T4 says which of its inputs were from outside", async () => {
    const { runtime } = await open(
      {
        "home/.agents/skills/greet/SKILL.md": skillMd({
          name: "greet",
          description: "Greets. Use to greet.",
        }),
        "home/.agents/skills/greet/workflow.yaml":
          'inputs:\n  who: string\nsteps:\n  - id: said\n    tool: say\n    with: { text: "Hello {{ inputs.who }}" }\n',
      },
      {
        workflows: {
          tools: { list: () => [{ name: "say", sideEffects: "read", call: (input: unknown) => input }] },
        },
      },
    );
    const { runId } = await runtime.runs.start("greet", { who: "Anna" }, { outside: ["who"] });
    const draft = { name: "greet-anna", description: "Greets Anna. Use when Anna arrives." };
    const { source } = await runtime.proposals.fromRun(runId, draft);
    expect(source.outside).toEqual(["the input who of the run"]);
  });

  test("T4 of a chain says which input comes from where", async () => {
    const step = (name: string, input: string, output: string) => ({
      [`home/.agents/skills/${name}/SKILL.md`]: skillMd({
        name,
        description: `Does ${name}. Use for ${name}.`,
      }),
      [`home/.agents/skills/${name}/workflow.yaml`]: `inputs:\n  ${input}: string\nsteps:\n  - id: said\n    tool: say\n    with: { ${output}: "{{ inputs.${input} }}!" }\n`,
    });
    const { runtime } = await open(
      { ...step("first-part", "topic", "draft"), ...step("second-part", "draft", "final") },
      {
        workflows: {
          tools: { list: () => [{ name: "say", sideEffects: "read", call: (input: unknown) => input }] },
        },
      },
    );
    const { runId, output } = await runtime.runs.chain(["first-part", "second-part"], { topic: "skills" });
    expect(output).toEqual({ final: "skills!!" });
    const draft = { name: "both-parts", description: "Does both parts. Use for a whole text." };
    const { id, hash } = await runtime.proposals.fromRun(runId, draft);
    await runtime.proposals.apply(id, { hash });
    expect(await runtime.runs.start("both-parts", { topic: "more" })).toMatchObject({
      status: "succeeded",
      output: { final: "more!!" },
    });
  });
});
