import { prepareStep, runTools, skillTools } from "@knowhow/hosts/ai-sdk";
import { generateText, isStepCount, type ModelMessage, pruneMessages, tool } from "ai-7";
import { MockLanguageModelV4 } from "ai-7/test";
import { z } from "zod";
import { createAssistant } from "../examples/ai-sdk-7.ts";
import { type MakeAgent, proveAsk } from "../support/ask-story.ts";
import { proveAuthoring } from "../support/authoring-story.ts";
import { proveProcesses } from "../support/process-story.ts";
import { proveReading } from "../support/read-story.ts";
import { CLEARED, proveRewrites } from "../support/rewrite-story.ts";
import { proveRuns } from "../support/run-story.ts";
import { flatText, type Model, proveStory } from "../support/story.ts";
import type { HostFunctions } from "../support/workshop.ts";

const hostToolsOf = ({ bash, read, search }: HostFunctions) => ({
  Bash: tool({
    description: "Runs a command.",
    inputSchema: z.object({ command: z.string() }),
    execute: ({ command }) => bash(command),
  }),
  read: tool({
    description: "Reads a file.",
    inputSchema: z.object({ path: z.string() }),
    execute: ({ path }) => read(path),
  }),
  web_search: tool({
    description: "Searches the web.",
    inputSchema: z.object({ query: z.string() }),
    execute: ({ query }) => search(query),
  }),
});

const makeAgent: MakeAgent = (workshop, model, approve) =>
  createAssistant(workshop.session, mockModel(model), hostToolsOf(workshop), approve);

proveStory("AI SDK 7", makeAgent);
proveAuthoring("AI SDK 7", makeAgent);
proveAsk("AI SDK 7", makeAgent);
proveReading("AI SDK 7", makeAgent);
proveRuns("AI SDK 7", makeAgent, (host, session) => runTools(session, hostToolsOf(host)));
proveProcesses("AI SDK 7", "ai-sdk-7");

proveRewrites("AI SDK 7", ({ session }, model, rewrite) => {
  const tools = skillTools(session);
  const step = prepareStep(session, { tools });
  let history: ModelMessage[] = [];
  return async (text) => {
    history =
      rewrite === "clear"
        ? history.map(clearResults)
        : pruneMessages({ messages: history, toolCalls: "all", emptyMessages: "remove" });
    history.push({ role: "user", content: text });
    const result = await generateText({
      model: mockModel(model),
      tools,
      messages: history,
      prepareStep: step,
      stopWhen: isStepCount(20),
    });
    history.push(...result.responseMessages);
    return result.text;
  };
});

function clearResults(message: ModelMessage): ModelMessage {
  if (message.role !== "tool") return message;
  const output = { type: "text", value: CLEARED } as const;
  return {
    ...message,
    content: message.content.map((part) => (part.type === "tool-result" ? { ...part, output } : part)),
  };
}

function mockModel(model: Model) {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt, tools = [] }) => {
      const reply = model({
        system: flatText(prompt.filter(({ role }) => role === "system")),
        messages: prompt
          .filter(({ role }) => role !== "system")
          .map(({ role, content }) => ({ role, text: flatText(content) })),
        tools: tools.map(({ name }) => name),
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
