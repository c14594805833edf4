import { type Reply, TOKENS, type Wire } from "./wire.ts";

interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** OpenAI's Chat Completions API, which many other providers imitate. */
export const openaiChat: Wire = {
  path: /\/chat\/completions(?:\?|$)/,
  read: (text) => {
    const { model, stream = false, messages, tools = [] }: Body = JSON.parse(text);
    const results = messages.filter(({ role }) => role === "tool").length;
    return { results, tools: tools.map((tool) => tool.function.name), streams: stream, model };
  },
  write: (reply, { streams, model }, number) => {
    const message = messageOf(reply, number);
    const reason = "tool" in reply ? "tool_calls" : "stop";
    const usage = {
      prompt_tokens: TOKENS.input,
      completion_tokens: TOKENS.output,
      total_tokens: TOKENS.input + TOKENS.output,
    };
    const head = { id: `chat_${number}`, created: 1, model };
    if (!streams) {
      const choices = [{ index: 0, message, finish_reason: reason }];
      return { document: { ...head, object: "chat.completion", choices, usage } };
    }
    const chunk = { ...head, object: "chat.completion.chunk" };
    return {
      events: [
        [undefined, { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] }],
        [undefined, { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }], usage }],
        [undefined, "[DONE]"],
      ],
    };
  },
};

function messageOf(reply: Reply, number: number): object {
  if ("text" in reply) return { role: "assistant", content: reply.text };
  const call = { name: reply.tool, arguments: JSON.stringify(reply.args) };
  return {
    role: "assistant",
    content: null,
    tool_calls: [{ index: 0, id: `call_${number}`, type: "function", function: call }],
  };
}
