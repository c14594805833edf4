import { type Reply, TOKENS, type Wire } from "./wire.ts";

interface Body {
  readonly contents?: readonly { readonly parts?: readonly { readonly functionResponse?: object }[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

/** Google's generateContent. Whether it streams is part of the path. */
export const gemini: Wire = {
  path: /:(?:streamG|g)enerateContent/,
  read: (text) => {
    const { contents = [], tools = [] }: Body = JSON.parse(text);
    const parts = contents.flatMap((content) => content.parts ?? []);
    const results = parts.filter(({ functionResponse }) => functionResponse !== undefined).length;
    const names = tools.flatMap(({ functionDeclarations = [] }) =>
      functionDeclarations.map(({ name }) => name),
    );
    return { results, tools: names, streams: true, model: "scripted" };
  },
  write: (reply, { model }, number) => {
    const content = { role: "model", parts: [partOf(reply, number)] };
    const usage = { promptTokenCount: TOKENS.input, candidatesTokenCount: TOKENS.output };
    const document = {
      candidates: [{ content, finishReason: "STOP", index: 0 }],
      usageMetadata: { ...usage, totalTokenCount: TOKENS.input + TOKENS.output },
      modelVersion: model,
      responseId: `r_${number}`,
    };
    return { events: [[undefined, document]] };
  },
};

function partOf(reply: Reply, number: number): object {
  return "text" in reply
    ? { text: reply.text }
    : { functionCall: { id: `fc_${number}`, name: reply.tool, args: reply.args } };
}
