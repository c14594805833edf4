import { BaseChatModel, type BaseChatModelCallOptions } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { flatText, type Model } from "./story.ts";

type ToolLike = Parameters<typeof convertToOpenAITool>[0];

/** A chat model of LangChain that follows a script. */
export class ScriptedChatModel extends BaseChatModel {
  readonly #model: Model;
  readonly #tools: readonly string[];

  constructor(model: Model, tools: readonly string[] = []) {
    super({});
    this.#model = model;
    this.#tools = tools;
  }

  override _llmType(): string {
    return "scripted";
  }

  /** Tools go through LangChain's own conversion, as in every real model. */
  override bindTools(tools: ToolLike[]): ScriptedChatModel {
    return new ScriptedChatModel(
      this.#model,
      tools.map((tool) => convertToOpenAITool(tool).function.name),
    );
  }

  override async _generate(messages: BaseMessage[], _options: BaseChatModelCallOptions): Promise<ChatResult> {
    const reply = this.#model({
      system: flatText(messages.filter(({ type }) => type === "system").map(({ content }) => content)),
      messages: messages
        .filter(({ type }) => type !== "system")
        .map(({ type, content }) => ({ role: type, text: flatText(content) })),
      tools: this.#tools,
    });
    const message =
      reply.type === "text"
        ? new AIMessage(reply.text)
        : new AIMessage({ content: "", tool_calls: [{ id: reply.id, name: reply.name, args: reply.input }] });
    return { generations: [{ text: message.text, message }] };
  }
}
