import { skillsMiddleware } from "@knowhow/hosts/langchain";
import type { Approver, Session } from "@knowhow/runtime";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { StructuredTool } from "@langchain/core/tools";
import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { z } from "zod";

/** The session is part of the agent's state, so a checkpoint has everything that is needed to continue. */
const stateSchema = z.object({ knowhow: z.unknown().optional() });

/** An assistant with skills that takes one message after another. */
export function createAssistant(
  session: Session,
  model: BaseChatModel,
  hostTools: StructuredTool[],
  ask?: Approver,
  checkpointer: BaseCheckpointSaver = new MemorySaver(),
) {
  const agent = createAgent({
    model,
    tools: hostTools,
    systemPrompt: "You are a careful assistant.",
    middleware: [skillsMiddleware(session, { tools: hostTools, stateSchema, ask })],
    checkpointer,
  });
  const config = { configurable: { thread_id: "1" }, recursionLimit: 100 };
  return async (text: string): Promise<string> => {
    const { messages } = await agent.invoke({ messages: [{ role: "user", content: text }] }, config);
    return messages.at(-1)?.text ?? "";
  };
}
