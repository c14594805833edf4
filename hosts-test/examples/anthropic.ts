import type Anthropic from "@anthropic-ai/sdk";
import { anthropicLoop, type RunnableTool } from "@knowhow/hosts/anthropic";
import type { Approver, Session } from "@knowhow/runtime";

/** An assistant with skills that takes one message after another. */
export function createAssistant(
  session: Session,
  client: Anthropic,
  hostTools: readonly RunnableTool[],
  ask?: Approver,
) {
  const loop = anthropicLoop(session, { system: "You are a careful assistant.", tools: hostTools, ask });
  const history: Anthropic.MessageParam[] = [];
  return async (text: string): Promise<string> => {
    history.push({ role: "user", content: text });
    for (;;) {
      const reply = await client.messages.create({
        model: "claude-sonnet-5",
        max_tokens: 4_096,
        ...(await loop.request(history)),
      });
      history.push({ role: "assistant", content: reply.content });
      const results = await loop.answer(reply.content);
      if (results === undefined) {
        return reply.content.map((block) => (block.type === "text" ? block.text : "")).join("");
      }
      history.push(results);
    }
  };
}
