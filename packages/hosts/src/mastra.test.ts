import { describe, expect, it } from "vitest";
import { openSession } from "../testing/open-session.ts";
import { guardTools, skillsProcessor, skillTools } from "./mastra.ts";

const asked = (text: string) => ({ role: "user", content: { format: 2, parts: [{ type: "text", text }] } });

/** What Mastra hands to a processor before a model call. */
function inputStep(...messages: readonly { role: string; content: unknown }[]) {
  return {
    messages,
    systemMessages: [{ role: "system", content: "Be careful." }],
    tools: { Bash: {}, web_search: {}, skill_search: {}, skill_load: {}, skill_read: {} },
  };
}

/** A prompt by its roles, as Mastra makes it of the messages. */
const prompt = (...roles: readonly string[]) => ({
  prompt: roles.map((role, index) => ({ role, content: index })),
});
const rolesOf = (request: { prompt: readonly { role: string; content: unknown }[] }) =>
  request.prompt.map(({ role, content }) => (Array.isArray(content) ? `${role}: skills` : role));

describe("S9 the adapter for Mastra", () => {
  it("S9 adds the list of skills as a system message of its own", async () => {
    const { systemMessages, activeTools } = await skillsProcessor(await openSession()).processInputStep(
      inputStep(asked("Hello")),
    );
    expect(systemMessages).toMatchObject([
      { content: "Be careful." },
      { role: "system", content: expect.stringContaining("## Available skills") },
    ]);
    expect(activeTools).toEqual(["Bash", "web_search", "skill_search", "skill_load", "skill_read"]);
  });

  it("S9 adds a new text once, after the message that caused it, and keeps it there", async () => {
    const processor = skillsProcessor(await openSession());
    const question = asked("/skill:notes");
    await processor.processInputStep(inputStep(question));
    const first = processor.processLLMRequest(prompt("system", "user"));
    expect(first.prompt.at(-1)).toEqual({
      role: "user",
      content: [{ type: "text", text: expect.stringContaining("Group the changes.") }],
    });
    expect(rolesOf(first)).toEqual(["system", "user", "user: skills"]);
    const answer = { role: "assistant", content: { parts: [{ type: "text", text: "b" }] } };
    await processor.processInputStep(inputStep(question, answer));
    const later = processor.processLLMRequest(prompt("system", "user", "assistant", "tool"));
    expect(rolesOf(later)).toEqual(["system", "user", "user: skills", "assistant", "tool"]);
    expect(rolesOf(processor.processLLMRequest(prompt("system", "user", "assistant", "tool")))).toEqual(
      rolesOf(later),
    );
  });

  it("S9 adds a new text at the end of the conversation, after tool results", async () => {
    const session = await openSession();
    const processor = skillsProcessor(session);
    await processor.processInputStep(inputStep(asked("Hello")));
    expect(rolesOf(processor.processLLMRequest(prompt("user")))).toEqual(["user"]);
    await processor.processInputStep(inputStep(asked("Hello"), asked("$notes")));
    const cut = ["user", "assistant", "tool", "tool", "user"];
    expect(rolesOf(processor.processLLMRequest(prompt(...cut)))).toEqual([...cut, "user: skills"]);
    // Another processor may shorten the prompt; a call and its results still stay together.
    expect(
      rolesOf(
        processor.processLLMRequest(
          prompt("user", "assistant", "user", "assistant", "a", "tool", "tool", "user"),
        ),
      ),
    ).toEqual(["user", "assistant", "user", "assistant", "a", "tool", "tool", "user: skills", "user"]);
    expect(rolesOf(processor.processLLMRequest(prompt("user")))).toEqual(["user", "user: skills"]);
  });

  it("S9 says it again after the history was cut", async () => {
    const processor = skillsProcessor(await openSession());
    await processor.processInputStep(inputStep(asked("Hello"), asked("/skill:notes")));
    expect(rolesOf(processor.processLLMRequest(prompt("user", "user")))).toEqual([
      "user",
      "user",
      "user: skills",
    ]);
    await processor.processInputStep(inputStep(asked("A summary.")));
    expect(rolesOf(processor.processLLMRequest(prompt("user")))).toEqual(["user", "user: skills"]);
  });

  it("S9 gives results as text and guards the host's tools", async () => {
    const session = await openSession();
    const guarded = guardTools(session, { web_search: { execute: async () => "ran" } });
    const load = skillTools(session).skill_load;
    expect(await guarded.web_search.execute()).toBe("ran");
    expect(await load?.execute({ name: "forms" }, {})).toContain("Fill every field.");
    await expect(guarded.web_search.execute()).rejects.toThrow("cannot be used now");
  });
});
