import { describe, expect, onTestFinished, test } from "vitest";
import type { NodeRuntimeOptions } from "../node/create-runtime.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";

const USER = "home/.agents/skills";

async function open(tree: FileTree, options: NodeRuntimeOptions = {}) {
  const workshop = openWorkshop(tree);
  onTestFinished(workshop.close);
  const runtime = await workshop.start(options);
  const told = async (
    name: string,
    ...given: Parameters<typeof runtime.why> extends [string, ...infer Rest] ? Rest : never
  ) => (await runtime.why(name, ...given)).map(({ stage, outcome }) => `${stage}: ${outcome}`);
  return { ...workshop, runtime, told };
}

const skill = (name: string, description = `Does ${name}.`) => skillMd({ name, description });

describe("why", () => {
  const long = (name: string) =>
    skill(name, `Does ${name}. ${"It says a lot about what it does. ".repeat(8)}`);
  const names = Array.from({ length: 40 }, (_, at) => `skill-${String(at).padStart(2, "0")}`);
  const tree = Object.fromEntries(names.map((name) => [`${USER}/${name}/SKILL.md`, long(name)]));

  test("R7 says how the catalog really lists a skill, at the budget of the session", async () => {
    const { runtime } = await open(tree);
    const catalogOf = async (name: string, catalogBudget?: number) =>
      (await runtime.why(name, catalogBudget === undefined ? {} : { catalogBudget })).at(-1);
    for (const budget of [60, 150, 400, 1_500, 100_000]) {
      const session = await runtime.session({ catalogBudget: budget });
      const { report } = await session.turn();
      for (const name of names.filter((_, at) => at % 7 === 0)) {
        const cost = report.catalog.costs.find((row) => row.name === name);
        const expected = {
          full: "listed",
          shortened: "shortened",
          "name-only": "listed by name",
          omitted: "omitted",
        };
        const decision = await catalogOf(name, budget);
        expect([budget, name, decision?.outcome]).toEqual([budget, name, expected[cost?.form ?? "omitted"]]);
      }
    }
    expect((await catalogOf("skill-00", 100_000))?.detail).toBe("the model sees name and description");
    expect((await catalogOf("skill-39", 60))?.detail).toContain("the catalog of 60 tokens is full");
  });

  test("R7 uses the default budget of a session", async () => {
    const { runtime } = await open(tree);
    const { budget } = await runtime.catalog();
    expect(budget).toBe(4_000);
    expect(await runtime.catalog({ contextWindow: 1_000_000 })).toMatchObject({ budget: 10_000 });
    // @ts-expect-error an option that does not exist
    await expect(runtime.why("skill-00", { budget: 5 })).rejects.toThrow("budget");
  });

  test("R7 knows the names of directories", async () => {
    const { runtime, told } = await open({ [`${USER}/docx-official/SKILL.md`]: skill("docx") });
    expect(runtime.library.get("docx")?.name).toBe("docx");
    const [first, ...rest] = await runtime.why("docx-official");
    expect(first).toMatchObject({ stage: "discovery", outcome: "folder" });
    expect(first?.detail).toContain('holds the skill "docx"');
    expect(rest.map(({ outcome }) => outcome)).toEqual(
      (await runtime.why("docx")).map(({ outcome }) => outcome),
    );
    expect(await told("docx-unofficial")).toEqual(["discovery: not found"]);
  });

  test("R7 names a file that was rejected by its directory", async () => {
    const { told } = await open({ [`${USER}/folder/SKILL.md`]: "---\nname: other\n---\n" });
    expect(await told("folder")).toEqual(await told("other"));
    expect(await told("folder")).not.toContain("discovery: not found");
  });

  test.each([
    ["in a hidden directory", `${USER}/.curated/lost/SKILL.md`, "hidden directory"],
    ["deeper than the limit", `${USER}/a/b/c/d/e/f/lost/SKILL.md`, "deeper"],
    ["inside of a skill", `${USER}/outer/more/lost/SKILL.md`, "inside of another skill"],
    ["inside of a broken skill", `${USER}/broken/lost/SKILL.md`, "inside of another skill"],
    ["not spelt SKILL.md", `${USER}/lost/Skill.md`, "not spelt SKILL.md"],
  ])("R7 D11 names a file that is %s", async (_what, path, reason) => {
    const { runtime, at } = await open({
      [`${USER}/outer/SKILL.md`]: skill("outer"),
      [`${USER}/broken/SKILL.md`]: "no frontmatter",
      [path]: skill("lost"),
    });
    const [decision, ...rest] = await runtime.why("lost");
    expect(rest).toEqual([]);
    expect(decision).toMatchObject({ stage: "discovery", outcome: "not searched" });
    expect(decision?.detail).toContain(at(path));
    expect(decision?.detail).toContain(reason);
    const unseen = (await runtime.unseen()).flatMap(({ paths }) => paths);
    expect(unseen).toEqual([at(path)]);
  });
});

describe("roots that the caller names", () => {
  test("D3 show the hidden folders of a collection, but never the folders of clients", async () => {
    const { runtime } = await open(
      {
        "collection/skills/.curated/one/SKILL.md": skill("one"),
        "collection/skills/.system/two/SKILL.md": skill("two"),
        "collection/.claude/skills/three/SKILL.md": skill("three"),
        "collection/.git/four/SKILL.md": skill("four"),
      },
      { roots: ["../collection"], providers: false },
    );
    expect(runtime.library.list().map(({ name }) => name)).toEqual(["one", "two"]);
    expect(await runtime.unseen()).toMatchObject([{ reason: "hidden", count: 1 }]);
  });

  test("D1 the skills that Codex installs itself are found", async () => {
    const { runtime } = await open({
      "home/.codex/skills/mine/SKILL.md": skill("mine"),
      "home/.codex/skills/.system/theirs/SKILL.md": skill("theirs"),
    });
    expect(runtime.library.list().map(({ name, origin }) => [name, origin.provider])).toEqual([
      ["mine", "codex"],
      ["theirs", "codex"],
    ]);
    expect(await runtime.unseen()).toEqual([]);
  });
});
