import { installedVersion, platformProgram } from "../support/client-program.ts";
import { proveClient } from "../support/story.ts";

proveClient({
  id: "copilot",
  name: "copilot-cli",
  version: installedVersion("@github/copilot") ?? "",
  command: platformProgram("@github/copilot", "copilot"),
  settings: () => ({ ".copilot/mcp-config.json": '{\n  "mcpServers": {}\n}\n' }),
  environment: (port) => ({
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`,
    COPILOT_PROVIDER_API_KEY: "none",
    COPILOT_MODEL: "scripted",
  }),
  prompt: (text) => ["-p", text, "--allow-all-tools"],
  tool: (name) => `knowhow-${name}`,
  lists: ["of-agents"],
});
