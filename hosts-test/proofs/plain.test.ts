import { createAssistant } from "../examples/plain.ts";
import { type MakeAgent, proveAsk } from "../support/ask-story.ts";
import { proveStory, stringIn } from "../support/story.ts";

const schema = (field: string) => ({
  type: "object",
  properties: { [field]: { type: "string" } },
  required: [field],
});

const makeAgent: MakeAgent = ({ session, bash, search }, model, approve) =>
  createAssistant(
    session,
    async ({ system, messages, tools }) => {
      const reply = model({
        system,
        messages: messages.map(({ role, content }) => ({ role, text: content })),
        tools: tools.map(({ name }) => name),
      });
      return reply.type === "text" ? { text: reply.text, calls: [] } : { text: "", calls: [reply] };
    },
    {
      Bash: {
        description: "Runs a command.",
        inputSchema: schema("command"),
        run: (input) => bash(stringIn(input, "command")),
      },
      web_search: {
        description: "Searches the web.",
        inputSchema: schema("query"),
        run: (input) => search(stringIn(input, "query")),
      },
    },
    approve,
  );

proveStory("Plain loop", makeAgent);
proveAsk("Plain loop", makeAgent);
