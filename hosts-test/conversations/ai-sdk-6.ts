import { guardTools, prepareStep, skillTools } from "@knowhow/hosts/ai-sdk";
import { convertToModelMessages, stepCountIs, streamText, tool, type UIMessage } from "ai-6";
import { MockLanguageModelV3, simulateReadableStream } from "ai-6/test";
import { z } from "zod";
import { converse, type RawModel } from "../support/conversation.ts";

// A route for `useChat`: the history consists of the messages of the user interface.
await converse(({ session, bash, model, history }) => {
  let messages: UIMessage[] = Array.isArray(history) ? history : [];
  const hostTools = {
    Bash: tool({
      description: "Runs a command.",
      inputSchema: z.object({ command: z.string() }),
      execute: ({ command }) => bash(command),
    }),
  };
  const tools = { ...guardTools(session, hostTools), ...skillTools(session) };
  const step = prepareStep(session, { instructions: "You are a careful assistant.", tools });
  return {
    history: () => messages,
    ask: async (text) => {
      messages.push({ id: `user-${messages.length}`, role: "user", parts: [{ type: "text", text }] });
      const result = streamText({
        model: mockModel(model),
        tools,
        messages: await convertToModelMessages(messages, { tools }),
        prepareStep: step,
        stopWhen: stepCountIs(20),
      });
      const stream = result.toUIMessageStream({
        originalMessages: messages,
        onFinish: (finished) => {
          messages = finished.messages;
        },
      });
      for await (const _ of stream);
    },
  };
});

function mockModel(model: RawModel) {
  return new MockLanguageModelV3({
    doStream: async ({ prompt, tools }) => {
      const reply = model({
        system: prompt.filter(({ role }) => role === "system"),
        messages: prompt.filter(({ role }) => role !== "system"),
        tools,
      });
      const isText = reply.type === "text";
      return {
        stream: simulateReadableStream({
          chunks: [
            ...(isText
              ? [
                  { type: "text-start" as const, id: "1" },
                  { type: "text-delta" as const, id: "1", delta: reply.text },
                  { type: "text-end" as const, id: "1" },
                ]
              : [
                  {
                    type: "tool-call" as const,
                    toolCallId: reply.id,
                    toolName: reply.name,
                    input: JSON.stringify(reply.input),
                  },
                ]),
            {
              type: "finish" as const,
              finishReason: { unified: isText ? ("stop" as const) : ("tool-calls" as const), raw: undefined },
              usage: {
                inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
                outputTokens: { total: 1, text: 1, reasoning: 0 },
              },
            },
          ],
        }),
      };
    },
  });
}
