import { readFileSync } from "node:fs";
import { bubblewrap } from "@knowhow/runtime/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { openWorkshop, skillMd } from "../../../runtime/src/testing/workshop.ts";
import type { FileTree } from "../../../runtime/src/testing/write-tree.ts";
import { connectInMemory } from "../../testing/connect.ts";
import { CATEGORY_KEY } from "../shared/meta-keys.ts";
import { createSkillServer } from "./create-skill-server.ts";
import { toolNames } from "./tools/tool-names.ts";
import { toCallResult } from "./tools/tool-result.ts";
import { normaliseSchema } from "./tools/tool-schema.ts";

/** The second phase of autopoiesis, part by part: skills as tool sets of a live MCP server. */
async function open(more: FileTree = {}) {
  const fields = (name: string, description: string) => ({
    ...{ name, description },
    metadata: { version: "1.0.0", tags: ["x"], author: "" },
  });
  const workshop = openWorkshop({
    "work/skills/skillmaker/SKILL.md": skillMd(
      fields("skillmaker", "Creates and maintains skills."),
      "# Skillmaker\n\nUse the template.\n",
    ),
    "work/skills/skillmaker/skill-template.md": "# Template\n",
    "work/skills/github/SKILL.md": skillMd(
      fields("github", "Opens pull requests on GitHub."),
      "# GitHub\n\nOpen one.\n",
    ),
    ...more,
  });
  onTestFinished(workshop.close);
  const runtime = await workshop.start({ profile: "autopoiesis" });
  const skills = createSkillServer(runtime, { watch: false });
  const client = await connectInMemory(skills, "test", { elicitation: {} });
  let told = 0;
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    told += 1;
  });
  const call = async (name: string, args: Record<string, unknown> = {}) =>
    JSON.stringify(await client.callTool({ name, arguments: args }));
  /** The tools that belong to a skill: those with its name before a dot. */
  const mounted = async () => {
    const { tools } = await client.listTools();
    return tools.map(({ name }) => name).filter((name) => name.includes("."));
  };
  return { call, mounted, told: () => told, client, skills, workshop, runtime };
}

describe("lazy MCP tool mounting", () => {
  test("P1 S10 tool sets are only registered when the corresponding skill topic is activated", async () => {
    const { call, mounted, told } = await open();
    expect(await mounted()).toEqual([]);
    await expect(call("skillmaker.read")).rejects.toMatchObject({ code: -32602 });
    await call("skill_activate_topic", { topic: "maintains skills" });
    expect(await mounted()).toEqual(["skillmaker.read"]);
    expect(told()).toBe(1);
  });

  test("P1 S10 activating a skill itself mounts its tools on the live server, deactivating unmounts them", async () => {
    const { call, mounted, told } = await open();
    await call("load_skill", { skill_name: "skillmaker" });
    expect(await mounted()).toEqual(["skillmaker.read"]);
    await call("skill_deactivate", { name: "skillmaker" });
    expect(await mounted()).toEqual([]);
    expect(told()).toBe(2);
    await expect(call("skillmaker.read")).rejects.toMatchObject({ code: -32602 });
  });
});

describe("the host's own activator", () => {
  test("P1 S10 a topic is mounted on the live server by the host, for every client, and unmounted again", async () => {
    const { mounted, told, skills } = await open();
    expect(await skills.activateTopic("maintains skills")).toEqual(["skillmaker"]);
    expect([await mounted(), told()]).toEqual([["skillmaker.read"], 1]);
    const later = await connectInMemory(skills);
    const names = async () => (await later.listTools()).tools.map(({ name }) => name);
    expect(await names()).toContain("skillmaker.read");
    expect(await skills.activateTopic("maintains skills")).toEqual(["skillmaker"]);
    expect(told()).toBe(1);
    expect(skills.deactivate("skillmaker")).toBe(true);
    expect([await mounted(), told()]).toEqual([[], 2]);
    expect(await names()).not.toContain("skillmaker.read");
    expect(skills.deactivate("skillmaker")).toBe(false);
  });

  test("P1 S10 a topic without a skill mounts nothing and tells nobody", async () => {
    const { mounted, told, skills } = await open();
    expect(await skills.activateTopic("zzqx")).toEqual([]);
    expect([await mounted(), told()]).toEqual([[], 0]);
    await expect(skills.activateTopic("")).rejects.toThrow("topic");
  });
});

describe("observability", () => {
  test("P1 S4 every tool and every result carries the category skills", async () => {
    const { client, skills } = await open();
    await skills.activateTopic("maintains skills");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("skillmaker.read");
    for (const { _meta } of tools) expect(_meta).toEqual({ [CATEGORY_KEY]: "skills" });
    for (const [name, args] of [
      ["list_skills", {}],
      ["load_skill", { skill_name: "none" }],
      ["skill_activate_topic", { topic: "github" }],
      ["skillmaker.read", {}],
    ] as const) {
      const { _meta } = await client.callTool({ name, arguments: args });
      expect(_meta).toMatchObject({ [CATEGORY_KEY]: "skills" });
    }
  });
});

describe("a skill of the contract", () => {
  test("P1 S10 F13 is loaded with nothing but its text and the names of its tools", async () => {
    const { client } = await open();
    const { content } = await client.callTool({
      name: "load_skill",
      arguments: { skill_name: "skillmaker" },
    });
    expect(content).toMatchObject([
      { text: expect.stringContaining("Use the template.") },
      { text: "Tools now available: skillmaker.read." },
    ]);
    expect(content).toHaveLength(2);
  });
});

describe("tool-name namespacing", () => {
  test("P1 S10 tools are prefixed with the skill name, so skills that are active together do not collide", async () => {
    const { call, mounted } = await open();
    await call("load_skill", { skill_name: "skillmaker" });
    await call("load_skill", { skill_name: "github" });
    expect(await mounted()).toEqual(["skillmaker.read", "github.read"]);
    expect(await call("skillmaker.read", { path: "skill-template.md" })).toContain("# Template");
    expect(await call("skillmaker.read")).toContain("Use the template.");
    expect(await call("github.read")).toContain("Open one.");
  });
});

describe("pure transforms", () => {
  test("P1 S10 names, schemas and results are made without a running MCP server", () => {
    const tool = { skill: "skillmaker", operation: "run" };
    expect([...toolNames([tool], "dotted")]).toEqual([["skillmaker.run", tool]]);
    expect(normaliseSchema({ properties: { path: { type: "string", $ref: "#/x" } } })).toEqual({
      type: "object",
      properties: { path: { type: "string" } },
      additionalProperties: false,
    });
    expect(toCallResult({ text: "Done.", isError: false, metadata: {} })).toEqual({
      content: [{ type: "text", text: "Done." }],
    });
  });

  test("P1 S10 none of them can do I/O", () => {
    const seen = new Set<string>();
    const outside = new Set<string>();
    const look = (url: URL) => {
      if (seen.has(url.href)) return;
      seen.add(url.href);
      for (const [, isType, module = ""] of readFileSync(url, "utf8").matchAll(
        /^(?:import|export)( type)? [^;]*? from "([^"]+)";/gm,
      )) {
        if (isType !== undefined) continue;
        if (module.startsWith(".")) look(new URL(module, url));
        else outside.add(module);
      }
    };
    for (const file of ["tool-names", "tool-schema", "tool-result"])
      look(new URL(`./tools/${file}.ts`, import.meta.url));
    expect([...outside]).toEqual(["node:crypto"]);
    expect(seen.size).toBeGreaterThan(3);
  });
});

describe("a connection is a toolset of the document", () => {
  test("P1 S10 its tools are those of the document, with its texts, and one that activates a topic", async () => {
    const { client, skills } = await open();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "list_skills",
      "load_skill",
      "read_skill_resource",
      "validate_skill",
      "lint_skill",
      "skill_activate_topic",
    ]);
    expect(tools[1]?.description).toBe("Load the full instructions of a skill.");
    expect(client.getInstructions()).toBe(
      [
        "## Available skills",
        "Call `load_skill` with a skill's name to read its instructions.",
        "- github: Opens pull requests on GitHub.",
        "- skillmaker: Creates and maintains skills.",
      ].join("\n"),
    );
    await expect(
      client.callTool({ name: "run_skill_script", arguments: { skill_name: "skillmaker" } }),
    ).rejects.toMatchObject({ code: -32602 });
    skills.close();
  });

  test("P1 S10 the set of skills is built once: a new skill belongs to the next connection", async () => {
    const { call, skills, workshop, runtime } = await open();
    workshop.write({
      "work/skills/later/SKILL.md": skillMd({ name: "later", description: "Comes later." }, "Late.\n"),
      "work/skills/github/SKILL.md": skillMd({ name: "github", description: "Edited." }, "Edited.\n"),
    });
    await runtime.reload();
    expect(await call("list_skills")).not.toContain("later");
    expect(await call("load_skill", { skill_name: "later" })).toContain("no skill registered");
    // "Edits during a running session are picked up on next `load_skill` call."
    expect(await call("load_skill", { skill_name: "github" })).toContain("Edited.");
    const next = await connectInMemory(skills);
    const listed = await next.callTool({ name: "list_skills", arguments: {} });
    expect(JSON.stringify(listed)).toContain("later");
  });

  test("P1 S4 a resource of more than 64 KiB is read to its end, also with the mounted tool", async () => {
    const { call, client } = await open({
      "work/skills/github/log.md": `${"line of a long file\n".repeat(5_000)}the end`,
    });
    await call("load_skill", { skill_name: "github" });
    const long = { skill_name: "github", resource_name: "log.md" };
    expect(await call("read_skill_resource", long)).toContain("request page 2 to continue");
    expect(await call("read_skill_resource", { ...long, page: 2 })).toContain("the end");
    const { tools } = await client.listTools();
    const read = tools.find(({ name }) => name === "github.read");
    expect(Object.keys(read?.inputSchema.properties ?? {})).toEqual(["path", "page"]);
    expect(await call("github.read", { path: "log.md", page: 2 })).toContain("the end");
    expect(await call("github.read", { section: "x" })).toContain("Unknown argument");
  });
});

const status = await bubblewrap().status();

describe.skipIf(!status.works)("the tools of a skill with scripts", () => {
  test("P1 S10 X10 are its reading tool and its scripts: skillmaker.run, without modules", async () => {
    const { call, mounted, client } = await open({
      "work/skills/skillmaker/scripts/run.py": "from helper import words\nprint(words())\n",
      "work/skills/skillmaker/scripts/helper.py": "def words():\n    return 'made'\n",
      "work/skills/skillmaker/scripts/__init__.py": "",
    });
    await call("load_skill", { skill_name: "skillmaker" });
    expect(await mounted()).toEqual(["skillmaker.read", "skillmaker.run"]);
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { approve: true } }));
    expect(await call("skillmaker.run")).toContain("made");
  });
});
