import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { checkOptions, type Kind, kinds } from "@knowhow/runtime/toolkit";
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import { connectingClient } from "../connecting-client.ts";
import type { SkillServer } from "../create-skill-server.ts";
import { checkRequest } from "./check-request.ts";
import { limitConnections } from "./connection-limit.ts";
import { httpSessions } from "./http-sessions.ts";
import { readBody, toWebRequest, writeWebResponse } from "./node-exchange.ts";
import { openRequests } from "./open-requests.ts";

/** Options for serving on loopback. All are optional. */
export interface HttpOptions {
  /** Port to listen on; 0 for any free port. Default 0. */
  readonly port?: number;
  /**
   * Bearer token that clients must send; false if a proxy in front of this server authenticates them. Default a new
   * random one.
   */
  readonly token?: string | false;
  /** Maximum size of a request body, in bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Maximum time to receive a request, in milliseconds. Default 30,000. */
  readonly requestTimeoutMs?: number;
  /** Called for errors that cannot be reported to a client. */
  readonly onError?: (error: Error) => void;
}

/** A running server on loopback. */
export interface HttpServing {
  readonly url: string;
  /** Token that clients send as `Authorization: Bearer …`; undefined if none is required. */
  readonly token: string | undefined;
  /** Accepts no more requests, waits up to one second for running ones, and closes open streams and connections. */
  close(): Promise<void>;
}

const HTTP_OPTIONS: Readonly<Record<keyof HttpOptions, Kind>> = {
  port: kinds.wholeNumber(0, 65_535),
  // An empty token would let every client in.
  token: kinds.either("a non-empty string, or false", kinds.filledText, kinds.oneOf([false])),
  maxBodyBytes: kinds.wholeNumber(1),
  requestTimeoutMs: kinds.wholeNumber(1),
  onError: kinds.callable,
};

const PATH = "/mcp";
const HOST = "127.0.0.1";
const MAX_CONNECTIONS = 256;
/** Connections without an accepted request; far fewer than all, so that they never fill the server. */
const MAX_WAITING = 64;
const HEADERS_MS = 5_000;
const CHECK_MS = 1_000;
const LAST_ANSWERS_MS = 1_000;
/** A request that stays open until something happens, and is not waited for. */
const LISTENING = "subscriptions/listen";
const METHODS = new Set(["POST", "GET", "DELETE", "HEAD", "OPTIONS"]);

/**
 * Serves any number of clients of both protocol generations on 127.0.0.1. Each request is checked before it is read.
 */
export async function serveSkillsOverHttp(
  skills: SkillServer,
  options: HttpOptions = {},
): Promise<HttpServing> {
  checkOptions("serveSkillsOverHttp", options, HTTP_OPTIONS);
  const { maxBodyBytes = 1_048_576, requestTimeoutMs = 30_000, onError = () => undefined } = options;
  const token =
    options.token === false ? undefined : (options.token ?? randomBytes(32).toString("base64url"));
  /** The parsed body of each request that is being served. */
  const bodies = new WeakMap<Request, unknown>();
  const modern = createMcpHandler(
    ({ requestInfo }) =>
      skills.request(requestInfo === undefined ? undefined : connectingClient(bodies.get(requestInfo))),
    {
      legacy: "reject",
      onerror: onError,
      maxRequestBodySize: maxBodyBytes,
    },
  );
  const sessions = httpSessions(skills, onError);
  const removeListener = skills.onChanged((lists) => {
    if (lists.includes("tools")) modern.notify.toolsChanged();
    if (lists.includes("prompts")) modern.notify.promptsChanged();
    if (lists.includes("resources")) modern.notify.resourcesChanged();
  });
  const requests = openRequests();
  const connections = limitConnections(MAX_WAITING);
  let port = 0;
  let isClosing = false;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = checkRequest(request, { port, token });
    if (refused !== undefined) return refuse(response, refused.status, refused.message);
    connections.accepted(request.socket);
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
    bodies.set(web, body);
    if (isListening(body)) requests.forget(response);
    const isLegacy = await isLegacyRequest(web, body, { maxRequestBodySize: maxBodyBytes });
    const given = isLegacy
      ? sessions.handle(web, body)
      : modern.fetch(web, body === undefined ? {} : { parsedBody: body });
    await writeWebResponse(await given, response);
  };

  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(HEADERS_MS, requestTimeoutMs),
    connectionsCheckingInterval: Math.min(CHECK_MS, requestTimeoutMs),
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on("connection", (socket) => connections.opened(socket));
  const take = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch((error: unknown) => {
      onError(error instanceof Error ? error : new Error(String(error)));
      if (response.headersSent) response.destroy();
      else refuse(response, 500, "Internal server error");
    });
  };
  server.on("request", take);
  // Otherwise Node would send `100 Continue` before the headers are checked.
  server.on("checkContinue", take);
  port = await listen(server, options.port ?? 0);

  return {
    url: `http://${HOST}:${port}${PATH}`,
    token,
    close: async () => {
      isClosing = true;
      removeListener();
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

/** The requested URL, if it belongs to this server. */
function ownUrl(written: string, origin: string): URL | undefined {
  const url = URL.canParse(written, origin) ? new URL(written, origin) : undefined;
  return url?.origin === origin && url.pathname === PATH ? url : undefined;
}

/** Undefined for invalid JSON; the protocol layer responds to that itself. */
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

/** Rejects a request and closes the connection, so that the client stops sending. */
function refuse(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null });
  response.writeHead(status, {
    "content-type": "application/json",
    connection: "close",
    ...(status === 401 ? { "www-authenticate": 'Bearer realm="knowhow"' } : {}),
  });
  response.end(body);
}
