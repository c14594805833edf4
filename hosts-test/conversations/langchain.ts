import { deserialize, serialize } from "node:v8";
import { skillsMiddleware } from "@knowhow/hosts/langchain";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, mapChatMessagesToStoredMessages } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { tool } from "@langchain/core/tools";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { z } from "zod";
import { converse, type RawModel } from "../support/conversation.ts";

type ToolLike = Parameters<typeof convertToOpenAITool>[0];

const stateSchema = z.object({ knowhow: z.unknown().optional() });

/** A chat model that passes on everything that a provider would get. Ids stay in LangChain. */
class RecordedChatModel extends BaseChatModel {
  readonly #model: RawModel;
  readonly #tools: readonly unknown[];

  constructor(model: RawModel, tools: readonly unknown[] = []) {
    super({});
    this.#model = model;
    this.#tools = tools;
  }

  override _llmType(): string {
    return "recorded";
  }

  override bindTools(tools: ToolLike[]): RecordedChatModel {
    return new RecordedChatModel(
      this.#model,
      tools.map((each) => convertToOpenAITool(each)),
    );
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const sent = mapChatMessagesToStoredMessages(messages).map(({ type, data: { id: _, ...data } }) => ({
      type,
      ...data,
    }));
    const reply = this.#model({
      system: sent.filter(({ type }) => type === "system"),
      messages: sent.filter(({ type }) => type !== "system"),
      tools: this.#tools,
    });
    const message =
      reply.type === "text"
        ? new AIMessage(reply.text)
        : new AIMessage({ content: "", tool_calls: [{ id: reply.id, name: reply.name, args: reply.input }] });
    return { generations: [{ text: message.text, message }] };
  }
}

await converse(({ session, bash, model, history }) => {
  const checkpointer = new MemorySaver();
  if (typeof history === "string") Object.assign(checkpointer, deserialize(Buffer.from(history, "base64")));
  const tools = [
    tool(({ command }) => bash(command), {
      name: "Bash",
      description: "Runs a command.",
      schema: z.object({ command: z.string() }),
    }),
  ];
  const agent = createAgent({
    model: new RecordedChatModel(model),
    tools,
    systemPrompt: "You are a careful assistant.",
    middleware: [skillsMiddleware(session, { tools, stateSchema })],
    checkpointer,
  });
  const config = { configurable: { thread_id: "1" }, recursionLimit: 100 };
  return {
    ask: (text) => agent.invoke({ messages: [{ role: "user", content: text }] }, config),
    // The checkpoints, as a database would keep them.
    history: () => {
      const { storage, writes } = checkpointer;
      return serialize({ storage, writes }).toString("base64");
    },
    session: async () => (await agent.graph.getState(config)).values.knowhow,
  };
});
