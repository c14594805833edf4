import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, test } from "vitest";
import { type HttpServer, httpServer } from "../../../testing/http-server.ts";
import { connectSkillServers, type RemoteServers } from "../connect-skill-servers.ts";

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each.close();
});

/** A server with a tool that reads, one that writes, and one that fails. */
async function toolServer(): Promise<HttpServer> {
  const schema = { type: "object" as const, properties: { text: { type: "string" } }, required: ["text"] };
  const handler = createMcpHandler(() => {
    const mcp = new McpServer({ name: "tools", version: "1.0.0" }, { capabilities: { tools: {} } });
    const { server } = mcp;
    server.setRequestHandler("tools/list", () => ({
      tools: [
        { name: "upper", inputSchema: schema, annotations: { readOnlyHint: true } },
        { name: "store", description: "Stores a text.", inputSchema: schema },
        { name: "broken", inputSchema: schema },
      ],
    }));
    server.setRequestHandler("tools/call", ({ params: { name, arguments: given } }) => {
      const text = String(given?.text);
      if (name === "broken") return { isError: true, content: [{ type: "text", text: `no: ${text}` }] };
      if (name === "store") return { content: [], structuredContent: { stored: text } };
      return { content: [{ type: "text", text: text.toUpperCase() }] };
    });
    return mcp;
  });
  const server = await httpServer((request) => handler.fetch(request));
  running.push(server);
  return server;
}

function connect(servers: Parameters<typeof connectSkillServers>[0]): RemoteServers {
  const remote = connectSkillServers(servers);
  running.push(remote);
  return remote;
}

const context = {
  signal: new AbortController().signal,
  run: "r",
  step: "s",
  attempt: 1,
  idempotencyKey: "k",
};

describe("the tools of a server", () => {
  test("X8 are called through it, and count as writing unless they say that they only read", async () => {
    const { origin } = await toolServer();
    const { value, diagnostics } = await connect([{ label: "acme", transport: { url: origin } }]).tools();
    expect(diagnostics).toEqual([]);
    expect(value.map(({ name, sideEffects }) => [name, sideEffects])).toEqual([
      ["acme.upper", "read"],
      ["acme.store", "write"],
      ["acme.broken", "write"],
    ]);
    const call = (name: string) => value.find((tool) => tool.name === name)?.call({ text: "hi" }, context);
    expect(await call("acme.upper")).toBe("HI");
    expect(await call("acme.store")).toEqual({ stored: "hi" });
    await expect(call("acme.broken")).rejects.toMatchObject({ code: "tool_error", message: "no: hi" });
  });

  test("X8 a server that is unreachable has none, and the others still work", async () => {
    const { origin } = await toolServer();
    const gone = { label: "gone", transport: { url: "http://127.0.0.1:9/mcp" }, limits: { connectMs: 500 } };
    const { value, diagnostics } = await connect([
      gone,
      { label: "acme", transport: { url: origin } },
    ]).tools();
    expect(value).toHaveLength(3);
    expect(diagnostics).toMatchObject([{ code: "mcp.unreachable", path: "mcp:/gone" }]);
  });
});
