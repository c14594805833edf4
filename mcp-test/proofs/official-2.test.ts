import { strict as assert } from "node:assert";
import { after, before, test } from "node:test";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Driver, proveStory, textOf } from "../support/story.ts";
import { type HttpServer, openWorkshop } from "../support/workshop.ts";

const workshop = openWorkshop();
let server: HttpServer;
before(async () => {
  server = await workshop.http();
});
after(async () => {
  assert.equal(await server.stop(), 0, "the server ends cleanly when it is told to");
  workshop.close();
});

type Era = "2025-11-25" | "2026-07-28";

const transports = {
  stdio: () => new StdioClientTransport(workshop.stdio),
  http: (token = server.token) =>
    new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
};

async function connect(transport: Transport, era: Era): Promise<Client> {
  const options = era === "2026-07-28" ? { versionNegotiation: { mode: "auto" as const } } : {};
  const client = new Client({ name: `official-${era}`, version: "1.0.0" }, options);
  await client.connect(transport);
  assert.equal(client.getNegotiatedProtocolVersion(), era);
  return client;
}

async function drive(client: Client, era: Era): Promise<Driver> {
  if (era === "2026-07-28") await client.listen({ toolsListChanged: true });
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      return { text: textOf(content), isError: isError === true };
    },
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    complete: async (name, argument, value) =>
      (await client.complete({ ref: { type: "ref/prompt", name }, argument: { name: argument, value } }))
        .completion.values,
    prompt: async (name, args) =>
      textOf((await client.getPrompt({ name, arguments: args })).messages.map(({ content }) => content)),
    toolsChanged: () =>
      new Promise((resolve) => {
        client.setNotificationHandler("notifications/tools/list_changed", () => resolve());
      }),
    close: () => client.close(),
  };
}

for (const era of ["2025-11-25", "2026-07-28"] as const) {
  for (const way of ["stdio", "http"] as const) {
    test(`the official client passes the scenario over ${way} in ${era}`, async () => {
      const client = await connect(transports[way](), era);
      await proveStory(await drive(client, era));
    });

    test(`the official client verifies every file of every skill over ${way} in ${era}`, async () => {
      const client = await connect(transports[way](), era);
      const skills = new SkillsClient(client);
      const { skills: listed } = await skills.list();
      assert.deepEqual(
        listed.map(({ uri }) => uri),
        ["skill://archive/SKILL.md", "skill://pdf/SKILL.md", "skill://rewritten-name/SKILL.md"],
      );
      for (const entry of listed) {
        assert.ok(entry.resources !== "dynamic");
        for (const { uri } of entry.resources) assert.equal((await skills.read(entry, uri)).verified, true);
      }
      await client.close();
    });
  }

  test(`the official client with a wrong token is refused in ${era}`, async () => {
    await assert.rejects(connect(transports.http("wrong"), era));
  });

  test(`the official client is notified over stdio of a skill that was added, in ${era}`, async () => {
    const own = openWorkshop();
    const client = await connect(new StdioClientTransport(own.stdio), era);
    if (era === "2026-07-28") await client.listen({ resourcesListChanged: true });
    const heard = new Promise<void>((resolve) => {
      client.setNotificationHandler("notifications/resources/list_changed", () => resolve());
    });
    own.write({ "added/SKILL.md": "---\nname: added\ndescription: New.\n---\n" });
    await heard;
    assert.ok((await client.listResources()).resources.some(({ name }) => name === "added"));
    await client.close();
    own.close();
  });
}
