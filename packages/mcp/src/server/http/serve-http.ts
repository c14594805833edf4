import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { checkOptions, type Kind, kinds } from "@knowhow/runtime/toolkit";
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { SkillServer } from "../create-skill-server.ts";
import { checkRequest } from "./check-request.ts";
import { httpSessions } from "./http-sessions.ts";
import { readBody, toWebRequest, writeWebResponse } from "./node-exchange.ts";
import { underWay } from "./under-way.ts";

/** What a host decides about serving on loopback; everything has a default. */
export interface HttpOptions {
  /** Any free port when absent or 0. */
  readonly port?: number;
  /** A new random one when absent; false when something in front of this server checks who asks. */
  readonly token?: string | false;
  /** Longer bodies are refused; 1 MiB when absent. */
  readonly maxBodyBytes?: number;
  /** How long a request may take to arrive; 30 seconds when absent. */
  readonly requestTimeoutMs?: number;
  readonly onError?: (error: Error) => void;
}

/** A server on loopback. */
export interface HttpServing {
  readonly url: string;
  /** What clients send as `Authorization: Bearer …`; undefined when none is asked for. */
  readonly token: string | undefined;
  /** Takes no more requests, answers those that are under way for a second at most, ends open streams and connections. */
  close(): Promise<void>;
}

const HTTP_OPTIONS: Readonly<Record<keyof HttpOptions, Kind>> = {
  port: kinds.wholeNumber(0, 65_535),
  // An empty token would let everybody in.
  token: kinds.either("a non-empty string, or false", kinds.filledText, kinds.oneOf([false])),
  maxBodyBytes: kinds.wholeNumber(1),
  requestTimeoutMs: kinds.wholeNumber(1),
  onError: kinds.callable,
};

const PATH = "/mcp";
const HOST = "127.0.0.1";
const MAX_CONNECTIONS = 256;
const LAST_ANSWERS_MS = 1_000;
/** What stays open until something happens, and is not waited for. */
const LISTENING = "subscriptions/listen";
const METHODS = new Set(["POST", "GET", "DELETE", "HEAD", "OPTIONS"]);

/** Serves any number of clients of both protocol generations on 127.0.0.1, each request checked before it is read. */
export async function serveSkillsOverHttp(
  skills: SkillServer,
  options: HttpOptions = {},
): Promise<HttpServing> {
  checkOptions("serveSkillsOverHttp", options, HTTP_OPTIONS);
  const { maxBodyBytes = 1_048_576, requestTimeoutMs = 30_000, onError = () => undefined } = options;
  const token =
    options.token === false ? undefined : (options.token ?? randomBytes(32).toString("base64url"));
  const modern = createMcpHandler(() => skills.request(), {
    legacy: "reject",
    onerror: onError,
    maxRequestBodySize: maxBodyBytes,
  });
  const sessions = httpSessions(skills, onError);
  const stopTelling = skills.onChanged((lists) => {
    if (lists.includes("tools")) modern.notify.toolsChanged();
    if (lists.includes("prompts")) modern.notify.promptsChanged();
    if (lists.includes("resources")) modern.notify.resourcesChanged();
  });
  const requests = underWay();
  let port = 0;
  let isClosing = false;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = checkRequest(request.headers, { port, token });
    if (refused !== undefined) return refuse(response, refused.status, refused.message);
    const url = ownUrl(request.url ?? "/", `http://${HOST}:${port}`);
    if (url === undefined) return refuse(response, 404, `The MCP endpoint is ${PATH}`);
    if (!METHODS.has(request.method ?? ""))
      return refuse(response, 405, "Allowed methods: POST, GET, DELETE");
    if (isClosing) return refuse(response, 503, "This server is shutting down");
    if (request.method === "POST") requests.add(response);
    const bytes = await readBody(request, response, maxBodyBytes);
    if (bytes === undefined)
      return refuse(response, 413, `A request body must not exceed ${maxBodyBytes} bytes`);
    const web = toWebRequest(request, response, url, bytes);
    const body = parseJson(bytes);
    if (isListening(body)) requests.forget(response);
    const isLegacy = await isLegacyRequest(web, body, { maxRequestBodySize: maxBodyBytes });
    const given = isLegacy
      ? sessions.handle(web, body)
      : modern.fetch(web, body === undefined ? {} : { parsedBody: body });
    await writeWebResponse(await given, response);
  };

  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(10_000, requestTimeoutMs),
    connectionsCheckingInterval: Math.min(5_000, requestTimeoutMs),
  });
  server.maxConnections = MAX_CONNECTIONS;
  const take = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch((error: unknown) => {
      onError(error instanceof Error ? error : new Error(String(error)));
      if (response.headersSent) response.destroy();
      else refuse(response, 500, "Internal server error");
    });
  };
  server.on("request", take);
  // Node would invite the body of such a request before anybody looked at its head.
  server.on("checkContinue", take);
  port = await listen(server, options.port ?? 0);

  return {
    url: `http://${HOST}:${port}${PATH}`,
    token,
    close: async () => {
      isClosing = true;
      stopTelling();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await requests.finished(LAST_ANSWERS_MS);
      await Promise.all([modern.close(), sessions.close()]);
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/** The address that is asked for, when it is this server's one and only. */
function ownUrl(written: string, origin: string): URL | undefined {
  const url = URL.canParse(written, origin) ? new URL(written, origin) : undefined;
  return url?.origin === origin && url.pathname === PATH ? url : undefined;
}

/** Undefined for what is no JSON: the protocol's own answer to that comes from further inside. */
function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

function isListening(body: unknown): boolean {
  return typeof body === "object" && body !== null && "method" in body && body.method === LISTENING;
}

/** Says no and hangs up, so that nobody goes on sending. */
function refuse(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null });
  response.writeHead(status, {
    "content-type": "application/json",
    connection: "close",
    ...(status === 401 ? { "www-authenticate": 'Bearer realm="knowhow"' } : {}),
  });
  response.end(body);
}
