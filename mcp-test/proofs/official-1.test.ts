import { strict as assert } from "node:assert";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
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
  new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });

function drive(client: Client): Driver {
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
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
    toolsChanged: () =>
      new Promise((resolve) => {
        client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
      }),
    close: () => client.close(),
  };
}

test("the first official client passes the scenario over stdio", async () => {
  const client = new Client({ name: "official-1", version: "1.0.0" });
  await client.connect(new StdioClientTransport(workshop.stdio));
  await proveStory(drive(client));
});

test("the first official client passes the scenario over HTTP", async () => {
  const client = new Client({ name: "official-1", version: "1.0.0" });
  await client.connect(overHttp(server.token));
  await proveStory(drive(client));
});

test("the first official client with a wrong token is refused", async () => {
  const client = new Client({ name: "official-1", version: "1.0.0" });
  await assert.rejects(client.connect(overHttp("wrong")));
});
