import { createServer, type ServerResponse } from "node:http";
import { text as readAll } from "node:stream/consumers";
import { anthropicMessages } from "./wires/anthropic-messages.ts";
import { gemini } from "./wires/gemini.ts";
import { openaiChat } from "./wires/openai-chat.ts";
import { openaiResponses } from "./wires/openai-responses.ts";
import type { Reply, Wire, Written } from "./wires/wire.ts";

/** What the model does when it has seen so many results of tools; after the last step it says that it is done. */
export type Script = readonly (() => Reply)[];

/** A model on loopback that follows a script, for any of four APIs. */
export interface ScriptedModel {
  readonly port: number;
  /** The requests of the agent so far, as the model got them. */
  requests(): readonly string[];
  close(): void;
}

const WIRES: readonly Wire[] = [anthropicMessages, openaiResponses, openaiChat, gemini];

const DONE: Reply = { text: "Done." };

/** Some clients ask a model which model to use, and read the answer as JSON. */
const ASIDE: Reply = {
  text: JSON.stringify({
    reasoning: "x",
    model_choice: "flash",
    complexity_reasoning: "x",
    complexity_score: 1,
  }),
};

/** Starts a model. The script advances with the results in the conversation, so that repeated requests do no harm. */
export async function startModel(script: Script): Promise<ScriptedModel> {
  const requests: string[] = [];
  let number = 0;
  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    const path = request.url ?? "";
    const wire = WIRES.find((candidate) => candidate.path.test(path));
    if (wire === undefined || body === "") return send(response, { document: { data: [], models: [] } });
    const asked = wire.read(body);
    number += 1;
    if (asked.tools.length === 0) return send(response, writeAside(wire, path, asked, number));
    requests.push(body);
    return send(response, wire.write(script[asked.results]?.() ?? DONE, asked, number));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    requests: () => requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function writeAside(wire: Wire, path: string, asked: ReturnType<Wire["read"]>, number: number): Written {
  const written = wire.write(ASIDE, asked, number);
  const [first] = "events" in written ? written.events : [];
  // Where the path says whether to stream, a plain request wants one document.
  const isPlain = wire === gemini && !path.includes("stream");
  return isPlain && typeof first?.[1] === "object" ? { document: first[1] } : written;
}

function send(response: ServerResponse, written: Written): void {
  if ("document" in written) {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(written.document));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [name, data] of written.events) {
    if (name !== undefined) response.write(`event: ${name}\n`);
    response.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}
