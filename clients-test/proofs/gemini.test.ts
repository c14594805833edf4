import { installedVersion, nodeProgram } from "../support/client-program.ts";
import { proveClient } from "../support/story.ts";

proveClient({
  id: "gemini",
  name: "gemini-cli-mcp-client",
  version: installedVersion("@google/gemini-cli") ?? "",
  command: nodeProgram("@google/gemini-cli", "bundle/gemini.js"),
  settings: () => ({
    ".gemini/settings.json":
      '{\n  // Mine.\n  "security": { "auth": { "selectedType": "gemini-api-key" } }\n}\n',
  }),
  environment: (port) => ({
    GEMINI_API_KEY: "none",
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
  }),
  prompt: (text) => ["-p", text, "--yolo"],
  tool: (name) => `mcp_knowhow_${name}`,
  lists: ["of-agents"],
});
