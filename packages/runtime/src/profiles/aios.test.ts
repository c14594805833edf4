import { describe, expect, onTestFinished, test } from "vitest";
import { outlineOf } from "../format/outline.ts";
import { sectionsOf } from "../format/sections.ts";
import { validateSkill } from "../format/validate-skill.ts";
import type { NodeRuntimeOptions } from "../node/create-runtime.ts";
import { nodeHash } from "../node/node-hash.ts";
import { SkillLibrary } from "../resolution/skill-library.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";
import { aios } from "./aios.ts";
import { findProfile } from "./find-profile.ts";

/** What later capabilities add; each line names the section of the seed. */
const GAPS = [
  "knowledge graph: produced nodes are registered with their edges; the eleven note skills",
  "install lifecycle: hub, install, update, remove, dependencies",
];

const VAULT = "work/skills";
const USER = "home/.metaglass/skills";
const PLUGIN = "home/.metaglass/plugins/planner/skills";
const BUILTIN = "app/builtin";
const note = { name: "concept-note", description: "Writes a concept note. Use to explain an idea." };

function open(tree: FileTree = {}) {
  const workshop = openWorkshop(tree);
  onTestFinished(workshop.close);
  const start = (options: NodeRuntimeOptions = {}) =>
    workshop.start({ profile: "aios", env: { AIOS_BUILTIN_SKILLS: workshop.at(BUILTIN) }, ...options });
  return { ...workshop, start, load: async (options?: NodeRuntimeOptions) => (await start(options)).library };
}

const from = (where: string, more: Readonly<Record<string, unknown>> = {}) =>
  skillMd({ ...note, description: `From ${where}.`, ...more }, `Body of ${where}.`);

describe("skill format: markdown with frontmatter", () => {
  test("P1 F3 name and description are the only required fields", async () => {
    const { load } = open({
      [`${VAULT}/concept-note/SKILL.md`]: skillMd(note),
      [`${VAULT}/nameless/SKILL.md`]: skillMd({ description: "No name." }),
      [`${VAULT}/silent/SKILL.md`]: skillMd({ name: "silent" }),
    });
    const library = await load();
    expect(library.list().map((skill) => skill.name)).toEqual(["concept-note"]);
    const errors = library.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ code }) => code)).toEqual(["format.name-missing", "format.description-missing"]);
  });

  test("P1 F6 the standard fields and the extensions for graph, inputs and output are read", async () => {
    const edges = ["prerequisite", "leads_to", "similar_to"];
    const { load } = open({
      [`${VAULT}/concept-note/SKILL.md`]: skillMd({
        ...note,
        version: "1.2.0",
        triggers: ["create a concept note", "explain {concept}, please"],
        tools: ["vault.create_note"],
        node_type: "concept",
        suggested_edges: edges,
        inputs: ["concept|required", "depth"],
        output: "assets/template.md",
      }),
    });
    expect((await load()).get("concept-note")?.fields).toEqual({
      version: "1.2.0",
      triggers: ["create a concept note", "explain {concept}, please"],
      tools: ["vault.create_note"],
      nodeType: "concept",
      suggestedEdges: edges,
      inputs: ["concept|required", "depth"],
      output: "assets/template.md",
    });
  });

  test("P1 F6 platforms and prerequisites become one set of requirements", async () => {
    const { load } = open({
      [`${VAULT}/concept-note/SKILL.md`]: skillMd({
        ...note,
        platforms: ["macOS", "linux"],
        prerequisites: {
          bins: ["ffmpeg"],
          env: ["GITHUB_TOKEN"],
          config: ["graph.enabled"],
          tools: ["search"],
        },
      }),
    });
    expect((await load()).entry("concept-note")?.skill.fields.requires).toEqual({
      os: ["darwin", "linux"],
      bins: ["ffmpeg"],
      env: ["GITHUB_TOKEN"],
      config: ["graph.enabled"],
      tools: ["search"],
    });
  });

  test("P1 F5 the fields of AIOS are not reported as foreign, those of nobody are", async () => {
    const fields = {
      version: "1.0.0",
      triggers: ["a"],
      tools: [],
      inputs: ["a|required"],
      node_type: "concept",
    };
    const { load } = open({
      [`${VAULT}/concept-note/SKILL.md`]: skillMd({ ...note, ...fields, suggested_edges: [], colour: "red" }),
    });
    const { diagnostics } = await load();
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["format.unknown-field", "`colour` is not a field of the standard"],
    ]);
    const text = skillMd({ ...note, ...fields, colour: "red" });
    const validated = validateSkill(text, { rules: aios.rules, directoryName: "concept-note" });
    expect(validated.diagnostics.map(({ code }) => code)).toEqual(["format.unknown-field"]);
  });

  const wrong: readonly [string, Readonly<Record<string, unknown>>, string][] = [
    ["steps that are a text", { steps: "Read the file." }, "format.field-type"],
    ["a flag that does not exist", { inputs: ["b|requird"] }, "format.field-value"],
    ["prerequisites that are a list", { prerequisites: ["ffmpeg"] }, "format.field-type"],
  ];
  test.each(wrong)("P1 F6 %s: loading and validation warn about it", async (_what, fields, code) => {
    const text = skillMd({ ...note, ...fields });
    const library = await open({ [`${VAULT}/concept-note/SKILL.md`]: text }).load();
    expect(library.diagnostics).toMatchObject([{ code, severity: "warning" }]);
    expect(library.entry("concept-note")?.state).toBe("on");
    for (const rules of ["spec", aios.rules])
      expect(validateSkill(text, { rules }).diagnostics).toContainEqual(
        expect.objectContaining({ code, severity: "warning", hint: expect.stringMatching(/\w/) }),
      );
  });

  test("P1 F5 keys of other systems are kept as they were written", async () => {
    const { load } = open({
      [`${VAULT}/concept-note/SKILL.md`]: skillMd({ ...note, colour: { hue: 7 } }),
    });
    expect((await load()).get("concept-note")?.extensions).toEqual({ colour: { hue: 7 } });
  });

  test("P1 F7 each named section of the body has its own field", async () => {
    const body = [
      "# Concept note",
      "## Purpose\nExplain one idea.",
      "## When to Use\nWhen asked.",
      "## Output Template\nSee assets/template.md.\n### Header\nTitle first.",
      "## Guidelines\n- Be short.",
      "## Quality Checklist\n- [ ] One idea.",
      "## Variants\nshort, long",
    ].join("\n\n");
    const { start } = open({ [`${VAULT}/concept-note/SKILL.md`]: skillMd(note, body) });
    const runtime = await start();
    const { sections } = await runtime.read("concept-note");
    expect(sections).toEqual({
      purpose: "Explain one idea.",
      whenToUse: "When asked.",
      outputTemplate: "See assets/template.md.\n### Header\nTitle first.",
      guidelines: "- Be short.",
      qualityChecklist: "- [ ] One idea.",
      variants: "short, long",
    });
    const skill = runtime.library.get("concept-note");
    const opened = skill === undefined ? undefined : await runtime.open(skill, { audience: "user" }).text();
    expect(opened?.sections).toEqual(sections);
  });

  test("P1 F7 missing sections are tolerated, and any body has an outline with costs", () => {
    expect(sectionsOf("## Purpose\nOnly this.")).toEqual({ purpose: "Only this." });
    expect(sectionsOf("No headings at all.")).toEqual({});
    const outline = outlineOf("Intro.\n## Purpose\nOnly this.\n## More\nText.");
    expect(outline.map(({ key, depth }) => [key, depth])).toEqual([
      ["top", 0],
      ["purpose", 2],
      ["more", 2],
    ]);
    expect(outline.every(({ tokens }) => tokens > 0)).toBe(true);
  });
});

describe("asset directories", () => {
  test("P1 D7 a skill is a bundle: templates, references, scripts and assets are listed with it", async () => {
    const { load } = open({
      [`${BUILTIN}/concept-note/SKILL.md`]: skillMd(note),
      [`${BUILTIN}/concept-note/assets/template.md`]: "# {{inputs.title}}\n",
      [`${BUILTIN}/concept-note/assets/template-short.md`]: "short\n",
      [`${BUILTIN}/concept-note/references/style.md`]: "style\n",
    });
    const paths = (await load()).get("concept-note")?.resources?.map((resource) => resource.path);
    expect(paths).toEqual(["assets/template-short.md", "assets/template.md", "references/style.md"]);
  });
});

describe("discovery: four sources with priorities", () => {
  const all = {
    [`${BUILTIN}/concept-note/SKILL.md`]: from("builtin"),
    [`${USER}/concept-note/SKILL.md`]: from("user"),
    [`${PLUGIN}/concept-note/SKILL.md`]: from("plugin"),
    [`${VAULT}/concept-note/SKILL.md`]: from("vault"),
  };

  test("P1 D1 builtin has 0, user and plugin 1, the vault 2", async () => {
    const versions = (await open(all).load()).versions("concept-note");
    const seen = versions.map(({ origin, source }) => [source, origin.priority]);
    expect(seen).toEqual([
      ["vault", 2],
      ["user", 1],
      ["plugin", 1],
      ["builtin", 0],
    ]);
  });

  test("P1 R1 the vault wins, and every version stays reachable, highest first", async () => {
    const library = await open(all).load();
    expect(library.get("concept-note")?.description).toBe("From vault.");
    const descriptions = library.versions("concept-note").map((skill) => skill.description);
    expect(descriptions).toEqual(["From vault.", "From user.", "From plugin.", "From builtin."]);
  });

  const without = (...keys: readonly string[]) =>
    Object.fromEntries(Object.entries(all).filter(([path]) => !keys.some((key) => path.startsWith(key))));
  const cascades: readonly [string, readonly string[], string][] = [
    ["without the vault the user's is used", [VAULT], "From user."],
    ["without vault and user the plugin's is used", [VAULT, USER], "From plugin."],
    ["the builtin is used when nobody else has the name", [VAULT, USER, PLUGIN], "From builtin."],
  ];
  test.each(cascades)("P1 R1 %s", async (_what, gone, expected) => {
    expect((await open(without(...gone)).load()).get("concept-note")?.description).toBe(expected);
  });

  test("P1 R2 each override is reported", async () => {
    const { load, events } = open(all);
    expect((await load()).diagnostics.map(({ code }) => code)).toEqual(Array(3).fill("resolution.override"));
    expect(events.filter((event) => event.type === "skill.overridden")).toHaveLength(3);
  });

  test("P1 D4 the vault is the working directory, or where AIOS_VAULT points, relative or absolute", async () => {
    const { load, at } = open({ ...all, "work/vault/skills/concept-note/SKILL.md": from("another vault") });
    for (const AIOS_VAULT of ["vault", at("work/vault")]) {
      const library = await load({ env: { AIOS_VAULT } });
      expect(library.get("concept-note")?.description).toBe("From another vault.");
    }
  });
});

describe("eligibility filtering", () => {
  const needing = (prerequisites: unknown, more = {}) =>
    skillMd({ ...note, prerequisites, ...more }, "Body of the vault.");
  const otherSystem = process.platform === "darwin" ? "windows" : "macos";
  const cases: readonly [string, string, string, string][] = [
    ["a program", needing({ bins: ["no-such-program-here"] }), "bins", "no-such-program-here"],
    ["an environment variable", needing({ env: ["NO_SUCH_TOKEN"] }), "env", "NO_SUCH_TOKEN"],
    ["a setting", needing({ config: ["graph.enabled"] }), "config", "graph.enabled"],
    ["a tool", needing({ tools: ["vault.search"] }), "tools", "vault.search"],
  ];
  test.each(
    cases,
  )("P1 R3 without %s a skill is hidden from the model and explained to the user", async (_what, text, kind, name) => {
    const { load } = open({ [`${VAULT}/concept-note/SKILL.md`]: text });
    const library = await load({ tools: ["vault.create_note"] });
    expect([library.has("concept-note"), library.discoveryIndex()]).toEqual([false, []]);
    const entry = library.entry("concept-note");
    expect(entry?.state).toBe("ineligible");
    expect(entry?.eligibility.missing).toMatchObject([{ kind, name, hint: expect.stringContaining(name) }]);
    expect(library.diagnostics.map(({ code }) => code)).toContain("resolution.ineligible");
    const why = library.why("concept-note").map(({ stage, outcome }) => `${stage} ${outcome}`);
    expect(why).toEqual(expect.arrayContaining(["eligibility ineligible", "catalog hidden"]));
  });

  test("P1 R3 a skill for another system is hidden", async () => {
    const { load } = open({
      [`${VAULT}/concept-note/SKILL.md`]: skillMd({ ...note, platforms: [otherSystem] }),
    });
    expect((await load()).entry("concept-note")?.state).toBe("ineligible");
  });

  test("P1 R3 when everything is there, it is offered", async () => {
    const { load, at } = open({
      [`${VAULT}/concept-note/SKILL.md`]: needing({
        env: ["TOKEN"],
        config: ["graph.enabled"],
        tools: ["search"],
      }),
    });
    const env = { AIOS_VAULT: at("work"), TOKEN: "x" };
    const library = await load({ env, skillConfig: { graph: { enabled: true } }, tools: ["search"] });
    expect(library.entry("concept-note")?.state).toBe("on");
  });

  test("P1 R3 a vault skill that cannot be used does not hide the builtin one", async () => {
    const { load } = open({
      [`${VAULT}/concept-note/SKILL.md`]: needing({ bins: ["no-such-program-here"] }),
      [`${BUILTIN}/concept-note/SKILL.md`]: from("builtin"),
    });
    expect((await load()).get("concept-note")?.description).toBe("From builtin.");
  });

  test("P1 R3 the declared tools are dependencies: without them the skill is hidden", async () => {
    const { load } = open({
      [`${VAULT}/concept-note/SKILL.md`]: skillMd({ ...note, tools: ["vault.search"] }),
    });
    expect((await load({ tools: ["vault.create_note"] })).entry("concept-note")?.state).toBe("ineligible");
  });

  test("P1 R3 X7 a rule for a tool depends on that tool, and an empty list on none", async () => {
    const { load } = open({
      [`${VAULT}/release/SKILL.md`]: skillMd({
        ...note,
        name: "release",
        tools: ["Bash(git:*)", "mcp__gh__*"],
      }),
      [`${VAULT}/concept-note/SKILL.md`]: skillMd({ ...note, tools: [] }),
    });
    const states = async (tools: readonly string[]) =>
      (await load({ tools })).entries().map(({ skill, state }) => `${skill.name} ${state}`);
    expect(await states(["Bash", "mcp__gh__list"])).toEqual(["concept-note on", "release on"]);
    expect(await states(["Bash", "mcp__other__list"])).toEqual(["concept-note on", "release ineligible"]);
    expect((await load({ tools: ["mcp__gh__list"] })).entry("release")?.eligibility.missing).toMatchObject([
      { kind: "tools", name: "Bash" },
    ]);
  });
});

describe("two-phase loading", () => {
  test("P1 R4 at the start there are names and descriptions; the body comes when it is asked for", async () => {
    const { start } = open({ [`${VAULT}/concept-note/SKILL.md`]: skillMd(note, "Long instructions.") });
    const runtime = await start();
    expect(runtime.library.discoveryIndex()).toEqual([[note.name, note.description]]);
    expect(JSON.stringify(runtime.library.toSnapshot())).not.toContain("Long instructions");
    expect((await runtime.read("concept-note")).body).toBe("Long instructions.");
  });
});

describe("invocation control", () => {
  const states: readonly [string, Readonly<Record<string, unknown>>, string, number][] = [
    ["nothing said", {}, "on", 1],
    ["agent_ready: true", { agent_ready: true }, "on", 1],
    ["agent_ready: false", { agent_ready: false }, "user-only", 0],
    ["agent_ready: 0", { agent_ready: 0 }, "user-only", 0],
    ["disable-model-invocation: 1", { "disable-model-invocation": 1 }, "user-only", 0],
    ["disable-model-invocation: true", { "disable-model-invocation": true }, "user-only", 0],
    ["disable-model-invocation: false", { "disable-model-invocation": false }, "on", 1],
    ["user-invocable: false", { "user-invocable": false }, "on", 1],
  ];
  test.each(states)("P1 R5 %s", async (_what, flags, state, listed) => {
    const { load } = open({ [`${VAULT}/concept-note/SKILL.md`]: skillMd({ ...note, ...flags }) });
    const library = await load();
    expect([library.entry("concept-note")?.state, library.discoveryIndex().length]).toEqual([state, listed]);
    expect(library.has("concept-note")).toBe(true);
  });

  test("P1 F6 the two flags are independent of each other and both are kept", async () => {
    const flags = { "user-invocable": false, "disable-model-invocation": true };
    const { load } = open({ [`${VAULT}/concept-note/SKILL.md`]: skillMd({ ...note, ...flags }) });
    const fields = (await load()).entry("concept-note")?.skill.fields;
    expect(fields).toEqual({ userInvocable: false, disableModelInvocation: true });
  });

  test("P1 R5 an override of the user restricts and never extends", async () => {
    const { load } = open({
      [`${VAULT}/concept-note/SKILL.md`]: skillMd({ ...note, agent_ready: false }),
      [`${VAULT}/how-to/SKILL.md`]: skillMd({ ...note, name: "how-to" }),
    });
    const library = await load({ overrides: { "concept-note": "on", "how-*": "name-only" } });
    expect(library.entry("concept-note")?.state).toBe("user-only");
    expect(library.discoveryIndex()).toEqual([["how-to", ""]]);
  });
});

describe("dual-mode execution", () => {
  test("P1 F6 a steps list is kept as written, so that its presence shows the mode", async () => {
    const steps = [{ id: "search", tool: "vault.search", params: { query: "{{inputs.concept}}" } }];
    const { load } = open({
      [`${VAULT}/concept-note/SKILL.md`]: skillMd({ ...note, steps }),
      [`${VAULT}/how-to/SKILL.md`]: skillMd({ ...note, name: "how-to" }),
    });
    const library = await load();
    expect(library.get("concept-note")?.fields.steps).toEqual(steps);
    expect(library.get("how-to")?.fields.steps).toBeUndefined();
  });
});

describe("skill snapshot for subagents", () => {
  const tree = {
    [`${VAULT}/concept-note/SKILL.md`]: from("vault"),
    [`${BUILTIN}/concept-note/SKILL.md`]: from("builtin"),
    [`${VAULT}/how-to/SKILL.md`]: skillMd({ ...note, name: "how-to", agent_ready: false }),
  };

  test("P1 R6 a snapshot survives JSON and restores the same library without looking at any file", async () => {
    const { load, close } = open(tree);
    const library = await load();
    const text = JSON.stringify(library.toSnapshot());
    close();
    const restored = SkillLibrary.fromSnapshot(JSON.parse(text), nodeHash);
    expect(restored.equals(library)).toBe(true);
    expect(restored.versions("concept-note").map((skill) => skill.description)).toEqual([
      "From vault.",
      "From builtin.",
    ]);
    expect(restored.entry("how-to")?.state).toBe("user-only");
    expect(restored.toSnapshot().id).toBe(library.toSnapshot().id);
  });

  test("P1 R6 a snapshot that was changed is refused", async () => {
    const snapshot = (await open(tree).load()).toSnapshot();
    const changed = { ...snapshot, entries: snapshot.entries.slice(1) };
    expect(() => SkillLibrary.fromSnapshot(changed, nodeHash)).toThrow(/does not match its id/);
    expect(() => SkillLibrary.fromSnapshot({}, nodeHash)).toThrow(/not a library snapshot/);
  });

  test("P1 the profile is found by its name", () => {
    expect(findProfile("aios")).toBe(aios);
  });
});

describe("gaps", () => {
  for (const gap of GAPS) test.todo(`gap: ${gap}`);
});
