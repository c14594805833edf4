import { describe, expect, onTestFinished, test } from "vitest";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";

const SKILL = "work/skills/skillmaker";
const skillmaker = {
  name: "skillmaker",
  description: "Creates and maintains skills.",
  metadata: { version: "1.0.0", tags: ["skills", "quality"], author: "" },
};
const body = "# Skillmaker\n\nUse the template in skill-template.md and keep it short.\n";

const tree: FileTree = {
  [`${SKILL}/SKILL.md`]: skillMd(skillmaker, body),
  [`${SKILL}/skill-template.md`]: "# Template\n",
  [`${SKILL}/checks/quality.md`]: "- [ ] good\n",
  "work/skills/terse/SKILL.md": skillMd({ name: "terse", description: "Says little." }, "Be brief.\n"),
};

async function open(files: FileTree = tree) {
  const workshop = openWorkshop(files);
  onTestFinished(workshop.close);
  const runtime = await workshop.start({ profile: "autopoiesis" });
  return { ...workshop, runtime, session: await runtime.session() };
}

describe("instructions for the system prompt", () => {
  test("P1 I1 the fragment lists the discovered skills and says how to load one", async () => {
    const { baseline } = await (await open()).session.turn();
    expect(baseline.split("\n")).toEqual([
      "## Available skills",
      "Call `load_skill` with a skill's name to read its instructions.",
      `- skillmaker: ${skillmaker.description}`,
      "- terse: Says little.",
    ]);
  });

  test("P1 I1 it is an empty string when no skills are found", async () => {
    const { session } = await open({});
    expect(await session.turn()).toMatchObject({ baseline: "" });
  });
});

describe("progressive disclosure", () => {
  test("P1 S4 a message alone loads nothing, however well it matches", async () => {
    const messages = [{ role: "user" as const, content: "Create and maintain skills" }];
    const { session, runtime, events } = await open();
    const { inject, report } = await session.turn({ messages });
    expect([inject, report.matches]).toEqual([[], []]);
    expect(events.some(({ type }) => type === "skill.loaded")).toBe(false);
    const other = await runtime.session({ matching: "auto" });
    expect((await other.turn({ messages })).report.matches).toMatchObject([{ name: "skillmaker" }]);
  });

  test("P1 S4 a name that is longer than others allow can be used with every tool", async () => {
    const name = "n".repeat(70);
    const { session } = await open({
      [`work/skills/${name}/SKILL.md`]: skillMd({ ...skillmaker, name }, body),
    });
    for (const tool of ["load_skill", "validate_skill", "lint_skill"])
      expect([tool, (await session.call(tool, { skill_name: name })).isError]).toEqual([tool, false]);
  });
});

describe("the toolset", () => {
  test("P1 S4 five tools, each with the category skills and the arguments of the document", async () => {
    const { session } = await open();
    const described = session.allTools().map(({ name, category, inputSchema }) => {
      return [name, category, inputSchema.required ?? []];
    });
    expect(described).toEqual([
      ["list_skills", "skills", []],
      ["load_skill", "skills", ["skill_name"]],
      ["read_skill_resource", "skills", ["skill_name", "resource_name"]],
      ["validate_skill", "skills", ["skill_name"]],
      ["lint_skill", "skills", ["skill_name"]],
    ]);
    const read = session.allTools().find(({ name }) => name === "read_skill_resource");
    expect(Object.keys(read?.inputSchema.properties ?? {})).toEqual(["skill_name", "resource_name", "page"]);
  });

  test("P1 S4 a resource of more than 64 KiB is read to its end, page by page", async () => {
    const { session } = await open({
      ...tree,
      "work/skills/skillmaker/long.md": `${"a line of it\n".repeat(6_000)}the end`,
    });
    const ask = { skill_name: "skillmaker", resource_name: "long.md" };
    const first = await session.call("read_skill_resource", ask);
    expect(first.text).toContain("(page 1 of 2; request page 2 to continue)");
    expect((await session.call("read_skill_resource", { ...ask, page: 2 })).text).toContain("the end");
  });

  test("P1 S10 a tool that only an MCP server mounts is not one of the conversation", async () => {
    const { session } = await open();
    expect(session.tools().map(({ name }) => name)).not.toContain("run_skill_script");
    const run = await session.call("run_skill_script", { skill_name: "skillmaker", script: "scripts/x.py" });
    expect(run).toMatchObject({ isError: true, text: "Scripts are turned off in this conversation." });
  });

  test("P1 S8 all five are there from the start, also where there is no skill", async () => {
    for (const files of [tree, {}]) {
      const { tools } = await (await open(files)).session.turn();
      expect(tools.map(({ name }) => name)).toEqual([
        "list_skills",
        "load_skill",
        "read_skill_resource",
        "validate_skill",
        "lint_skill",
      ]);
    }
  });

  test("P1 S4 list_skills gives name, description, version and tags", async () => {
    const { session } = await open();
    const { text, metadata } = await session.call("list_skills", {});
    expect(text).toBe(
      "- skillmaker (v1.0.0): Creates and maintains skills. [skills, quality]\n- terse: Says little.",
    );
    expect(metadata).toEqual({ result_count: 2, result_names: ["skillmaker", "terse"] });
  });

  test("P1 S4 arguments go by the names of the document only", async () => {
    const { session } = await open();
    const wrong = await session.call("load_skill", { name: "skillmaker" });
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining("It takes: skill_name.")]);
    expect((await session.call("load_skill", {})).text).toContain('"skill_name" of load_skill is missing');
  });
});

describe("load_skill", () => {
  test("P1 S4 gives the full instructions, and gives them again for the asking", async () => {
    const { session, events } = await open();
    const first = await session.call("load_skill", { skill_name: "skillmaker" });
    expect([first.isError, first.text]).toEqual([false, expect.stringContaining(body.trim())]);
    expect(first.metadata.source).toBe("shipped");
    const second = await session.call("load_skill", { skill_name: "skillmaker" });
    expect(second).toEqual(first);
    expect(events.filter(({ type }) => type === "skill.loaded")).toHaveLength(2);
  });

  test("P1 S3 knows no limit: neither the number of loads nor the length of a skill", async () => {
    const { session } = await open({
      ...tree,
      "work/skills/long/SKILL.md": skillMd(
        { name: "long", description: "Long." },
        `${"word ".repeat(60_000)}end.`,
      ),
    });
    for (let round = 0; round < 25; round += 1)
      expect((await session.call("load_skill", { skill_name: "skillmaker" })).text).toContain(body.trim());
    expect((await session.call("load_skill", { skill_name: "long" })).text).toContain("word end.");
  });

  test("P1 D8 an edit during the session reaches the next load, before and after the first one", async () => {
    const { session, write } = await open();
    const load = async () => (await session.call("load_skill", { skill_name: "skillmaker" })).text;
    write({ [`${SKILL}/SKILL.md`]: skillMd(skillmaker, "Second edition.\n") });
    expect(await load()).toContain("Second edition.");
    write({ [`${SKILL}/SKILL.md`]: skillMd(skillmaker, "Third edition.\n") });
    expect(await load()).toContain("Third edition.");
  });

  test("P1 S4 an unknown name is an answer, not an exception", async () => {
    const { session } = await open();
    expect(await session.call("load_skill", { skill_name: "nothing-like-it" })).toMatchObject({
      isError: true,
      text: "no skill registered with name 'nothing-like-it'",
    });
  });
});

describe("read_skill_resource", () => {
  const read = async (path: string, files: FileTree = tree) => {
    const { session } = await open(files);
    return session.call("read_skill_resource", { skill_name: "skillmaker", resource_name: path });
  };

  test("P1 S4 gives a file that was listed at discovery", async () => {
    for (const [path, text] of [
      ["skill-template.md", "# Template"],
      ["checks/quality.md", "- [ ] good"],
    ] as const) {
      expect(await read(path)).toMatchObject({ isError: false, text: expect.stringContaining(text) });
    }
  });

  test.each([
    "../terse/SKILL.md",
    "checks/../../terse/SKILL.md",
    "/etc/passwd",
    "./skill-template.md",
    "skill-template.md/",
    "%2e%2e/terse/SKILL.md",
    "..\\terse\\SKILL.md",
  ])("P1 S4 %s is not a listed file and is refused", async (path) => {
    expect((await read(path)).isError).toBe(true);
  });

  test("P1 S4 O1 every file that is read is told, with its size", async () => {
    const { session, events } = await open();
    await session.call("read_skill_resource", {
      skill_name: "skillmaker",
      resource_name: "skill-template.md",
    });
    await session.call("read_skill_resource", { skill_name: "skillmaker", resource_name: "none.md" });
    expect(events.filter(({ type }) => type === "resource.read")).toEqual([
      { type: "resource.read", skill: "skillmaker", bytes: 11 },
    ]);
  });

  test("P1 S4 a file that came after discovery is not readable until the library is read again", async () => {
    const { session, runtime, write } = await open();
    const request = { skill_name: "skillmaker", resource_name: "late.md" };
    write({ [`${SKILL}/late.md`]: "late\n" });
    expect((await session.call("read_skill_resource", request)).isError).toBe(true);
    await runtime.reload();
    session.adopt();
    expect((await session.call("read_skill_resource", request)).text).toContain("late");
  });

  test("P1 S4 a link to a listed file is itself not listed, and refused", async () => {
    const link: FileTree = { ...tree, [`${SKILL}/again.md`]: { link: "skill-template.md" } };
    expect(await read("again.md", link)).toMatchObject({
      isError: true,
      text: expect.stringContaining("File not found"),
    });
  });

  test("P1 S4 a link out of the skill's folder is neither listed nor served", async () => {
    const { isError } = await read("secret.txt", {
      ...tree,
      "work/secret.txt": "secret",
      [`${SKILL}/secret.txt`]: { link: "../../secret.txt" },
    });
    expect(isError).toBe(true);
  });
});

describe("validate_skill and lint_skill", () => {
  test("P1 S4 F13 validate_skill judges structure and metadata by the rules of autopoiesis", async () => {
    const { session } = await open();
    const validate = async (skill_name: string) =>
      (await session.call("validate_skill", { skill_name })).text;
    expect(await validate("skillmaker")).not.toContain("- error:");
    const text = await validate("terse");
    expect(text).toContain("[format.version-missing]");
    expect(text).toContain("[format.tags-missing]");
  });

  test("P1 S4 F12 lint_skill gives advice on the instructions, and both only read", async () => {
    const { session } = await open({
      "work/skills/loose/SKILL.md": skillMd(
        { name: "loose", description: "Does things. Use when asked." },
        "See [the guide](references/none.md).\n",
      ),
    });
    const { text, isError } = await session.call("lint_skill", { skill_name: "loose" });
    expect([isError, text]).toEqual([false, expect.stringContaining("dead-reference")]);
    expect(session.allTools().map(({ sideEffects }) => sideEffects)).toEqual(Array(5).fill("read"));
  });

  test("P1 S4 F12 lint_skill reads the scripts of a skill, too", async () => {
    const { session } = await open({
      "work/skills/loose/SKILL.md": skillMd(
        { name: "loose", description: "Installs it. Use when asked to install it." },
        "Run scripts/install.sh.\n",
      ),
      "work/skills/loose/scripts/install.sh": '#!/bin/sh\nread -p "Go on? " answer\n',
    });
    const { text } = await session.call("lint_skill", { skill_name: "loose" });
    expect(text).toContain("interactive-script");
  });
});
