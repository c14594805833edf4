import { describe, expect, it } from "vitest";
import { openSession } from "../testing/open-session.ts";
import { guardTools, prepareStep, skillTools } from "./ai-sdk.ts";

const options = { toolCallId: "call_1" };

describe("S9 the adapter for AI SDK", () => {
  it("S9 offers every skill tool with a JSON Schema by the Standard Schema contract", async () => {
    const tools = skillTools(await openSession());
    expect(Object.keys(tools)).toEqual(["skill_search", "skill_load", "skill_read", "skill_run"]);
    expect(tools.skill_load?.inputSchema["~standard"].jsonSchema.input()).toMatchObject({
      type: "object",
      required: ["name"],
    });
  });

  it("S9 lets wrong arguments through to the session, which says what to do", async () => {
    const load = skillTools(await openSession()).skill_load;
    expect(load?.inputSchema["~standard"].validate({ nam: "forms" })).toEqual({ value: { nam: "forms" } });
    const output = await load?.execute({ nam: "forms" }, options);
    expect(output).toMatchObject({ isError: true, text: expect.stringContaining('Did you mean "name"?') });
  });

  it("S9 gives the model the text alone, as an error when it is one", async () => {
    const load = skillTools(await openSession()).skill_load;
    const good = await load?.execute({ name: "forms" }, options);
    const bad = await load?.execute({ name: "nothing" }, options);
    expect(good && load?.toModelOutput({ output: good })).toMatchObject({ type: "text" });
    expect(bad && load?.toModelOutput({ output: bad })).toMatchObject({ type: "error-text" });
  });

  it("S9 gives instructions for version 7, system for version 6, and only tools that may be called", async () => {
    const session = await openSession();
    const tools = { ...guardTools(session, { Bash: {}, web_search: {} }), ...skillTools(session) };
    const step = prepareStep(session, { instructions: "Be careful.", tools });
    const first = await step({ messages: [{ role: "user", content: "Fill it in." }] });
    expect(first.instructions).toMatch(/^Be careful\.\n\n## Available skills/);
    expect(first.system).toBe(first.instructions);
    expect(first.activeTools).toEqual(["Bash", "web_search", "skill_search", "skill_load", "skill_read"]);
    await session.call("skill_load", { name: "forms" });
    const second = await step({ messages: [{ role: "user", content: "Fill it in." }] });
    expect(second.activeTools).toEqual(["Bash", "skill_search", "skill_load", "skill_read"]);
    expect(second.instructions).toBe(first.instructions);
  });

  it("S9 reads a mention from text parts and inserts the skill after it", async () => {
    const step = prepareStep(await openSession());
    const content = [{ type: "text", text: "/skill:notes" }];
    const { messages } = await step({ messages: [{ role: "user", content }] });
    expect(messages).toHaveLength(2);
    expect(messages[1]).toMatchObject({
      role: "user",
      content: expect.stringContaining("Group the changes."),
    });
  });
});
