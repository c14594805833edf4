import { strict as assert } from "node:assert";
import { after, before, test } from "node:test";
import { createMCPClient, type MCPClient } from "@ai-sdk/mcp";
import { StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";
import { type Driver, proveStory, textOf } from "../support/story.ts";
import { type HttpServer, openWorkshop } from "../support/workshop.ts";

const workshop = openWorkshop();
let server: HttpServer;
before(async () => {
  server = await workshop.http();
});
after(async () => {
  assert.equal(await server.stop(), 0);
  workshop.close();
});

const overHttp = (token: string) =>
  createMCPClient({
    transport: { type: "http", url: server.url, headers: { authorization: `Bearer ${token}` } },
  });

/** This client has no listener for changed lists; it sees changes when it lists them again. */
function drive(client: MCPClient): Driver {
  return {
    tools: async () => Object.keys(await client.tools()),
    call: async (name, args) => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      return { text: textOf(Array.isArray(content) ? content : []), isError: isError === true };
    },
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    complete: async (name, argument, value) =>
      (await client.complete({ ref: { type: "ref/prompt", name }, argument: { name: argument, value } }))
        .completion.values,
    prompt: async (name, args) =>
      textOf((await client.getPrompt({ name, arguments: args })).messages.map(({ content }) => content)),
    close: () => client.close(),
  };
}

test("the AI SDK's client passes the scenario over stdio", async () => {
  const client = await createMCPClient({ transport: new StdioMCPTransport(workshop.stdio) });
  assert.match(client.instructions ?? "", /- pdf: Fills in forms/);
  await proveStory(drive(client));
});

test("the AI SDK's client passes the scenario over HTTP", async () => {
  await proveStory(drive(await overHttp(server.token)));
});

test("the AI SDK's client with a wrong token is refused", async () => {
  await assert.rejects(overHttp("wrong"));
});
