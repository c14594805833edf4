import assert from "node:assert/strict";
import { it } from "node:test";
import { runTools, skillsProcessor, skillTools } from "@knowhow/hosts/mastra";
import { Agent, type MastraDBMessage } from "@mastra/core/agent";
import { ToolCallFilter } from "@mastra/core/processors";
import { createTool } from "@mastra/core/tools";
import { MockLanguageModelV3 } from "ai-6/test";
import { z } from "zod";
import { createAssistant } from "../examples/mastra.ts";
import { type MakeAgent, proveAsk } from "../support/ask-story.ts";
import { proveAuthoring } from "../support/authoring-story.ts";
import { proveProcesses } from "../support/process-story.ts";
import { proveReading } from "../support/read-story.ts";
import { CLEARED, proveRewrites } from "../support/rewrite-story.ts";
import { proveRuns } from "../support/run-story.ts";
import { call, flatText, type Model, proveStory, say, script } from "../support/story.ts";
import { type HostFunctions, openWorkshop } from "../support/workshop.ts";

const hostToolsOf = ({ bash, read, search }: HostFunctions) => ({
  Bash: createTool({
    id: "Bash",
    description: "Runs a command.",
    inputSchema: z.object({ command: z.string() }),
    execute: ({ command }) => bash(command),
  }),
  read: createTool({
    id: "read",
    description: "Reads a file.",
    inputSchema: z.object({ path: z.string() }),
    execute: ({ path }) => read(path),
  }),
  web_search: createTool({
    id: "web_search",
    description: "Searches the web.",
    inputSchema: z.object({ query: z.string() }),
    execute: ({ query }) => search(query),
  }),
});

const makeAgent: MakeAgent = (workshop, model, approve) =>
  createAssistant(workshop.session, mockModel(model), hostToolsOf(workshop), approve);

proveStory("Mastra", makeAgent);
proveAuthoring("Mastra", makeAgent);
proveAsk("Mastra", makeAgent);
proveReading("Mastra", makeAgent);
proveRuns("Mastra", makeAgent, (host, session) => runTools(session, hostToolsOf(host)));
proveProcesses("Mastra", "mastra");

proveRewrites("Mastra", ({ session }, model, rewrite) => {
  const skills = skillsProcessor(session);
  const agent = new Agent({
    id: "assistant",
    name: "Assistant",
    instructions: "You are a careful assistant.",
    model: mockModel(model),
    tools: skillTools(session),
    inputProcessors: rewrite === "drop" ? [new ToolCallFilter(), skills] : [skills],
  });
  let history: MastraDBMessage[] = [];
  return async (text) => {
    if (rewrite === "clear") history = history.map(clearResults);
    const result = await agent.generate([...history, { role: "user", content: text }], { maxSteps: 20 });
    history = result.messages;
    return result.text;
  };
});

function clearResults(message: MastraDBMessage): MastraDBMessage {
  const parts = message.content.parts.map((part) =>
    part.type === "tool-invocation" && part.toolInvocation.state === "result"
      ? { ...part, toolInvocation: { ...part.toolInvocation, result: CLEARED } }
      : part,
  );
  return { ...message, content: { ...message.content, parts } };
}

it("keeps the session's messages apart from those that Mastra stores, so that nothing is repeated", async () => {
  const workshop = await openWorkshop();
  const model = script(call("Bash", { command: "git log" }), say("one"), say("two"), say("three"));
  const ask = await makeAgent(workshop, model);
  // In the first message a tool adds a skill in the middle of a run; the second message names one.
  for (const text of ["hello", "/skill:pdf-forms form.pdf", "bye"]) await ask(text);
  const said = model.requests[3]?.messages.map(({ role, text }) => `${role}: ${text.split("\n")[0]}`);
  assert.deepEqual(said, [
    "user: hello",
    "assistant: ",
    "tool: on branch main",
    "user: The available skills have changed. This supersedes the list above.",
    "assistant: one",
    "user: /skill:pdf-forms form.pdf",
    'user: <skill_content name="pdf-forms">',
    "assistant: two",
    "user: bye",
  ]);
  workshop.remove();
});

function mockModel(model: Model) {
  return new MockLanguageModelV3({
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
