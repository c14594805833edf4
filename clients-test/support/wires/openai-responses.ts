import { TOKENS, type Wire } from "./wire.ts";

interface Tool {
  readonly type: string;
  readonly name?: string;
  /** The tools of a namespace. */
  readonly tools?: readonly { readonly name: string }[];
}

interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly input: readonly { readonly type?: string }[];
  readonly tools?: readonly Tool[];
}

/** OpenAI's Responses API. A tool in a namespace is called `namespace/name`. */
export const openaiResponses: Wire = {
  path: /\/responses(?:\?|$)/,
  read: (text) => {
    const { model, stream = false, input, tools = [] }: Body = JSON.parse(text);
    const results = input.filter(({ type = "" }) => type.endsWith("_output")).length;
    const names = tools.flatMap(({ type, name = type, tools: own }) =>
      own === undefined ? [name] : own.map((tool) => `${name}/${tool.name}`),
    );
    return { results, tools: names, streams: stream, model };
  },
  write: (reply, { streams, model }, number) => {
    const item = itemOf(reply, number);
    const usage = {
      input_tokens: TOKENS.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: TOKENS.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: TOKENS.input + TOKENS.output,
    };
    const response = { id: `resp_${number}`, object: "response", created_at: 1, model, status: "completed" };
    const done = { ...response, output: [item], usage };
    if (!streams) return { document: done };
    const events = [
      { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: done },
    ];
    return { events: events.map((event) => [event.type, event]) };
  },
};

/** The search for deferred tools is a call of its own kind. */
const TOOL_SEARCH = "tool_search";

function itemOf(reply: Parameters<Wire["write"]>[0], number: number): object {
  if ("text" in reply) {
    const content = [{ type: "output_text", text: reply.text, annotations: [] }];
    return { type: "message", id: `m_${number}`, role: "assistant", status: "completed", content };
  }
  const call = { call_id: `call_${number}`, status: "completed" };
  if (reply.tool === TOOL_SEARCH)
    return {
      type: "tool_search_call",
      id: `tsc_${number}`,
      ...call,
      execution: "client",
      arguments: reply.args,
    };
  const [namespace, name] = reply.tool.includes("/") ? reply.tool.split("/") : [undefined, reply.tool];
  const place = namespace === undefined ? {} : { namespace };
  return {
    type: "function_call",
    id: `fc_${number}`,
    ...call,
    name,
    ...place,
    arguments: JSON.stringify(reply.args),
  };
}
