/** Serve skills to MCP clients on loopback, and send requests like a client. */
import assert from "node:assert/strict";
import { createSkillServer, serveSkillsOverHttp } from "@knowhow/mcp/server";
import { createRuntime } from "@knowhow/runtime/node";

const runtime = await createRuntime({
  providers: false,
  cache: false,
  skills: [
    {
      name: "release-notes",
      text: "---\nname: release-notes\ndescription: Writes release notes. Use when a version is tagged.\n---\nList the changes.\n",
    },
  ],
});
const skills = createSkillServer(runtime, { watch: false });
const server = await serveSkillsOverHttp(skills);

/** One request without a session, as any MCP client sends it. */
async function ask(method: string, params: object, token = server.token): Promise<Response> {
  return fetch(server.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
}

const tools = await (await ask("tools/list", {})).text();
assert.match(tools, /skill_load/);

const loaded = await (
  await ask("tools/call", { name: "skill_load", arguments: { name: "release-notes" } })
).text();
assert.match(loaded, /List the changes\./);

const stranger = await ask("tools/list", {}, "a guess");
assert.equal(stranger.status, 401);

await server.close();
skills.close();
runtime.close();
console.log("A skill was served over MCP, and a stranger was not.");
