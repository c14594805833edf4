import { describe, expect, it } from "vitest";
import { openSession } from "../testing/open-session.ts";
import { guardTools, skillsProcessor, skillTools } from "./mastra.ts";

const asked = (text: string) => ({ role: "user", content: { format: 2, parts: [{ type: "text", text }] } });

/** What Mastra hands to a processor, and what the processor did to the messages. */
function inputStep(...messages: readonly { role: string; content: unknown }[]) {
  const done: string[] = [];
  return {
    done,
    messages,
    messageList: { add: ({ content }: { content: string }) => done.push(content) },
    systemMessages: [{ role: "system", content: "Be careful." }],
    tools: { Bash: {}, web_search: {}, skill_search: {}, skill_load: {}, skill_read: {} },
    rotateResponseMessageId: () => {
      done.push("next message");
      return "2";
    },
  };
}

describe("S9 the adapter for Mastra", () => {
  it("S9 adds the list of skills as a system message of its own", async () => {
    const { systemMessages, activeTools } = await skillsProcessor(await openSession()).processInputStep(
      inputStep(asked("Hello")),
    );
    expect(systemMessages).toMatchObject([
      { content: "Be careful." },
      { role: "system", content: expect.stringContaining("## Available skills") },
    ]);
    expect(activeTools).toEqual(["Bash", "web_search", "skill_search", "skill_load"]);
  });

  it("S9 ends the assistant's message before it adds one", async () => {
    const step = inputStep(asked("/skill:notes"));
    await skillsProcessor(await openSession()).processInputStep(step);
    expect(step.done).toEqual(["next message", expect.stringContaining("Group the changes.")]);
  });

  it("S9 does not take a growing message of the assistant for a rewritten history", async () => {
    const processor = skillsProcessor(await openSession());
    const question = asked("/skill:notes");
    await processor.processInputStep(inputStep(question));
    const later = inputStep(question, {
      role: "assistant",
      content: { parts: [{ type: "text", text: "b" }] },
    });
    await processor.processInputStep(later);
    expect(later.done).toEqual([]);
  });

  it("S9 gives results as text and guards the host's tools", async () => {
    const session = await openSession();
    const guarded = guardTools(session, { web_search: { execute: async () => "ran" } });
    const load = skillTools(session).skill_load;
    expect(await guarded.web_search.execute()).toBe("ran");
    expect(await load?.execute({ name: "forms" }, {})).toContain("Fill every field.");
    await expect(guarded.web_search.execute()).rejects.toThrow("may not be used now");
  });
});
