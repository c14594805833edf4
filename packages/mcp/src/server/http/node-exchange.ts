import type { IncomingMessage, ServerResponse } from "node:http";

/** The body of a request up to a limit; undefined if it is longer. Sends `100 Continue` if the client waits for it. */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return undefined;
  if (/100-continue/i.test(request.headers.expect ?? "")) response.writeContinue();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > maxBytes) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Converts a `node:http` request to a web `Request`, which is aborted when the client disconnects. */
export function toWebRequest(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  body: Buffer,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith(":") || value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item);
  }
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const method = request.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD" && body.length > 0;
  return new Request(url, {
    method,
    headers,
    signal: gone.signal,
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  });
}

/** Streams a web `Response`, and stops when the client disconnects. */
export async function writeWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  response.flushHeaders();
  const reader = answer.body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  response.once("close", stop);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (response.destroyed) return;
      if (!response.write(part.value)) await drained(response);
    }
  } finally {
    response.off("close", stop);
    response.end();
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once("drain", resolve);
    response.once("close", resolve);
  });
}
