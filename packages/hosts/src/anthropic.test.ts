import { describe, expect, it } from "vitest";
import { openSession } from "../testing/open-session.ts";
import { anthropicLoop, type RunnableTool } from "./anthropic.ts";

const tool = (name: string, run: RunnableTool["run"] = () => "ran"): RunnableTool => ({
  name,
  description: `Does ${name}.`,
  input_schema: { type: "object" },
  run,
});
const use = (id: string, name: string, input: unknown) => ({ type: "tool_use", id, name, input });

describe("S9 the adapter for the Anthropic SDK", () => {
  it("S9 gives two cached system blocks and the tools without their code", async () => {
    const loop = anthropicLoop(await openSession(), { system: "Be careful.", tools: [tool("Bash")] });
    const { system, tools } = await loop.request([{ role: "user", content: "Hello" }]);
    expect(system.map(({ text }) => text.split("\n")[0])).toEqual(["Be careful.", "## Available skills"]);
    expect(system.every(({ cache_control }) => cache_control?.type === "ephemeral")).toBe(true);
    expect(tools[0]).toEqual({ name: "Bash", description: "Does Bash.", input_schema: { type: "object" } });
    expect(tools.map(({ name }) => name)).toEqual(["Bash", "skill_search", "skill_load", "skill_read"]);
  });

  it("S9 answers every call of a reply in one message, and nothing when there is none", async () => {
    const loop = anthropicLoop(await openSession(), { tools: [tool("Bash")] });
    expect(await loop.answer([{ type: "text", text: "done" }])).toBeUndefined();
    const answer = await loop.answer([use("1", "skill_load", { name: "forms" }), use("2", "nothing", {})]);
    expect(answer?.content).toMatchObject([
      {
        type: "tool_result",
        tool_use_id: "1",
        is_error: false,
        content: expect.stringContaining("Fill every"),
      },
      {
        type: "tool_result",
        tool_use_id: "2",
        is_error: true,
        content: expect.stringContaining("unknown skill tool"),
      },
    ]);
  });

  it("S9 turns a host tool's error into a result that the model can read", async () => {
    const broken = tool("Bash", () => {
      throw new Error("no shell here");
    });
    const answer = await anthropicLoop(await openSession(), { tools: [broken] }).answer([
      use("1", "Bash", {}),
    ]);
    expect(answer?.content[0]).toMatchObject({ is_error: true, content: "no shell here" });
  });

  it("S9 does not treat tool results as messages of the user", async () => {
    const session = await openSession();
    const loop = anthropicLoop(session);
    const results = { role: "user" as const, content: [{ type: "tool_result", text: "/skill:notes" }] };
    const { messages } = await loop.request([{ role: "user", content: "Hello" }, results]);
    expect(messages).toHaveLength(2);
  });

  it("S9 gives the tool runner every tool, and throws what was refused", async () => {
    const session = await openSession();
    const loop = anthropicLoop(session, { tools: [tool("web_search")] });
    const tools = loop.runnable();
    expect(tools.map(({ name }) => name)).toEqual([
      "web_search",
      "skill_search",
      "skill_load",
      "skill_read",
      "skill_run",
    ]);
    expect(await tools[2]?.run({ name: "forms" }, { toolUse: { id: "1" } })).toContain("Fill every field.");
    await expect(tools[0]?.run({})).rejects.toThrow("cannot be used now");
  });
});
