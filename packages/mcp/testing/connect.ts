import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import type { SkillServer } from "../src/server/create-skill-server.ts";
import type { HttpServing } from "../src/server/http/serve-http.ts";

/** The official client on a lasting connection in memory, in the older protocol generation. */
export async function connectInMemory(
  skills: SkillServer,
  name = "test",
  capabilities: ClientOptions["capabilities"] = {},
): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await (await skills.connection()).connect(serverSide);
  const client = new Client({ name, version: "1.0.0" }, { capabilities });
  await client.connect(clientSide);
  return client;
}

/** The same, with the client of the skills extension. */
export async function connectWithSkills(
  server: SkillServer,
): Promise<{ readonly client: Client; readonly skills: SkillsClient }> {
  const client = await connectInMemory(server);
  return { client, skills: new SkillsClient(client) };
}

/** The official client over HTTP; `modern` asks for the newer protocol generation. */
export async function connectOverHttp(
  { url, token }: Pick<HttpServing, "url" | "token">,
  era: "modern" | "legacy",
  name = "test",
): Promise<Client> {
  const client = new Client(
    { name, version: "1.0.0" },
    era === "modern" ? { versionNegotiation: { mode: "auto" } } : {},
  );
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}
