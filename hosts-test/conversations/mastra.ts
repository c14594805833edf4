import { guardTools, skillsProcessor, skillTools } from "@knowhow/hosts/mastra";
import { Agent, type MastraDBMessage } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { MockLanguageModelV3 } from "ai-6/test";
import { z } from "zod";
import { converse, type RawModel } from "../support/conversation.ts";

await converse(({ session, bash, model, history }) => {
  let messages: MastraDBMessage[] = Array.isArray(history) ? history.map(withDate) : [];
  const hostTools = {
    Bash: createTool({
      id: "Bash",
      description: "Runs a command.",
      inputSchema: z.object({ command: z.string() }),
      execute: ({ command }) => bash(command),
    }),
  };
  const agent = new Agent({
    id: "assistant",
    name: "Assistant",
    instructions: "You are a careful assistant.",
    model: mockModel(model),
    tools: { ...guardTools(session, hostTools), ...skillTools(session) },
    inputProcessors: [skillsProcessor(session)],
  });
  return {
    history: () => messages,
    ask: async (text) => {
      const result = await agent.generate([...messages, { role: "user", content: text }], { maxSteps: 20 });
      messages = result.messages;
    },
  };
});

function withDate(message: MastraDBMessage): MastraDBMessage {
  return { ...message, createdAt: new Date(message.createdAt) };
}

/** Mastra marks parts with the time, under a key that no provider reads. */
function withoutTimes<M extends { content: unknown }>(message: M): M {
  if (!Array.isArray(message.content)) return message;
  const content = message.content.map(({ providerOptions: _, ...part }) => part);
  return { ...message, content };
}

function mockModel(model: RawModel) {
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt, tools }) => {
      const reply = model({
        system: prompt.filter(({ role }) => role === "system"),
        messages: prompt.filter(({ role }) => role !== "system").map(withoutTimes),
        tools,
      });
      return {
        content: [
          reply.type === "text"
            ? { type: "text", text: reply.text }
            : {
                type: "tool-call",
                toolCallId: reply.id,
                toolName: reply.name,
                input: JSON.stringify(reply.input),
              },
        ],
        finishReason: { unified: reply.type === "text" ? "stop" : "tool-calls", raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
}
