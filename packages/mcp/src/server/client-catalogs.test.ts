import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorkshop, skillMd, type Workshop } from "../../../runtime/src/testing/workshop.ts";
import { connectInMemory, connectOverHttp } from "../../testing/connect.ts";
import { connectingClient } from "./connecting-client.ts";
import { createSkillServer, type SkillServer, type SkillServerOptions } from "./create-skill-server.ts";
import { serveSkillsOverHttp } from "./http/serve-http.ts";
import { serveSkillsOverStdio } from "./stdio/serve-stdio.ts";

let workshop: Workshop;
const closing: (() => unknown)[] = [];
beforeEach(() => {
  const names = Array.from({ length: 90 }, (_, index) => `skill-${String(index).padStart(2, "0")}`);
  const text = (name: string) =>
    skillMd({ name, description: `Does the work of ${name}. Use it when somebody asks for ${name} often.` });
  workshop = openWorkshop({
    ...Object.fromEntries(names.map((name) => [`home/.knowhow/skills/${name}/SKILL.md`, text(name)])),
    "home/.claude/skills/mine/SKILL.md": text("mine"),
    "work/.claude/skills/ours/SKILL.md": text("ours"),
  });
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  workshop.close();
});

async function serve(options: SkillServerOptions = { cwd: workshop.at("work") }): Promise<SkillServer> {
  const runtime = await workshop.start({ trust: () => true });
  const skills = createSkillServer(runtime, { watch: false, ...options });
  closing.push(skills.close);
  return skills;
}

const listed = (text: string | undefined) =>
  [...(text ?? "").matchAll(/^- ([\w-]+)/gm)].map(([, name]) => name);

/** What the server answers to the first message of a client over stdio. */
async function firstAnswer(skills: SkillServer, message: object): Promise<string> {
  const pipes = { input: new PassThrough(), output: new PassThrough() };
  const serving = serveSkillsOverStdio(skills, pipes);
  closing.push(serving.close);
  const lines: string[] = [];
  pipes.output.on("data", (chunk) => lines.push(String(chunk)));
  pipes.input.write(`${JSON.stringify(message)}\n`);
  await expect.poll(() => lines.join("")).toContain("\n");
  return JSON.parse(lines.join("")).result.instructions;
}

const initialize = (name: string, version: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name, version } },
});

const discover = (name: string, version: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "server/discover",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name, version },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});

describe("the instructions for the client that connects", () => {
  it.each([
    ["claude-code", "2.1.325", 4_096, 90],
    ["claude-code", "2.1.200", 2_048, 90],
    ["codex-mcp-client", "0.166.0", 8_003, 92],
    ["someone", "1.0.0", 2_048, 92],
  ])("S10 fit %s %s, which shows %d characters, in both protocol generations", async (name, version, size, total) => {
    const skills = await serve();
    for (const message of [initialize(name, version), discover(name, version)]) {
      const text = await firstAnswer(skills, message);
      expect(text.length).toBeLessThanOrEqual(size);
      const more = Number(/\((\d+) more skills are not listed/.exec(text)?.[1] ?? 0);
      expect(listed(text).length + more).toBe(total);
    }
  });

  it("S10 fit over HTTP, too, where a project's skills are repeated unless the directory is known", async () => {
    const http = await serveSkillsOverHttp(await serve({ instructionTokens: 5_000 }));
    closing.push(http.close);
    for (const era of ["modern", "legacy"] as const) {
      const codex = await connectOverHttp(http, era, "codex-mcp-client");
      expect(listed(codex.getInstructions()).length).toBe(92);
      const claude = await connectOverHttp(http, era, "claude-code");
      const text = claude.getInstructions() ?? "";
      expect(text.length).toBeLessThanOrEqual(2_048);
      expect(text).toContain("(1 skill of your own list of skills is not repeated here.)");
      await Promise.all([codex.close(), claude.close()]);
    }
  });

  it("S10 fit every client if the connection is not told which one it is", async () => {
    const client = await connectInMemory(await serve(), "claude-code");
    expect((client.getInstructions() ?? "").length).toBeLessThanOrEqual(2_048);
    await client.close();
  });

  it("S10 repeat what the client lists itself only on request", async () => {
    const claude = initialize("claude-code", "2.1.325");
    expect(listed(await firstAnswer(await serve(), claude))).not.toContain("mine");
    const all = listed(await firstAnswer(await serve({ repeatListed: true }), claude));
    expect(all).toEqual(expect.arrayContaining(["mine", "ours"]));
  });

  it("S10 leave skills out only of the list: search and load still find them", async () => {
    const client = await connectInMemory(await serve(), "claude-code");
    const loaded = await client.callTool({ name: "skill_load", arguments: { name: "mine" } });
    expect(loaded.isError).not.toBe(true);
    const found = await client.callTool({ name: "skill_search", arguments: { query: "mine" } });
    expect(JSON.stringify(found.content)).toContain("mine");
    await client.close();
  });
});

describe("a client that shows no instructions", () => {
  async function connectCopilot(skills: SkillServer) {
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    const info = { name: "copilot-cli", version: "1.0.102" };
    await (await skills.connection(info)).connect(serverSide);
    let changes = 0;
    const onChanged = () => {
      changes += 1;
    };
    const client = new Client(info, { listChanged: { tools: { autoRefresh: false, onChanged } } });
    await client.connect(clientSide);
    closing.push(() => client.close());
    const description = async () =>
      (await client.listTools()).tools.find(({ name }) => name === "skill_load")?.description ?? "";
    return { client, description, changes: () => changes };
  }

  it("S10 gets the catalog with the tool that loads a skill, and no instructions", async () => {
    const { client, description } = await connectCopilot(await serve());
    expect(client.getInstructions()).toBeUndefined();
    expect(listed(await description()).length).toBe(91);
    const other = await connectInMemory(await serve(), "someone");
    expect(JSON.stringify((await other.listTools()).tools)).not.toContain("skill-00");
    await other.close();
  });

  it("S10 is told that the tools changed when the catalog did", async () => {
    const runtime = await workshop.start({ trust: () => true });
    const skills = createSkillServer(runtime);
    closing.push(skills.close);
    const { description, changes } = await connectCopilot(skills);
    expect(await description()).not.toContain("brand-new");
    await expect
      .poll(async () => {
        workshop.write({
          "home/.knowhow/skills/brand-new/SKILL.md": skillMd({ name: "brand-new", description: "New." }),
        });
        await runtime.reload();
        return changes();
      })
      .toBeGreaterThan(0);
    expect(await description()).toContain("- brand-new: New.");
  });
});

describe("connectingClient", () => {
  it.each<[unknown, unknown]>([
    [initialize("x", "1"), { name: "x", version: "1" }],
    [discover("y", "2"), { name: "y", version: "2" }],
    [{ method: "initialize", params: { clientInfo: { name: "x" } } }, { name: "x" }],
    [{ method: "initialize", params: { clientInfo: { name: "x", version: 3 } } }, { name: "x" }],
    [{ method: "initialize", params: { clientInfo: { name: "x".repeat(201) } } }, undefined],
    [{ method: "initialize", params: { clientInfo: [] } }, undefined],
    [{ method: "tools/list", params: { clientInfo: { name: "x" } } }, undefined],
    [{ method: "tools/list" }, undefined],
    [null, undefined],
  ])("S10 reads the introduction of %j as %j", (message, client) => {
    expect(connectingClient(message)).toEqual(client);
  });
});
