import { describe, expect, it } from "vitest";
import { openSession } from "../testing/open-session.ts";
import { type PlainTool, plainLoop } from "./plain.ts";

const tool = (run: PlainTool["run"] = async () => "ran"): PlainTool => ({
  description: "A tool.",
  inputSchema: { type: "object" },
  run,
});

describe("S9 the adapter for a plain loop", () => {
  it("S9 gives system, messages and tools of the next request", async () => {
    const loop = plainLoop(await openSession(), { system: "Be careful.", tools: { Bash: tool() } });
    const history = [{ role: "user" as const, content: "/skill:notes" }];
    const { system, messages, tools } = await loop.request(history);
    expect(system).toMatch(/^Be careful\.\n\n## Available skills/);
    expect(messages[1]?.content).toContain("Group the changes.");
    expect(tools.map(({ name }) => name)).toEqual(["Bash", "skill_search", "skill_load", "skill_read"]);
    expect(history).toHaveLength(1);
  });

  it("S9 hides and refuses a host tool that the active skill does not list", async () => {
    const loop = plainLoop(await openSession(), { tools: { web_search: tool() } });
    expect(await loop.answer({ name: "web_search", input: {} })).toMatchObject({
      text: "ran",
      isError: false,
    });
    await loop.answer({ id: "1", name: "skill_load", input: { name: "forms" } });
    expect(await loop.answer({ name: "web_search", input: {} })).toMatchObject({ isError: true });
    const { tools } = await loop.request([]);
    expect(tools.map(({ name }) => name)).not.toContain("web_search");
  });

  it("S9 gives a host tool's error as a result, and an abort as an abort", async () => {
    const broken = tool(async () => {
      throw new Error("no shell here");
    });
    const loop = plainLoop(await openSession(), { tools: { Bash: broken } });
    expect(await loop.answer({ name: "Bash", input: {} })).toMatchObject({
      text: "no shell here",
      isError: true,
    });
    await expect(loop.answer({ name: "Bash", input: {} }, AbortSignal.abort())).rejects.toThrow("aborted");
  });

  it("S3 S9 gives a skill once to two parallel calls", async () => {
    const loop = plainLoop(await openSession());
    const load = (id: string) => loop.answer({ id, name: "skill_load", input: { name: "notes" } });
    const answers = await Promise.all([load("1"), load("2")]);
    expect(answers.filter(({ text }) => text.includes("Group the changes."))).toHaveLength(1);
    expect(answers.filter(({ text }) => text.includes("was loaded earlier"))).toHaveLength(1);
  });

  it("S9 does not take a name of every object for a tool", async () => {
    const loop = plainLoop(await openSession());
    expect(await loop.answer({ name: "constructor", input: {} })).toMatchObject({ isError: true });
  });
});
