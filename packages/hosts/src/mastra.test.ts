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

/** A prompt of messages such as `user hello`, as Mastra makes it of the messages. */
const prompt = (...messages: readonly string[]) => ({
  prompt: messages.map((message) => ({ role: message.split(" ")[0] ?? "", content: message })),
});
/** What the model gets, with `skills` for a text of the session. */
const sent = async (request: Promise<{ prompt: readonly { role: string; content: unknown }[] }>) =>
  (await request).prompt.map(({ content }) => (Array.isArray(content) ? "skills" : content));

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
    const first = processor.processLLMRequest(prompt("system s", "user /skill:notes"));
    expect((await first).prompt.at(-1)).toEqual({
      role: "user",
      content: [{ type: "text", text: expect.stringContaining("Group the changes.") }],
    });
    expect(await sent(first)).toEqual(["system s", "user /skill:notes", "skills"]);
    const answer = { role: "assistant", content: { parts: [{ type: "text", text: "b" }] } };
    await processor.processInputStep(inputStep(question, answer));
    const talk = prompt("system s", "user /skill:notes", "assistant b", "tool c");
    const later = ["system s", "user /skill:notes", "skills", "assistant b", "tool c"];
    expect(await sent(processor.processLLMRequest(talk))).toEqual(later);
    expect(await sent(processor.processLLMRequest(talk))).toEqual(later);
  });

  it("S9 adds a new text at the end of the conversation, after tool results", async () => {
    const processor = skillsProcessor(await openSession());
    await processor.processInputStep(inputStep(asked("Hello")));
    expect(await sent(processor.processLLMRequest(prompt("user a")))).toEqual(["user a"]);
    await processor.processInputStep(inputStep(asked("Hello"), asked("$notes")));
    const talk = ["user a", "assistant b", "tool c", "tool d", "user e"];
    expect(await sent(processor.processLLMRequest(prompt(...talk)))).toEqual([...talk, "skills"]);
  });

  it("S9 keeps a text next to the message that it followed if another processor shortens the prompt", async () => {
    const processor = skillsProcessor(await openSession());
    await processor.processInputStep(inputStep(asked("Hello"), asked("$notes")));
    await processor.processLLMRequest(prompt("user a", "assistant b", "tool c", "user d"));
    const cut = prompt("user d", "assistant e", "tool f");
    expect(await sent(processor.processLLMRequest(cut))).toEqual([
      "user d",
      "skills",
      "assistant e",
      "tool f",
    ]);
  });

  it("S9 says it again after the history was cut", async () => {
    const processor = skillsProcessor(await openSession());
    await processor.processInputStep(inputStep(asked("Hello"), asked("/skill:notes")));
    const first = processor.processLLMRequest(prompt("user Hello", "user /skill:notes"));
    expect(await sent(first)).toEqual(["user Hello", "user /skill:notes", "skills"]);
    await processor.processInputStep(inputStep(asked("A summary.")));
    const later = processor.processLLMRequest(prompt("user A summary."));
    expect(await sent(later)).toEqual(["user A summary.", "skills"]);
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
