import Anthropic from "@anthropic-ai/sdk";
import { anthropicLoop, type RunnableTool } from "@knowhow/hosts/anthropic";
import { converse } from "../support/conversation.ts";
import { startMessagesApi } from "../support/fake-messages-api.ts";
import { stringIn } from "../support/story.ts";

await converse(async ({ session, bash, model, history }) => {
  const messages: Anthropic.MessageParam[] = Array.isArray(history) ? history : [];
  const Bash: RunnableTool = {
    name: "Bash",
    description: "Runs a command.",
    input_schema: { type: "object", properties: { command: { type: "string" } } },
    run: (input) => bash(stringIn(input, "command")),
  };
  const loop = anthropicLoop(session, { system: "You are a careful assistant.", tools: [Bash] });
  return {
    history: () => messages,
    ask: async (text) => {
      messages.push({ role: "user", content: text });
      // What the SDK sent is what the server received.
      const server = await startMessagesApi((_, body) => model(body));
      const client = new Anthropic({ apiKey: "none", baseURL: server.baseURL, maxRetries: 0 });
      for (;;) {
        const request = await loop.request(messages);
        const reply = await client.messages.create({
          model: "claude-sonnet-5",
          max_tokens: 4_096,
          ...request,
        });
        messages.push({ role: "assistant", content: reply.content });
        const results = await loop.answer(reply.content);
        if (results === undefined) return server.close();
        messages.push(results);
      }
    },
  };
});
