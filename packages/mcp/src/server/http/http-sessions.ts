import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  legacyStatelessFallback,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { connectingClient } from "../connecting-client.ts";
import type { SkillServer } from "../create-skill-server.ts";
import { keptEvents } from "./kept-events.ts";

/** Clients of the older protocol over HTTP: each `initialize` starts a session, which can be notified of changes. */
export interface HttpSessions {
  handle(request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

const MAX_SESSIONS = 64;

/** Sessions last until their client ends them, or until many newer ones have started. */
export function httpSessions(skills: SkillServer, onError: (error: Error) => void): HttpSessions {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const stateless = legacyStatelessFallback(() => skills.request(), onError);

  const begin = async (request: Request, options: { readonly parsedBody?: unknown }): Promise<Response> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: keptEvents(),
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
      },
      onsessionclosed: (id) => {
        sessions.delete(id);
      },
    });
    transport.onerror = onError;
    const mcp = await skills.connection(connectingClient(options.parsedBody));
    await mcp.connect(transport);
    const answer = await transport.handleRequest(request, options);
    // A rejected request starts no session, so nothing else would close this transport.
    if (transport.sessionId === undefined) await transport.close();
    for (const [id, oldest] of sessions) {
      if (sessions.size <= MAX_SESSIONS) break;
      sessions.delete(id);
      await oldest.close();
    }
    return answer;
  };

  return {
    handle: async (request, body) => {
      const id = request.headers.get("mcp-session-id");
      const known = id === null ? undefined : sessions.get(id);
      const options = body === undefined ? {} : { parsedBody: body };
      if (known !== undefined && id !== null) {
        sessions.delete(id);
        sessions.set(id, known);
        return known.handleRequest(request, options);
      }
      if (id !== null) return unknownSession();
      if (isInitializeRequest(body)) return begin(request, options);
      return stateless(request, options);
    },
    close: async () => {
      const open = [...sessions.values()];
      sessions.clear();
      await Promise.all(open.map((transport) => transport.close()));
    },
  };
}

/** The specification's way to tell a client to start a new session. */
function unknownSession(): Response {
  const error = { code: -32_001, message: "Session not found" };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
}
