import { describe, expect, test } from "vitest";
import { RULE_SETS } from "../format/rule-sets.ts";
import { createRuntime } from "../runtime.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { LEVELS } from "../skill.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import { agentskills } from "./agentskills.ts";
import { PROFILES } from "./find-profile.ts";

describe.each(PROFILES)("the texts of $name", ({ name, tools, catalog, rules, discovery }) => {
  test("P1 S8 every tool tells the model what it does", () => {
    for (const tool of tools)
      expect([tool.name, tool.description]).toEqual([tool.name, expect.stringMatching(/\w+ .*\.$/)]);
  });

  test("P1 S8 T4 APIs of models accept the names of the tools, and calls may write dots in them", async () => {
    const runtime = await createRuntime(fakePorts({}), { profile: name });
    const session = await runtime.session({ authoring: "propose", toolList: "constant" });
    for (const tool of session.allTools()) {
      expect(tool.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      const { text } = await session.call(tool.name.replaceAll("_", "."), {});
      expect(text).not.toContain("unknown skill tool");
    }
    expect((await session.call("no.tool", {})).text).toContain("unknown skill tool");
  });

  test("P1 I1 the list has a heading, and says how a skill of it is read: by tool, by address or by path", () => {
    const load = tools.find(({ operation }) => operation === "load")?.name;
    expect(catalog.heading).toBe("## Available skills");
    expect(catalog.instructions).toContain(load ?? "skill://");
    expect(catalog.fileInstructions).toMatch(/read the SKILL\.md at .*location/i);
  });

  test("P1 D1 every level has a word, and every provider an id and a place", () => {
    expect(Object.keys(catalog.levelNames).toSorted()).toEqual([...LEVELS].toSorted());
    for (const word of Object.values(catalog.levelNames)) expect(word).toMatch(/^[a-z]+$/);
    for (const provider of discovery.providers)
      for (const { at } of provider.roots)
        expect([provider.id, at]).toEqual([provider.id, expect.stringMatching(/^[{/]/)]);
  });

  test("P1 F2 its rules exist", () => {
    expect(
      RULE_SETS.map((set) => set.name),
      name,
    ).toContain(rules);
  });
});

test.each(
  PROFILES.map(({ name }) => [name] as const),
)("P1 D9 %s gives AGENTS.md as context if its document says so, or on request", async (profile) => {
  const ports = fakePorts({ "/project/AGENTS.md": "Use tabs.\n" });
  const runtime = await createRuntime(ports, { profile });
  const contextOf = async (options: SessionOptions) =>
    (await (await runtime.session(options)).turn()).context;
  expect((await contextOf({})).includes("Use tabs.")).toBe(profile === "pisces");
  expect(await contextOf({ contextFiles: true })).toContain("Use tabs.");
  expect(await contextOf({ contextFiles: false })).toBe("");
});

test("P1 R3 only aios needs the tools that a skill names; elsewhere they are a permission", async () => {
  const stateIn = async (profile: string, root: string) => {
    const text = skillMd({ name: "ship", description: "Ships.", tools: ["deploy"] });
    const { library } = await createRuntime(fakePorts({ [`/project/${root}/ship/SKILL.md`]: text }), {
      profile,
      tools: ["read"],
      trust: () => true,
    });
    return library.entry("ship")?.state;
  };
  expect(await stateIn("aios", "skills")).toBe("ineligible");
  expect(await stateIn("agentskills", ".agents/skills")).toBe("on");
  expect(await stateIn("autopoiesis", "skills")).toBe("on");
});

describe("other names of the tools", () => {
  const aliases = agentskills.tools.flatMap(({ operation, aliases: names = [] }) =>
    names.map((alias) => [alias, operation] as const),
  );

  test("S1 models know loading and reading by these names", () => {
    expect(aliases.map(([alias]) => alias)).toEqual([
      "load_skill",
      "activate_skill",
      "Skill",
      "skill",
      "read_skill_resource",
    ]);
  });

  test.each(aliases)("S1 %s does what %s does", async (alias, operation) => {
    const ports = fakePorts({
      "/project/.agents/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Reads." }, "Read it.\n"),
      "/project/.agents/skills/pdf/a.md": "Read it.\n",
    });
    const session = await (await createRuntime(ports, { trust: () => true })).session();
    const args = operation === "load" ? { name: "pdf" } : { name: "pdf", path: "a.md" };
    expect(await session.call(alias, args)).toMatchObject({
      isError: false,
      text: expect.stringContaining("Read it."),
    });
  });
});
