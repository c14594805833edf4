import { readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { openWorkshop, skillMd } from "../../../runtime/src/testing/workshop.ts";
import { connectInMemory } from "../../testing/connect.ts";
import { createSkillServer } from "./create-skill-server.ts";
import { toolNames } from "./tools/tool-names.ts";
import { toCallResult } from "./tools/tool-result.ts";
import { normaliseSchema } from "./tools/tool-schema.ts";

/** The second phase of autopoiesis, part by part: skills as tool sets of a live MCP server. */
async function open() {
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
  });
  onTestFinished(workshop.close);
  const skills = createSkillServer(await workshop.start({ profile: "autopoiesis" }), { watch: false });
  const client = await connectInMemory(skills);
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
  return { call, mounted, told: () => told };
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
