import { installedVersion, nodeProgramFor } from "../support/client-program.ts";
import { proveClient } from "../support/story.ts";

/** A model that gets tools and instructions directly; others get them only by code that they write. */
const settings = (port: number) => `# Mine.
model = "gpt-5.5"
model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:${port}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
`;

proveClient({
  id: "codex",
  name: "codex-mcp-client",
  version: installedVersion("@openai/codex") ?? "",
  command: nodeProgramFor("@openai/codex", "bin/codex.js"),
  settings: (port) => ({ ".codex/config.toml": settings(port) }),
  environment: () => ({ SCRIPTED_KEY: "none" }),
  prompt: (text) => ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", text],
  tool: (name) => `mcp__knowhow/${name}`,
  settle: { tool: "exec_command", args: { cmd: "sleep 3" } },
  findTools: (query) => ({ tool: "tool_search", args: { query } }),
  lists: ["of-agents"],
});
