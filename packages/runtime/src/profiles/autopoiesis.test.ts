import { describe, expect, onTestFinished, test } from "vitest";
import { parseSkillMd } from "../format/parse-skill-md.ts";
import { validateSkill } from "../format/validate-skill.ts";
import type { NodeRuntimeOptions } from "../node/create-runtime.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";
import { autopoiesis } from "./autopoiesis.ts";
import { findProfile } from "./find-profile.ts";

/** What later capabilities add; each line names the section of the seed. */
const GAPS = [
  "shipped skill contract: skillmaker, github, and the check that a changed skill has a changed page",
];

const skillmaker = {
  name: "skillmaker",
  description: "Creates and maintains skills.",
  metadata: { version: "1.0.0", tags: ["skills", "quality"], author: "" },
};

function open(tree: FileTree = {}) {
  const workshop = openWorkshop(tree);
  onTestFinished(workshop.close);
  const start = (env: NodeRuntimeOptions["env"] = {}, options: NodeRuntimeOptions = {}) =>
    workshop.start({ profile: "autopoiesis", env, ...options });
  return { ...workshop, start };
}

const plain = (name: string, description = `The ${name} skill.`) => skillMd({ name, description });

describe("key concepts", () => {
  test("P1 D7 a skill's other files are its resources: listed when it is found, never read", async () => {
    const { start } = open({
      "work/skills/skillmaker/SKILL.md": skillMd(skillmaker),
      "work/skills/skillmaker/skill-template.md": "# Template\n",
      "work/skills/skillmaker/checks/quality-checklist.md": "- [ ] good\n",
    });
    const { library } = await start();
    expect(library.get("skillmaker")?.resources).toEqual([
      { path: "checks/quality-checklist.md", size: 11 },
      { path: "skill-template.md", size: 11 },
    ]);
    expect(JSON.stringify(library.toSnapshot())).not.toContain("# Template");
  });

  test.each([
    ["the shipped one", "skills", {}, {}],
    ["the custom one", "mine", { CUSTOM_SKILLS_DIR: "mine" }, {}],
    ["one that the host names", "more", {}, { roots: ["more"] }],
  ])("P1 D3 directories are searched recursively, and not below a skill: %s", async (_which, directory, env, options) => {
    const { start } = open({
      [`work/${directory}/a/b/c/d/e/deep/SKILL.md`]: plain("deep"),
      [`work/${directory}/a/b/c/d/e/deep/inner/SKILL.md`]: plain("inner"),
      [`work/${directory}/a/b/c/d/e/f/deeper/SKILL.md`]: plain("deeper"),
    });
    expect((await start(env, options)).library.list().map((skill) => skill.name)).toEqual(["deep"]);
  });

  test("P1 D3 a custom directory is recursive too, unless the caller says otherwise", async () => {
    const { start } = open({ "work/more/group/deep/SKILL.md": plain("deep") });
    expect((await start({}, { roots: ["more"] })).library.size).toBe(1);
    expect((await start({}, { roots: [{ path: "more", depth: 1 }] })).library.size).toBe(0);
  });
});

describe("skill directory structure and environment variables", () => {
  const tree = {
    "work/skills/shipped/SKILL.md": plain("shipped"),
    "work/other/moved/SKILL.md": plain("moved"),
    "elsewhere/far/SKILL.md": plain("far"),
    "work/space/skills/custom/SKILL.md": plain("custom"),
    "work/space/mine/own/SKILL.md": plain("own"),
    "work/mine/loose/SKILL.md": plain("loose"),
  };
  type Variables = Readonly<Record<string, string>>;
  const cases: readonly [string, (at: (path: string) => string) => Variables, readonly string[]][] = [
    ["nothing set: `skills` beside the program", () => ({}), ["shipped"]],
    ["a relative SKILLS_DIR", () => ({ SKILLS_DIR: "other" }), ["moved"]],
    ["an absolute SKILLS_DIR", (at) => ({ SKILLS_DIR: at("elsewhere") }), ["far"]],
    ["an empty SKILLS_DIR counts as unset", () => ({ SKILLS_DIR: "" }), ["shipped"]],
    ["a relative workspace", () => ({ AGENT_WORKSPACE_ROOT: "space" }), ["custom", "shipped"]],
    ["an absolute workspace", (at) => ({ AGENT_WORKSPACE_ROOT: at("work/space") }), ["custom", "shipped"]],
    [
      "a relative CUSTOM_SKILLS_DIR, inside the workspace",
      () => ({ AGENT_WORKSPACE_ROOT: "space", CUSTOM_SKILLS_DIR: "mine" }),
      ["own", "shipped"],
    ],
    [
      "an absolute CUSTOM_SKILLS_DIR, wherever the workspace is",
      (at) => ({ AGENT_WORKSPACE_ROOT: "space", CUSTOM_SKILLS_DIR: at("elsewhere") }),
      ["far", "shipped"],
    ],
    ["a CUSTOM_SKILLS_DIR without a workspace", () => ({ CUSTOM_SKILLS_DIR: "mine" }), ["loose", "shipped"]],
    [
      "all three",
      (at) => ({ SKILLS_DIR: "other", AGENT_WORKSPACE_ROOT: at("work/space"), CUSTOM_SKILLS_DIR: "mine" }),
      ["moved", "own"],
    ],
  ];
  test.each(cases)("P1 D4 %s", async (_what, variables, names) => {
    const { start, at } = open(tree);
    expect((await start(variables(at))).library.list().map((skill) => skill.name)).toEqual(names);
  });
});

describe("SKILL.md format and models", () => {
  test("P1 F6 tags, version and author are read from metadata, tags as a list", async () => {
    const { start } = open({ "work/skills/skillmaker/SKILL.md": skillMd(skillmaker) });
    const { library } = await start();
    const skill = library.get("skillmaker");
    expect(skill?.fields).toMatchObject({ version: "1.0.0", tags: ["skills", "quality"] });
    expect(skill?.metadata).toEqual({ version: "1.0.0", author: "" });
    expect(skill?.extensions).toEqual({ metadata: { tags: ["skills", "quality"] } });
  });

  test("P1 F4 a tag list is what the contract requires, so there is no warning", async () => {
    const { start } = open({ "work/skills/skillmaker/SKILL.md": skillMd(skillmaker) });
    const { diagnostics } = (await start()).library;
    expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
  });

  test("P1 F6 tags in one comma-separated string are the same list", async () => {
    const metadata = { version: "1.0.0", tags: "skills, quality" };
    const { start } = open({ "work/skills/skillmaker/SKILL.md": skillMd({ ...skillmaker, metadata }) });
    expect((await start()).library.get("skillmaker")?.fields.tags).toEqual(["skills", "quality"]);
  });

  test("P1 F8 a skill has no instructions until they are read", async () => {
    const { start } = open({ "work/skills/skillmaker/SKILL.md": skillMd(skillmaker, "# Skillmaker\n") });
    const runtime = await start();
    expect(JSON.stringify(runtime.library.get("skillmaker"))).not.toContain("# Skillmaker");
    expect((await runtime.read("skillmaker")).body).toBe("# Skillmaker\n");
  });
});

describe("parsing", () => {
  test("P1 F10 a text is split into its frontmatter and its instructions", () => {
    const { value } = parseSkillMd(skillMd(skillmaker, "# Skillmaker\n\nDo it.\n"));
    expect(value).toMatchObject({ frontmatter: skillmaker, body: "# Skillmaker\n\nDo it.\n" });
  });

  test.each([
    "# Only text\n",
    "",
    "text\n---\nname: x\n---\n",
    "----\nname: x\n----\n",
  ])("P1 F10 without frontmatter there is an empty mapping and the whole text (%#)", (text) => {
    expect(parseSkillMd(text).value).toMatchObject({ frontmatter: {}, body: text });
  });

  test("P1 F1 delimiters are whole lines: three dashes inside a value or in the body are safe", () => {
    const text = "---\nname: a---b\ndescription: one --- two\n---\nbefore\n\n---\n\nafter\n";
    const { value } = parseSkillMd(text);
    expect(value.frontmatter).toEqual({ name: "a---b", description: "one --- two" });
    expect(value.body).toBe("before\n\n---\n\nafter\n");
  });
});

describe("discovery", () => {
  test("P1 D2 missing and empty directories give an empty library without errors", async () => {
    const nothing = await open().start({ SKILLS_DIR: "none", CUSTOM_SKILLS_DIR: "neither" });
    const empty = await open({ "work/skills": { directory: true } }).start();
    expect([nothing.library.size, nothing.library.diagnostics]).toEqual([0, []]);
    expect([empty.library.size, empty.library.diagnostics]).toEqual([0, []]);
  });

  test("P1 F3 one file that cannot be parsed is reported and never stops the rest", async () => {
    const { start } = open({
      "work/skills/bad/SKILL.md": "---\n] [ }\n---\n",
      "work/skills/good/SKILL.md": plain("good"),
    });
    const { library } = await start();
    expect(library.list().map((skill) => skill.name)).toEqual(["good"]);
    const hint = expect.stringMatching(/\S/);
    expect(library.diagnostics).toMatchObject([{ code: "format.yaml-invalid", severity: "error", hint }]);
  });
});

describe("invariants", () => {
  test("P1 F3 a skill without a name is skipped; one without a description is not", async () => {
    const { start } = open({
      "work/skills/nameless/SKILL.md": skillMd({ description: "No name." }),
      "work/skills/terse/SKILL.md": skillMd({ name: "terse" }),
    });
    const { library } = await start();
    expect(library.list().map(({ name, description }) => [name, description])).toEqual([["terse", ""]]);
    const said = library.diagnostics.filter(({ severity }) => severity === "error");
    expect(said.map(({ code }) => code)).toEqual(["format.name-missing"]);
  });

  test("P1 D8 edits reach whoever reads a skill outside a session", async () => {
    const { start, write } = open({ "work/skills/skillmaker/SKILL.md": skillMd(skillmaker, "Old.") });
    const runtime = await start();
    expect(await runtime.read("skillmaker")).toMatchObject({ body: "Old.", changed: false });
    write({ "work/skills/skillmaker/SKILL.md": skillMd(skillmaker, "New.") });
    expect(await runtime.read("skillmaker")).toMatchObject({ body: "New.", changed: true });
  });

  test("P1 R1 custom skills win over shipped ones, and both stay reachable", async () => {
    const { start } = open({
      "work/skills/review/SKILL.md": plain("review", "Shipped."),
      "work/space/skills/review/SKILL.md": plain("review", "Custom."),
    });
    const { library } = await start({ AGENT_WORKSPACE_ROOT: "space" });
    expect(library.versions("review").map((skill) => skill.description)).toEqual(["Custom.", "Shipped."]);
    expect(library.versions("review").map(({ source }) => source)).toEqual(["custom", "shipped"]);
    expect(library.diagnostics.map(({ code }) => code)).toEqual(["resolution.override"]);
  });

  test("P1 R1 of two custom directories the later one wins", async () => {
    const { start } = open({
      "work/one/review/SKILL.md": plain("review", "One."),
      "work/two/review/SKILL.md": plain("review", "Two."),
    });
    const { library } = await start({}, { roots: ["one", "two"] });
    expect(library.get("review")?.description).toBe("Two.");
    expect((await start({}, { roots: ["two", "one"] })).library.get("review")?.description).toBe("One.");
  });

  test("P1 R1 of two skills in one directory the later path wins", async () => {
    const { start } = open({
      "work/skills/a/SKILL.md": plain("review", "First."),
      "work/skills/b/SKILL.md": plain("review", "Last."),
    });
    expect((await start()).library.get("review")?.description).toBe("Last.");
  });

  test("P1 D7 a link out of the skill is neither listed nor served", async () => {
    const { start } = open({
      "secret.txt": "secret",
      "work/skills/skillmaker/SKILL.md": skillMd(skillmaker),
      "work/skills/skillmaker/secret.txt": { link: "../../../secret.txt" },
    });
    expect((await start()).library.get("skillmaker")?.resources).toEqual([]);
  });
});

describe("shipped skill contract", () => {
  const judge = (fields: Readonly<Record<string, unknown>>) => {
    const options = { directoryName: "skillmaker", fileName: "SKILL.md", rules: autopoiesis.rules };
    const { ok, diagnostics } = validateSkill(skillMd(fields), options);
    return [ok, diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code)];
  };

  test("P1 F13 a skill that keeps it is valid", () => {
    expect(judge(skillmaker)).toEqual([true, []]);
  });

  const { metadata } = skillmaker;
  const broken: readonly [string, Readonly<Record<string, unknown>>, string][] = [
    ["no name", { ...skillmaker, name: undefined }, "format.name-missing"],
    ["a name that is not in kebab case", { ...skillmaker, name: "Skill_Maker" }, "format.name-characters"],
    ["no description", { ...skillmaker, description: "" }, "format.description-missing"],
    ["no version", { ...skillmaker, metadata: { tags: ["a"] } }, "format.version-missing"],
    [
      "a version that is no SemVer",
      { ...skillmaker, metadata: { ...metadata, version: "1.0" } },
      "format.version-semver",
    ],
    ["no tags", { ...skillmaker, metadata: { version: "1.0.0" } }, "format.tags-missing"],
    ["no metadata", { ...skillmaker, metadata: undefined }, "format.version-missing"],
    ["a known field at the top level", { ...skillmaker, author: "ada" }, "format.extension-field"],
    ["an unsupported top-level key", { ...skillmaker, colour: "red" }, "format.unknown-field"],
    ["a name that is a number", { ...skillmaker, name: 7 }, "format.field-coerced"],
    ["a description that is a number", { ...skillmaker, description: 7 }, "format.field-coerced"],
    ["a description of two lines", { ...skillmaker, description: "One.\nTwo." }, "format.description-lines"],
    ["tags that are numbers", { ...skillmaker, metadata: { ...metadata, tags: [1, 2] } }, "format.tags-type"],
    ["tags in a mapping", { ...skillmaker, metadata: { ...metadata, tags: { a: "b" } } }, "format.tags-type"],
    [
      "a version with a leading zero in its pre-release",
      { ...skillmaker, metadata: { ...metadata, version: "1.0.0-rc.01" } },
      "format.version-semver",
    ],
  ];
  test.each(broken)("P1 F13 %s is an error", (_what, fields, code) => {
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    expect(judge(given)).toEqual([false, expect.arrayContaining([code])]);
  });

  const kept: readonly [string, Readonly<Record<string, unknown>>][] = [
    ["a name unlike its directory", { ...skillmaker, name: "other" }],
    ["a name of 65 characters", { ...skillmaker, name: "n".repeat(65) }],
    ["a description of 1,025 characters", { ...skillmaker, description: "d".repeat(1_025) }],
    [
      "zeros in the build of a version",
      { ...skillmaker, metadata: { ...metadata, version: "1.0.0-0.a1+001" } },
    ],
    ["tags in one string, for strict readers", { ...skillmaker, metadata: { ...metadata, tags: "a, b" } }],
  ];
  test.each(kept)("P1 F13 %s breaks no rule of the contract", (_what, fields) => {
    expect(judge(fields)).toEqual([true, []]);
  });

  test("P1 F13 what validation refuses still loads: only the name is needed for that", async () => {
    const { start } = open({ "work/skills/x/SKILL.md": skillMd({ name: "x", author: "ada" }) });
    const { library } = await start();
    expect(library.get("x")?.extensions).toEqual({ author: "ada" });
    expect(findProfile("autopoiesis")).toBe(autopoiesis);
  });
});

describe("gaps", () => {
  for (const gap of GAPS) test.todo(`gap: ${gap}`);
});
