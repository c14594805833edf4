import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { flatText, type Reply, type Request } from "./story.ts";

/** A Messages API on loopback, with a scripted model. */
export interface FakeMessagesApi {
  readonly baseURL: string;
  /** Bodies of the requests, as received. */
  readonly bodies: readonly RequestBody[];
  close(): Promise<void>;
}

export interface RequestBody {
  readonly system: readonly { readonly text: string; readonly cache_control?: { readonly type: string } }[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools: readonly { readonly name: string }[];
}

/** The scripted model, which also gets the request as it was received. */
type ApiModel = (request: Request, body: RequestBody) => Reply;

export async function startMessagesApi(model: ApiModel): Promise<FakeMessagesApi> {
  const bodies: RequestBody[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      const body: RequestBody = JSON.parse(text);
      bodies.push(body);
      response.setHeader("content-type", "application/json").end(JSON.stringify(answer(body, model)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { baseURL: `http://127.0.0.1:${portOf(server)}`, bodies, close: () => close(server) };
}

function answer(body: RequestBody, model: ApiModel) {
  const request = {
    system: body.system.map(({ text }) => text).join("\n\n"),
    messages: body.messages.map(({ role, content }) => ({ role, text: flatText(content) })),
    tools: body.tools.map(({ name }) => name),
  };
  const reply = model(request, body);
  return {
    id: `msg_${reply.id}`,
    type: "message",
    role: "assistant",
    model: "claude-scripted",
    content: [
      reply.type === "text"
        ? { type: "text", text: reply.text }
        : { type: "tool_use", id: reply.id, name: reply.name, input: reply.input },
    ],
    stop_reason: reply.type === "text" ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
