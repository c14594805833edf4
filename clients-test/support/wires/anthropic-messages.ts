import { type Reply, TOKENS, type Wire } from "./wire.ts";

interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | readonly { type: string }[];
  }[];
  readonly tools?: readonly { readonly name: string }[];
}

/** Anthropic's Messages API. */
export const anthropicMessages: Wire = {
  path: /\/v1\/messages(?:\?|$)/,
  read: (text) => {
    const { model, stream = false, messages, tools = [] }: Body = JSON.parse(text);
    const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
    const results = blocks.filter(({ type }) => type === "tool_result").length;
    return { results, tools: tools.map(({ name }) => name), streams: stream, model };
  },
  write: (reply, { streams, model }, number) => {
    const usage = { input_tokens: TOKENS.input, output_tokens: TOKENS.output };
    const reason = "tool" in reply ? "tool_use" : "end_turn";
    const message = { id: `msg_${number}`, type: "message", role: "assistant", model, usage };
    const whole = blockOf(reply, number);
    if (!streams)
      return { document: { ...message, content: [whole.block], stop_reason: reason, stop_sequence: null } };
    const events = [
      { type: "message_start", message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
      { type: "content_block_start", index: 0, content_block: whole.start },
      { type: "content_block_delta", index: 0, delta: whole.delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage },
      { type: "message_stop" },
    ];
    return { events: events.map((event) => [event.type, event]) };
  },
};

function blockOf(reply: Reply, number: number) {
  if ("text" in reply) {
    const block = { type: "text", text: reply.text };
    return { block, start: { type: "text", text: "" }, delta: { type: "text_delta", text: reply.text } };
  }
  const block = { type: "tool_use", id: `toolu_${number}`, name: reply.tool, input: reply.args };
  const delta = { type: "input_json_delta", partial_json: JSON.stringify(reply.args) };
  return { block, start: { ...block, input: {} }, delta };
}
