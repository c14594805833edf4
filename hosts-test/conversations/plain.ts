import { type PlainTool, plainLoop } from "@knowhow/hosts/plain";
import type { Message } from "@knowhow/runtime";
import { converse } from "../support/conversation.ts";
import { stringIn } from "../support/story.ts";

await converse(({ session, bash, model, history }) => {
  const messages: Message[] = Array.isArray(history) ? history : [];
  const Bash: PlainTool = {
    description: "Runs a command.",
    inputSchema: { type: "object", properties: { command: { type: "string" } } },
    run: (input) => bash(stringIn(input, "command")),
  };
  const loop = plainLoop(session, { system: "You are a careful assistant.", tools: { Bash } });
  return {
    history: () => messages,
    ask: async (text) => {
      messages.push({ role: "user", content: text });
      for (;;) {
        const reply = model(await loop.request(messages));
        messages.push({ role: "assistant", content: reply.type === "text" ? reply.text : "" });
        if (reply.type === "text") return;
        messages.push({ role: "tool", content: (await loop.answer(reply)).text });
      }
    },
  };
});
