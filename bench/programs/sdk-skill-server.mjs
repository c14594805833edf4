// The official SDK's own skill server with `loadSkills`, on stdio. `bench/reload` reads the files again.
import { McpServer } from "@modelcontextprotocol/server";
import { loadSkills } from "@modelcontextprotocol/server/ext/skills/node";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const [root = "."] = process.argv.slice(2);
const catalog = await loadSkills(root, { onWarning: () => undefined });
/** @type {{ "~standard": { version: 1; vendor: string; validate(value: unknown): { value: unknown } } }} */
const anything = { "~standard": { version: 1, vendor: "bench", validate: (value) => ({ value }) } };
serveStdio(() => {
  const server = new McpServer({ name: "sdk", version: "1.0.0" });
  catalog.attach(server);
  server.server.setRequestHandler("bench/reload", { params: anything }, async () => {
    const { changed } = await catalog.reload();
    return { changed };
  });
  return server;
});
