import { readFileSync, rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorkshop, skillMd, type Workshop } from "../../../../runtime/src/testing/workshop.ts";
import { connectInMemory } from "../../../testing/connect.ts";
import { createSkillServer, type SkillServerOptions } from "../create-skill-server.ts";

const skills = "work/.agents/skills";
let workshop: Workshop;
beforeEach(() => {
  workshop = openWorkshop({
    [`${skills}/pdf/SKILL.md`]: skillMd(
      { name: "pdf", description: "Fills in PDF forms." },
      "# Fill\n\nFill it.\n\n# Sign\n\nSign it.\n",
    ),
    [`${skills}/pdf/references/forms.md`]: "All forms.\n",
    [`${skills}/notes/SKILL.md`]: skillMd({ name: "notes", description: "Takes meeting notes." }),
    [`${skills}/odd/SKILL.md`]: skillMd({
      name: "Odd One",
      description: "Has a name that strict clients refuse.",
    }),
    "home/secret.txt": "secret",
  });
});
afterEach(() => workshop.close());

async function open(
  options: SkillServerOptions = {},
  client?: string,
  started?: Parameters<Workshop["start"]>[0],
) {
  const runtime = await workshop.start(started);
  const server = createSkillServer(runtime, { watch: false, toolSets: true, ...options });
  const connected = await connectInMemory(server, client);
  let told = 0;
  connected.setNotificationHandler("notifications/tools/list_changed", () => {
    told += 1;
  });
  return {
    runtime,
    server,
    client: connected,
    names: async () => (await connected.listTools()).tools.map(({ name }) => name),
    call: async (name: string, args: Record<string, unknown> = {}) => {
      const { content, isError } = await connected.callTool({ name, arguments: args });
      return {
        isError: isError === true,
        text: content.map((part) => (part.type === "text" ? part.text : "")).join("\n"),
      };
    },
    told: () => told,
  };
}

const CONSTANT = ["skill_search", "skill_load", "skill_read", "skill_run"];
const BASE = [...CONSTANT, "skill_activate_topic"];

describe("the tools of the server", () => {
  it("T4 skill_view and skill_manage are there if the user turned them on, and propose", async () => {
    const { names, call, runtime } = await open({ toolSets: false }, undefined, {
      config: { authoring: "propose" },
    });
    expect(await names()).toEqual([...CONSTANT, "skill_view", "skill_manage"]);
    expect((await call("skill_view", { name: "pdf" })).text).toContain("SKILL.md");
    const content =
      "---\nname: release-notes\ndescription: Writes release notes. Use before a release.\n---\nList what changed.\n";
    const made = await call("skill_manage", { action: "create", name: "release-notes", content });
    expect(made).toMatchObject({ isError: false, text: expect.stringMatching(/^Proposed as p-/) });
    expect(await runtime.proposals.list()).toHaveLength(1);
    const off = await open({ toolSets: false });
    expect(await off.names()).toEqual(CONSTANT);
    const refused = off.call("skill_manage", { action: "create", name: "x", content });
    await expect(refused).rejects.toThrow('Tool "skill_manage" not found');
    expect((await off.call("skill.load", { name: "pdf" })).text).toContain("Fill it.");
  });

  it("T4 the first skill can be proposed where there is none", async () => {
    rmSync(workshop.at(skills), { recursive: true });
    expect(await (await open()).names()).toEqual([]);
    const { names } = await open({}, undefined, { config: { authoring: "propose" } });
    expect(await names()).toEqual(["skill_view", "skill_manage"]);
  });

  it("M6 S10 skill_search finds words that do not stand together, and pages", async () => {
    const { call } = await open();
    expect((await call("skill_search", { query: "forms fill" })).text).toMatch(
      /^Skills matching 'forms fill' \(1\):\n- pdf /,
    );
    const page = await call("skill_search", { query: "", limit: 1, offset: 1 });
    expect(page.text).toMatch(/^All skills \(2–2 of 3\):\n- notes /);
    expect(page.text).toContain("search again with offset 2");
  });

  it("S10 are those of the profile, each with a schema, and all but one marked as reading only", async () => {
    const { client } = await open();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(BASE);
    for (const { name, inputSchema, annotations } of tools) {
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(annotations?.readOnlyHint).toBe(name !== "skill_run");
    }
  });

  it.each([
    "find a skill",
    "instructions for PDF forms",
    "how do I write release notes",
    "is there a guide or workflow for this task",
    "best practices and know-how",
  ])("S10 are described so that a search for %j finds most of its words in one of them", async (question) => {
    const { client } = await open();
    const { tools } = await client.listTools();
    const words = question.toLowerCase().split(" ");
    const hits = tools.map(({ name, description = "" }) => {
      const text = `${name.replaceAll("_", " ")} ${description}`.toLowerCase();
      return words.filter((word) => new RegExp(`\\b${word}\\b`).test(text)).length;
    });
    expect(Math.max(...hits)).toBeGreaterThanOrEqual(Math.ceil(words.length * 0.75));
    // Clients cut longer descriptions.
    for (const { description = "" } of tools) expect(description.length).toBeLessThan(1_000);
  });

  it("S10 give a skill's whole text each time, because a connection outlives its conversations", async () => {
    const { call } = await open();
    const first = await call("skill_load", { name: "pdf" });
    expect(first.text).toContain("Sign it.");
    expect(await call("skill_load", { name: "pdf" })).toEqual(first);
    for (let again = 0; again < 30; again += 1)
      expect((await call("load_skill", { name: "pdf" })).isError).toBe(false);
  });

  it("S10 give the whole skill as it is on disk now, also under a profile that keeps bodies and points back", async () => {
    const skill = (body: string) => ({
      "work/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Fills in forms." }, body),
    });
    workshop.write(skill("Old.\n"));
    const runtime = await workshop.start({ profile: "aios" });
    const client = await connectInMemory(createSkillServer(runtime, { watch: false }));
    const load = async () =>
      JSON.stringify(await client.callTool({ name: "skill_load", arguments: { name: "pdf" } }));
    expect(await load()).toContain("Old.");
    expect(await load()).toContain("Old.");
    workshop.write(skill("New.\n"));
    expect(await load()).toContain("New.");
  });

  it("S10 open one session per connection, whose loads do not run out", async () => {
    const runtime = await workshop.start();
    let opened = 0;
    const counting = {
      ...runtime,
      get library() {
        return runtime.library;
      },
      session: (options = {}) => {
        opened += 1;
        return runtime.session(options);
      },
    };
    const client = await connectInMemory(createSkillServer(counting, { watch: false, toolSets: true }));
    await client.listTools();
    expect(opened).toBe(0);
    for (let again = 0; again < 25; again += 1) {
      const { isError } = await client.callTool({ name: "skill_load", arguments: { name: "pdf" } });
      expect(isError ?? false).toBe(false);
    }
    await client.callTool({ name: "pdf.read", arguments: { section: "sign" } });
    await client.getPrompt({ name: "notes" });
    expect(opened).toBe(1);
  });

  it("S10 of a skill are mounted when it is loaded, announced, and put away again", async () => {
    const { call, names, told } = await open();
    const loaded = await call("skill_load", { name: "pdf" });
    expect(loaded.text).toContain("pdf.read");
    expect(await names()).toEqual([...BASE, "skill_deactivate", "pdf.read"]);
    expect(told()).toBe(1);
    await call("skill_load", { name: "pdf" });
    expect(told()).toBe(1);
    expect((await call("pdf.read", { path: "references/forms.md" })).text).toContain("All forms.");
    expect((await call("pdf_read", { section: "sign" })).text).toContain("Sign it.");
    expect((await call("pdf.read")).text).toContain("Fill it.");
    expect((await call("skill_deactivate", { name: "pdf" })).isError).toBe(false);
    expect(await names()).toEqual(BASE);
    expect(told()).toBe(2);
    await expect(call("pdf.read")).rejects.toMatchObject({ code: -32602 });
  });

  it("S10 are mounted for a topic in free words, as the matcher resolves it", async () => {
    const { call, names } = await open({
      resolve: async (topic) => (topic.includes("meeting") ? ["notes", "gone"] : []),
    });
    expect((await call("skill_activate_topic", { topic: "prepare the meeting" })).text).toContain("notes");
    expect(await names()).toContain("notes.read");
    expect((await call("skill_activate_topic", { topic: "weather" })).text).toBe(
      "No skill matches this topic.",
    );
    expect((await call("skill_activate_topic", { topic: "" })).isError).toBe(true);
  });

  it.each([
    "agentskills",
    "metis",
  ])("S10 are found for a topic whatever the mode of the profile: %s", async (profile) => {
    const place = profile === "metis" ? "work/.metis/skills" : skills;
    workshop.write({
      [`${place}/invoices/SKILL.md`]: skillMd({
        name: "invoices",
        description: "x",
        triggers: ["send {who} an invoice"],
      }),
      [`${place}/always/SKILL.md`]: skillMd({ name: "always", description: "y", alwaysApply: true }),
    });
    const runtime = await workshop.start({ profile });
    const client = await connectInMemory(createSkillServer(runtime, { watch: false, toolSets: true }));
    const result = await client.callTool({
      name: "skill_activate_topic",
      arguments: { topic: "please send Anna an invoice" },
    });
    expect(JSON.stringify(result)).toContain("Skills for this topic: invoices.");
  });

  it("S10 are found for a topic by words if there is no matcher", async () => {
    const { call, names } = await open();
    await call("skill_activate_topic", { topic: "forms" });
    expect(await names()).toContain("pdf.read");
  });

  it("S10 have no dot for a client that rejects it, or if configured so", async () => {
    for (const { call, names } of [await open({}, "claude-ai"), await open({ toolNames: "plain" })]) {
      await call("skill_load", { name: "pdf" });
      expect(await names()).toContain("pdf_read");
      expect((await names()).filter((name) => name.includes("."))).toEqual([]);
    }
  });

  it("S10 of one connection are not seen on another", async () => {
    const runtime = await workshop.start();
    const server = createSkillServer(runtime, { watch: false, toolSets: true });
    const [one, two] = [await connectInMemory(server), await connectInMemory(server)];
    await one.callTool({ name: "skill_load", arguments: { name: "pdf" } });
    expect((await two.listTools()).tools).toHaveLength(BASE.length);
  });

  it("S10 are at most those of sixteen skills; the one that was used least recently goes", async () => {
    const many = Array.from({ length: 17 }, (_, at) => `s${at}`);
    workshop.write(
      Object.fromEntries(
        many.map((name) => [`${skills}/${name}/SKILL.md`, skillMd({ name, description: "x" })]),
      ),
    );
    const { call, names } = await open();
    for (const name of many.slice(0, 16)) await call("skill_load", { name });
    await call("s0.read");
    await call("skill_load", { name: "s16" });
    const mounted = (await names()).filter((name) => name.endsWith(".read"));
    expect(mounted).toHaveLength(16);
    expect(mounted).toContain("s0.read");
    expect(mounted).not.toContain("s1.read");
  });

  it("S10 know a skill by its own name and by the one on the wire, and say that it was rewritten", async () => {
    const { call } = await open();
    for (const name of ["Odd One", "odd-one"]) {
      const { text, isError } = await call("skill_load", { name });
      expect(isError).toBe(false);
      expect(text).toContain("it has a normalised frontmatter");
    }
  });

  it("S10 of a mounted skill that goes or comes back are announced to those who mounted it", async () => {
    const runtime = await workshop.start();
    const server = createSkillServer(runtime, { toolSets: true });
    const told = { one: 0, two: 0 };
    const stateless: (readonly string[])[] = [];
    server.onChanged((lists) => stateless.push(lists));
    const connect = async (who: "one" | "two") => {
      const client = await connectInMemory(server);
      client.setNotificationHandler("notifications/tools/list_changed", () => {
        told[who] += 1;
      });
      return client;
    };
    const [one] = [await connect("one"), await connect("two")];
    await one.callTool({ name: "skill_load", arguments: { name: "pdf" } });
    expect(told).toEqual({ one: 1, two: 0 });
    const text = readFileSync(workshop.at(`${skills}/pdf/SKILL.md`), "utf8");
    // The server begins to watch a little later, and looks once more then.
    rmSync(workshop.at(`${skills}/pdf/SKILL.md`));
    await expect.poll(() => told.one, { timeout: 10_000 }).toBe(2);
    expect((await one.listTools()).tools.map(({ name }) => name)).toEqual(BASE);
    workshop.write({ [`${skills}/pdf/SKILL.md`]: text });
    await expect.poll(() => told.one, { timeout: 10_000 }).toBe(3);
    expect((await one.listTools()).tools.map(({ name }) => name)).toContain("pdf.read");
    expect(told.two).toBe(0);
    expect(stateless.every((lists) => !lists.includes("tools"))).toBe(true);
    server.close();
    runtime.close();
  });

  it("S10 T3 give a skill once another process trusts it, and refuse it at once when that is revoked", async () => {
    const undecided = { trust: () => undefined };
    const [runtime, other] = [await workshop.start(undecided), await workshop.start(undecided)];
    const server = createSkillServer(runtime);
    const client = await connectInMemory(server);
    const load = async (name: string) =>
      JSON.stringify((await client.callTool({ name: "skill_load", arguments: { name } })).content);
    expect(await load("pdf")).not.toContain("Fill it.");
    // The server looks once more when it begins to watch; what follows is noticed by the watch.
    await other.trust.decide("notes", "trusted");
    await expect.poll(() => load("notes")).toContain("step by step");
    await other.trust.decide("pdf", "trusted");
    await expect.poll(() => load("pdf")).toContain("Fill it.");
    await other.reload();
    await other.trust.revoke("pdf");
    expect(await load("pdf")).toContain("not trusted");
    server.close();
  });

  it("S10 are the same for a whole connection unless the host asks for mounting", async () => {
    workshop.write({
      [`${skills}/notes/workflow.yaml`]: "steps: []\n",
      [`${skills}/pdf/scripts/fill.py`]: "print(1)\n",
    });
    const runtime = await workshop.start();
    const client = await connectInMemory(createSkillServer(runtime, { watch: false }));
    let told = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      told += 1;
    });
    const list = async () => (await client.listTools()).tools;
    const first = await list();
    expect(first.map(({ name }) => name)).toEqual(CONSTANT);
    for (const name of ["pdf", "notes"])
      expect((await client.callTool({ name: "skill_load", arguments: { name } })).isError).not.toBe(true);
    await client.getPrompt({ name: "notes" });
    expect(await list()).toEqual(first);
    expect(told).toBe(0);
    await expect(client.callTool({ name: "pdf.read", arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it.each([
    ["skill_read", { name: "pdf", path: "../../../home/secret.txt" }],
    ["skill_read", { name: "pdf", path: "/etc/passwd" }],
    ["skill_read", { name: "pdf", path: "references/../../notes/SKILL.md" }],
    ["skill_read", { name: "pdf", path: "references\\forms.md\u0000" }],
    ["skill_load", { name: "__proto__" }],
    ["skill_load", { name: "constructor" }],
    ["skill_load", { name: { toString: "x" } }],
    ["skill_load", { name: "x".repeat(99_000) }],
    ["skill_load", { name: "pdf", more: "x".repeat(200_000) }],
    ["skill_deactivate", { name: "__proto__" }],
    ["skill_activate_topic", { topic: "x".repeat(5_000) }],
  ])("S10 refuse %s with arguments that mean harm, and give nothing away", async (tool, args) => {
    const { call } = await open();
    const { isError, text } = await call(tool, args);
    expect(isError).toBe(true);
    expect(text).not.toMatch(/secret$|root:/m);
    expect(text.length).toBeLessThan(2_000);
  });

  it.each([
    "__proto__",
    "constructor",
    "toString",
    "pdf.read",
    "x".repeat(10_000),
  ])("S10 has no tool %s", async (name) => {
    const { call } = await open();
    await expect(call(name)).rejects.toMatchObject({ code: -32602 });
  });
});
