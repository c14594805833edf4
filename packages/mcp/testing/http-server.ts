import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";

/** What was asked of a server on loopback. */
export interface HttpAsked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
}

/** A server on loopback, its address and what it was asked. */
export interface HttpServer {
  readonly origin: string;
  readonly asked: HttpAsked[];
  close(): Promise<void>;
}

/** Serves web-standard answers on a free port of loopback. */
export async function httpServer(answer: (request: Request) => Promise<Response>): Promise<HttpServer> {
  const asked: HttpAsked[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = "GET", url: path = "/", headers } = incoming;
    asked.push({ method, path, headers });
    void respond(incoming, outgoing, answer).catch(() => outgoing.destroy());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { origin: `http://127.0.0.1:${portOf(server)}`, asked, close: () => closed(server) };
}

async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const { method = "GET" } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const request = new Request(new URL(incoming.url ?? "/", `http://${incoming.headers.host}`), {
    method,
    headers,
    signal: gone.signal,
    ...(method === "GET" || method === "HEAD" ? {} : { body: Buffer.concat(chunks) }),
  });
  const response = await answer(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else
    Readable.fromWeb(response.body)
      .on("error", () => outgoing.destroy())
      .pipe(outgoing);
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}
