import { createServer, type IncomingHttpHeaders } from "node:http";

/** What a request to the server contained. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A server on 127.0.0.1 for one test. */
export interface Loopback {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  readonly asked: Asked[];
  close(): Promise<void>;
}

/** Starts a server that answers with what the function returns; undefined never answers. */
export async function loopback(answer: (asked: Asked) => Reply | undefined): Promise<Loopback> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const got = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() };
    asked.push(got);
    const reply = answer(got);
    if (reply === undefined) return;
    response.writeHead(reply.status ?? 200, { ...reply.headers });
    response.end(reply.body ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    host: `127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
