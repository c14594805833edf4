import type { OpeningRuntime, Runtime } from "@knowhow/runtime";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { openWorkshop, skillMd } from "../../../runtime/src/testing/workshop.ts";
import { createSkillServer } from "./create-skill-server.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A connection to a server whose library is loaded when the test says so, after the time that it waits. */
async function begin({ name = "someone", count = 3, profile = "agentskills", pageSize = 100 } = {}) {
  const folder = profile === "metis" ? "work/.metis/skills" : "home/.knowhow/skills";
  const names = Array.from({ length: count }, (_, at) => `s${at}`);
  const workshop = openWorkshop(
    Object.fromEntries(
      names.map((skill) => [
        `${folder}/${skill}/SKILL.md`,
        skillMd({ name: skill, description: `Does ${skill}.` }),
      ]),
    ),
  );
  onTestFinished(workshop.close);
  vi.useRealTimers();
  const runtime = await workshop.start({ profile });
  let load: (runtime: Runtime) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const ready = new Promise<Runtime>((resolve, reject) => {
    load = resolve;
    fail = reject;
  });
  const opening: OpeningRuntime = { profile: runtime.profile, tools: runtime.tools, ready };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const server = createSkillServer(opening, { watch: false, waitMs: 200, pageSize });
  const info = { name, version: "2.1.325" };
  const connecting = server.connection(info);
  await vi.advanceTimersByTimeAsync(200);
  return { connecting, info, load: () => load(runtime), fail };
}

/** A client on such a connection. */
async function open(options: Parameters<typeof begin>[0] = {}) {
  const { connecting, info, load, fail } = await begin(options);
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await (await connecting).connect(serverSide);
  const client = new Client(info);
  const told: string[] = [];
  for (const list of ["tools", "prompts", "resources"] as const)
    client.setNotificationHandler(`notifications/${list}/list_changed`, () => {
      told.push(list);
    });
  await client.connect(clientSide);
  return { client, told, load, fail };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Lets everything happen that does not wait for a clock. */
async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await turn();
}

describe("a connection that begins before the library is loaded", () => {
  it("S10 says so in its instructions, names the search, and lists the tools", async () => {
    const { client } = await open();
    expect(client.getInstructions()).toBe(
      [
        "## Available skills",
        "When a task fits a skill, call `skill_load` with its name before you begin.",
        "(The skills are not listed here, because they were still being read. Find skills for a task with `skill_search`.)",
      ].join("\n"),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["skill_search", "skill_load", "skill_read", "skill_run"]);
    expect(JSON.stringify(tools)).not.toContain("Does s1.");
  });

  it("S10 gets the catalog with a tool when the library is there, and is told", async () => {
    const { client, load, told } = await open();
    const before = (await client.listTools()).tools.map(({ name }) => name);
    load();
    await until(() => told.length > 0);
    expect(told).toEqual(["tools"]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(before);
    expect(tools.find(({ name }) => name === "skill_load")?.description).toContain("- s1: Does s1.");
  });

  it("S10 waits for the library with calls and with lists of prompts and resources", async () => {
    const { client, load } = await open();
    const answers = Promise.all([
      client.callTool({ name: "skill_load", arguments: { name: "s1" } }),
      client.listPrompts(),
      client.listResources(),
    ]);
    let isAnswered = false;
    answers.then(() => {
      isAnswered = true;
    });
    await turn();
    expect(isAnswered).toBe(false);
    load();
    const [loaded, { prompts }, { resources }] = await answers;
    expect(JSON.stringify(loaded.content)).toContain("step by step");
    expect([prompts.length, resources.length]).toEqual([3, 3]);
  });

  it("S10 answers calls with an error if the library cannot be loaded", async () => {
    const { client, fail } = await open();
    const call = client.callTool({ name: "skill_load", arguments: { name: "s1" } });
    fail(new Error("disk on fire"));
    await expect(call).rejects.toThrow();
    expect((await client.listTools()).tools).toHaveLength(4);
  });

  it("P1 S10 waits for it if it is a session, which has its list in the instructions", async () => {
    const { connecting, info, load } = await begin({ profile: "metis" });
    let isBuilt = false;
    const built = connecting.then((mcp) => {
      isBuilt = true;
      return mcp;
    });
    for (let round = 0; round < 20; round += 1) await turn();
    expect(isBuilt).toBe(false);
    load();
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    await (await built).connect(serverSide);
    const client = new Client(info);
    await client.connect(clientSide);
    expect(client.getInstructions()).toContain("- s1: Does s1.");
    expect((await client.listTools()).tools[1]?.description).toBe("Return the full body of a skill.");
  });
});

describe("a client that starts without our tools if a list takes long", () => {
  it("S10 gets empty lists before the library is loaded, and is told when they are there", async () => {
    const { client, load, told } = await open({ name: "claude-code" });
    expect((await client.listPrompts()).prompts).toEqual([]);
    expect((await client.listResources()).resources).toEqual([]);
    load();
    await until(() => told.length > 0);
    await vi.advanceTimersByTimeAsync(5_000);
    await until(() => told.length === 3);
    expect(told).toEqual(["tools", "prompts", "resources"]);
    expect((await client.listPrompts()).prompts).toHaveLength(3);
  });

  it("S10 gets lists of more than one page after its start, and those of one page at once", async () => {
    for (const [count, listed] of [
      [3, 0],
      [2, 2],
    ] as const) {
      const { client, load, told } = await open({ name: "claude-code", count, pageSize: 2 });
      load();
      await until(() => told.length > 0);
      expect((await client.listPrompts()).prompts).toHaveLength(listed);
      expect((await client.listResources()).resources).toHaveLength(listed);
      await vi.advanceTimersByTimeAsync(5_000);
      await until(() => told.length === (listed === 0 ? 3 : 1));
      expect((await client.listPrompts()).prompts).toHaveLength(count);
    }
  });
});
