import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { openWorkshop, skillMd } from "../../../runtime/src/testing/workshop.ts";
import { RESULT_KEY } from "../shared/meta-keys.ts";
import { createSkillServer, type SkillServerOptions } from "./create-skill-server.ts";

/** Metis over MCP: a connection is a session of the document. */
async function open(options: SkillServerOptions = {}, client = { name: "metis", version: "1.0.0" }) {
  const skill = (name: string, body = `Body of ${name}.\n`) => ({
    [`work/.metis/skills/${name}/SKILL.md`]: skillMd({ name, description: `Does ${name}.` }, body),
  });
  const workshop = openWorkshop(
    Object.assign({}, ...Array.from({ length: 25 }, (_, at) => skill(`s${String(at).padStart(2, "0")}`))),
  );
  onTestFinished(workshop.close);
  const loaded: string[] = [];
  const runtime = await workshop.start({
    profile: "metis",
    onEvent: ({ event }) => {
      if (event.type === "skill.loaded")
        loaded.push(`${event.payload.skill_id} ${event.payload.load_reason}`);
    },
  });
  const server = createSkillServer(runtime, { watch: false, ...options });
  const connect = async () => {
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    await (await server.connection({ ...client })).connect(serverSide);
    const connected = new Client(client);
    await connected.connect(clientSide);
    return connected;
  };
  const connected = await connect();
  const load = async (name: string, by = connected) => {
    const { content, isError, _meta } = await by.callTool({ name: "skill_load", arguments: { name } });
    return { content, isError: isError === true, metadata: _meta?.[RESULT_KEY] };
  };
  return { client: connected, connect, load, loaded, workshop, skill, runtime };
}

const text = (written: string) => [{ type: "text", text: written }];

describe("Metis over MCP", () => {
  test("P1 S1 S10 has exactly two tools, with the texts and schemas of the document", async () => {
    const { client } = await open();
    const { tools } = await client.listTools();
    expect(tools.map(({ name, description }) => [name, description])).toEqual([
      ["skill_search", "Filter the skills by words in their name or description."],
      ["skill_load", "Return the full body of a skill."],
    ]);
    expect(tools[1]?.inputSchema).toMatchObject({
      properties: { name: { type: "string", minLength: 1, maxLength: 64 } },
      required: ["name"],
      additionalProperties: false,
    });
    expect(client.getInstructions()).toMatch(
      /^## Available skills\nUse `skill_search\(query\)` to filter and `skill_load\(name\)` to read a body\.\n- s00: Does s00\.\n/,
    );
  });

  test("P1 S2 S10 a body is given once, then a pointer without an event", async () => {
    const { load, loaded } = await open();
    expect(await load("s01")).toMatchObject({
      content: text("# Skill: s01 (source: workspace)\n\nBody of s01.\n"),
      metadata: { skill_id: "s01", source: "workspace" },
    });
    expect(await load("s01")).toMatchObject({
      content: [{ text: expect.stringContaining("was loaded earlier") }],
      isError: false,
      metadata: { already_loaded: true },
    });
    expect(loaded).toEqual(["s01 on_demand"]);
  });

  test("P1 S3 S10 the budget of activations holds for a connection, and the next one has its own", async () => {
    const { load, connect } = await open();
    for (let at = 0; at < 20; at += 1)
      expect((await load(`s${String(at).padStart(2, "0")}`)).isError).toBe(false);
    expect(await load("s20")).toMatchObject({ isError: true });
    expect((await load("s20", await connect())).isError).toBe(false);
  });

  test("P1 S10 bodies and skills are those of the start of the connection", async () => {
    const { load, workshop, skill, runtime, connect } = await open();
    workshop.write({ ...skill("s02", "Edited.\n"), ...skill("later") });
    await runtime.reload();
    expect(JSON.stringify(await load("s02"))).toContain("Body of s02.");
    expect(await load("later")).toMatchObject({
      isError: true,
      content: text("no skill registered with name 'later'"),
    });
    const next = await connect();
    expect(JSON.stringify(await load("s02", next))).toContain("Edited.");
    expect((await load("later", next)).isError).toBe(false);
  });

  test("P1 I5 S10 a preloaded body is in the instructions, marked in the list, and answered with a pointer", async () => {
    const { client, load, loaded } = await open({ preload: ["s03"] });
    expect(client.getInstructions()).toContain("- s03 [preloaded]: Does s03.");
    expect(client.getInstructions()).toContain("Body of s03.");
    expect(loaded).toEqual(["s03 always"]);
    expect(await load("s03")).toMatchObject({ metadata: { already_preloaded: true } });
  });

  test("P1 S10 a client that cuts instructions gets a list that fits, and no preloaded body", async () => {
    const { client, load } = await open({ preload: ["s03"] }, { name: "claude-code", version: "2.1.200" });
    expect(client.getInstructions()).not.toContain("Body of s03.");
    expect(client.getInstructions()?.length).toBeLessThanOrEqual(2_048);
    expect(JSON.stringify(await load("s03"))).toContain("Body of s03.");
  });

  test("P1 S10 preloading needs a profile whose connections are sessions", async () => {
    const workshop = openWorkshop({});
    onTestFinished(workshop.close);
    const runtime = await workshop.start();
    expect(() => createSkillServer(runtime, { preload: ["x"] })).toThrow(
      '`preload` has no effect in the profile "agentskills"',
    );
  });
});
