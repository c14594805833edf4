import { type PlainTool, plainLoop, runTools } from "@knowhow/hosts/plain";
import type { Message } from "@knowhow/runtime";
import { createAssistant } from "../examples/plain.ts";
import { type MakeAgent, proveAsk } from "../support/ask-story.ts";
import { proveAuthoring } from "../support/authoring-story.ts";
import { proveProcesses } from "../support/process-story.ts";
import { proveReading } from "../support/read-story.ts";
import { CLEARED, proveRewrites } from "../support/rewrite-story.ts";
import { proveRuns } from "../support/run-story.ts";
import { proveStory, stringIn } from "../support/story.ts";
import type { HostFunctions } from "../support/workshop.ts";

const schema = (field: string) => ({
  type: "object",
  properties: { [field]: { type: "string" } },
  required: [field],
});

const hostToolsOf = ({ bash, read, search }: HostFunctions): Record<string, PlainTool> => ({
  Bash: {
    description: "Runs a command.",
    inputSchema: schema("command"),
    run: (input) => bash(stringIn(input, "command")),
  },
  read: {
    description: "Reads a file.",
    inputSchema: schema("path"),
    run: (input) => read(stringIn(input, "path")),
  },
  web_search: {
    description: "Searches the web.",
    inputSchema: schema("query"),
    run: (input) => search(stringIn(input, "query")),
  },
});

const makeAgent: MakeAgent = (workshop, model, approve) =>
  createAssistant(
    workshop.session,
    async ({ system, messages, tools }) => {
      const reply = model({
        system,
        messages: messages.map(({ role, content }) => ({ role, text: content })),
        tools: tools.map(({ name }) => name),
      });
      return reply.type === "text" ? { text: reply.text, calls: [] } : { text: "", calls: [reply] };
    },
    hostToolsOf(workshop),
    approve,
  );

proveStory("Plain loop", makeAgent);
proveAuthoring("Plain loop", makeAgent);
proveAsk("Plain loop", makeAgent);
proveReading("Plain loop", makeAgent);
proveRuns("Plain loop", makeAgent, (host, session) => runTools(session, hostToolsOf(host)));
proveProcesses("Plain loop", "plain");

proveRewrites("Plain loop", ({ session }, model, rewrite) => {
  const loop = plainLoop(session);
  let history: Message[] = [];
  return async (text) => {
    if (rewrite === "clear")
      history = history.map((message) =>
        message.role === "tool" ? { ...message, content: CLEARED } : message,
      );
    else history = history.filter(({ role, content }) => role !== "tool" && content !== "");
    history.push({ role: "user", content: text });
    for (;;) {
      const { system, messages, tools } = await loop.request(history);
      const reply = model({
        system,
        messages: messages.map(({ role, content }) => ({ role, text: content })),
        tools: tools.map(({ name }) => name),
      });
      history.push({ role: "assistant", content: reply.type === "text" ? reply.text : "" });
      if (reply.type === "text") return reply.text;
      history.push({ role: "tool", content: (await loop.answer(reply)).text });
    }
  };
});
