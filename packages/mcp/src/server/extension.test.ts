import { rmSync } from "node:fs";
import { memoryFiles } from "@knowhow/runtime/testing";
import { type Skill, SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorkshop, skillMd, type Workshop } from "../../../runtime/src/testing/workshop.ts";
import { connectInMemory } from "../../testing/connect.ts";
import { NOTES_KEY, REWRITTEN_KEY } from "../shared/meta-keys.ts";
import { createSkillServer } from "./create-skill-server.ts";

let workshop: Workshop;
beforeEach(() => {
  workshop = openWorkshop();
});
afterEach(() => workshop.close());

const skills = "work/.agents/skills";

async function open(options: Parameters<typeof createSkillServer>[1] = {}, settings = {}) {
  const runtime = await workshop.start(settings);
  const server = createSkillServer(runtime, { watch: false, ...options });
  const client = await connectInMemory(server);
  return { runtime, server, client, skills: new SkillsClient(client) };
}

/** Every file of an entry, read and verified by the official client. */
async function readAll(client: SkillsClient, entry: Skill): Promise<readonly string[]> {
  if (entry.resources === "dynamic") throw new Error("there is no manifest");
  const read: string[] = [];
  for (const { uri } of entry.resources) {
    expect((await client.read(entry, uri)).verified).toBe(true);
    read.push(uri);
  }
  return read;
}

describe("the skills extension", () => {
  it("S10 lists every skill with a complete manifest that the official client verifies on read", async () => {
    workshop.write({
      [`${skills}/pdf/SKILL.md`]: skillMd({ name: "pdf", description: "Fills in forms." }),
      [`${skills}/pdf/references/Q&A 100%.md`]: "# Questions\n",
      [`${skills}/pdf/logo.bin`]: new Uint8Array([0, 255, 1]),
    });
    const { skills: client } = await open();
    expect(client.supported).toBe(true);
    const { skills: listed } = await client.list();
    const [entry] = listed;
    if (entry === undefined) throw new Error("nothing is listed");
    expect(await readAll(client, entry)).toEqual([
      "skill://pdf/SKILL.md",
      "skill://pdf/logo.bin",
      "skill://pdf/references/Q%26A%20100%25.md",
    ]);
    expect((await client.get(entry.uri)).skill).toEqual(entry);
    expect(entry._meta).toBeUndefined();
  });

  it.each([
    ["a name that is not the folder's", { name: "PDF Tools!", description: "x" }, "pdf-tools"],
    [
      "metadata that is no text",
      { name: "pdf", description: "x", metadata: { version: 1.5, tags: ["a"] } },
      "pdf",
    ],
    ["a description that is too long", { name: "pdf", description: "long ".repeat(400) }, "pdf"],
    ["a description with control characters", { name: "pdf", description: "a\u0007b\u202ec" }, "pdf"],
    ["a compatibility that is no text", { name: "pdf", description: "x", compatibility: ["node"] }, "pdf"],
  ])("S10 serves a skill with %s under a disclosed rewrite", async (_what, fields, wire) => {
    workshop.write({ [`${skills}/pdf/SKILL.md`]: skillMd(fields, "Body with $1 and `---`.\n") });
    const { skills: client, server } = await open();
    const [entry] = (await client.list()).skills;
    if (entry === undefined) throw new Error("nothing is listed");
    expect(entry.uri).toBe(`skill://${wire}/SKILL.md`);
    expect(entry._meta?.[REWRITTEN_KEY]).toEqual([expect.any(String)]);
    const file = await client.read(entry);
    expect(file.verified).toBe(true);
    expect(file.body).toBe("\nBody with $1 and `---`.\n");
    expect(file.text).toContain("knowhow-rewritten");
    expect(server.diagnostics().map(({ code }) => code)).toEqual(["mcp.rewritten"]);
  });

  it("S10 puts no name into an advised command that a shell would take for more than a name", async () => {
    workshop.write({
      [`${skills}/$(touch x)/SKILL.md`]: skillMd({ name: "Run Me", description: "x" }),
      [`${skills}/plain/SKILL.md`]: skillMd({ name: "Plain", description: "x" }),
    });
    const { server } = await open();
    const hints = (await server.check()).diagnostics.map(({ hint }) => hint);
    expect(hints).toEqual([
      expect.stringMatching(/^`knowhow validate --rules mcp [^ ]*\/plain` shows/),
      "`knowhow validate --rules mcp <its directory>` shows what to change",
    ]);
  });

  it("S10 serves frontmatter that only a lenient reader understands", async () => {
    workshop.write({
      [`${skills}/colon/SKILL.md`]: "---\nname: colon\ndescription: Use when: a colon comes\n---\nBody\n",
      [`${skills}/multi/SKILL.md`]: '---\nname: multi\ndescription: "two\n  lines"\n---\nBody\n',
    });
    const { skills: client } = await open();
    const { skills: listed } = await client.list();
    expect(listed.map(({ frontmatter }) => frontmatter.description)).toEqual([
      "Use when: a colon comes",
      "two lines",
    ]);
    for (const entry of listed) await readAll(client, entry);
  });

  it("S10 leaves links out, and gives a skill beyond the limits without a manifest and says why", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 512 }, (_, at) => [`${skills}/many/f${at}.txt`, "x"]),
    );
    workshop.write({
      ...many,
      [`${skills}/many/SKILL.md`]: skillMd({ name: "many", description: "x" }),
      // A project's skill with such a link could not be trusted, so it is one of the user's own.
      "home/.agents/skills/linked/SKILL.md": skillMd({ name: "linked", description: "x" }),
      "home/.agents/skills/linked/secret": { link: "/etc/passwd" },
    });
    const { skills: client } = await open();
    const [linked, big] = (await client.list()).skills;
    if (linked === undefined || big === undefined) throw new Error("something is not listed");
    expect(await readAll(client, linked)).toEqual(["skill://linked/SKILL.md"]);
    await expect(client.read(linked, "secret")).rejects.toThrow();
    expect(big.resources).toBe("dynamic");
    expect(big._meta?.[NOTES_KEY]).toEqual(["it has more than 512 files"]);
    expect((await client.read(big, "f3.txt")).text).toBe("x");
  });

  it("S10 serves nothing that the library hides from a model", async () => {
    workshop.write({
      [`${skills}/shown/SKILL.md`]: skillMd({ name: "shown", description: "x" }),
      [`${skills}/mine/SKILL.md`]: skillMd({
        name: "mine",
        description: "x",
        "disable-model-invocation": true,
      }),
      [`${skills}/off/SKILL.md`]: skillMd({ name: "off", description: "x" }),
      [`${skills}/needs/SKILL.md`]: skillMd({
        name: "needs",
        description: "x",
        metadata: { openclaw: { requires: { bins: ["surely-not-there"] } } },
      }),
      "work/.git": { directory: true },
    });
    const { client, skills: extension } = await open({}, { overrides: { off: "off" } });
    expect((await extension.list()).skills.map(({ uri }) => uri)).toEqual(["skill://shown/SKILL.md"]);
    expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(["shown"]);
    for (const name of ["mine", "off", "needs"]) {
      await expect(client.readResource({ uri: `skill://${name}/SKILL.md` })).rejects.toThrow();
      await expect(extension.get(`skill://${name}/SKILL.md`)).rejects.toThrow();
      expect((await client.callTool({ name: "skill_load", arguments: { name } })).isError).toBe(true);
    }
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["mine", "shown"]);
    const told = client.getInstructions() ?? "";
    expect(told).toContain("shown");
    expect(told).not.toMatch(/mine|off|needs/);
  });

  it("S10 does not offer what another server offers as its own, and still loads it on request", async () => {
    const files = memoryFiles({
      "mcp:/far/pdf/SKILL.md": skillMd({ name: "pdf", description: "Far away." }),
    });
    const root = { path: "mcp:/far", id: "mcp", level: "user" as const, remote: "far" };
    const trust = { verdict: () => ({ state: "trusted", by: "host" }) as const };
    const source = { root, files, trust };
    const { client, skills: extension } = await open({}, { sources: [source] });
    expect((await extension.list()).skills).toEqual([]);
    expect((await client.listResources()).resources).toEqual([]);
    await expect(client.readResource({ uri: "skill://far-pdf/SKILL.md" })).rejects.toThrow();
    const { content, isError } = await client.callTool({
      name: "skill_load",
      arguments: { name: "far:pdf" },
    });
    expect([isError, JSON.stringify(content)]).toEqual([undefined, expect.stringContaining("step by step")]);
  });

  it.each([
    ["refused", false],
    ["pending", undefined],
  ])("S10 T3 serves nothing of a %s skill", async (state, answer) => {
    workshop.write({ [`${skills}/pdf/SKILL.md`]: skillMd({ name: "pdf", description: "x" }) });
    const { client, skills: extension, runtime } = await open({}, { trust: () => answer });
    expect(runtime.library.entry("pdf")?.state).toBe(state);
    expect((await extension.list()).skills).toEqual([]);
    expect((await client.listPrompts()).prompts).toEqual([]);
    expect((await client.listTools()).tools).toEqual([]);
    await expect(client.readResource({ uri: "skill://pdf/SKILL.md" })).rejects.toThrow();
  });

  it("S10 returns pages that neither skip nor repeat, and rejects a foreign cursor", async () => {
    const names = Array.from({ length: 25 }, (_, at) => `s${String(at).padStart(2, "0")}`);
    workshop.write(
      Object.fromEntries(
        names.map((name) => [`${skills}/${name}/SKILL.md`, skillMd({ name, description: "x" })]),
      ),
    );
    const { client, skills: extension } = await open({ pageSize: 10 });
    expect((await extension.list()).skills.map(({ frontmatter }) => frontmatter.name)).toEqual(names);
    expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(names);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(names);
    await expect(client.request({ method: "prompts/list", params: { cursor: "!!" } })).rejects.toThrow(
      /cursor/,
    );
  });

  it("S10 cuts what a plain list says of a skill where the standard ends it", async () => {
    workshop.write({
      [`${skills}/long/SKILL.md`]: skillMd({ name: "long", description: "word ".repeat(10_000) }),
    });
    const { client } = await open();
    const [resource] = (await client.listResources()).resources;
    const [prompt] = (await client.listPrompts()).prompts;
    expect([resource?.description?.length, prompt?.description?.length]).toEqual([1_024, 1_024]);
  });

  it("S10 lists directories, and says -32602 to what is none", async () => {
    workshop.write({
      [`${skills}/pdf/SKILL.md`]: skillMd({ name: "pdf", description: "x" }),
      [`${skills}/pdf/a/b/c.md`]: "x",
      [`${skills}/pdf/a/d.md`]: "x",
    });
    const { skills: client } = await open();
    const { resources } = await client.readDirectory("skill://pdf");
    expect(resources.map(({ name, mimeType }) => [name, mimeType])).toEqual([
      ["SKILL.md", "text/markdown"],
      ["a", "inode/directory"],
    ]);
    expect((await client.readDirectory("skill://pdf/a")).resources.map(({ uri }) => uri)).toEqual([
      "skill://pdf/a/b",
      "skill://pdf/a/d.md",
    ]);
    await expect(client.readDirectory("skill://pdf/a/d.md")).rejects.toMatchObject({ code: -32602 });
    await expect(client.get("skill://nobody/SKILL.md")).rejects.toMatchObject({ code: -32602 });
  });

  it("S10 keeps giving the rest when a skill disappears under its hands", async () => {
    workshop.write({
      [`${skills}/one/SKILL.md`]: skillMd({ name: "one", description: "x" }),
      [`${skills}/two/SKILL.md`]: skillMd({ name: "two", description: "x" }),
    });
    const { skills: client, server } = await open();
    rmSync(workshop.at(`${skills}/one`), { recursive: true });
    expect((await client.list()).skills.map(({ uri }) => uri)).toEqual(["skill://two/SKILL.md"]);
    expect(server.diagnostics().map(({ code }) => code)).toEqual(["mcp.not-served"]);
  });
});
