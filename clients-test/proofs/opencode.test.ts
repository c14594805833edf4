import { installedVersion, platformProgram } from "../support/client-program.ts";
import { proveClient } from "../support/story.ts";

const settings = (port: number) => `{
  // Mine.
  "provider": {
    "scripted": {
      "npm": "@ai-sdk/openai-compatible",
      "options": { "baseURL": "http://127.0.0.1:${port}/v1", "apiKey": "none" },
      "models": { "scripted": { "name": "scripted" } },
    },
  },
  "model": "scripted/scripted",
}
`;

proveClient({
  id: "opencode",
  name: "opencode",
  version: installedVersion(`opencode-${process.platform}-${process.arch}`) ?? "",
  command: platformProgram("opencode", "bin/opencode"),
  settings: (port) => ({ ".config/opencode/opencode.jsonc": settings(port) }),
  environment: () => ({ OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" }),
  prompt: (text) => ["run", text],
  tool: (name) => `knowhow_${name}`,
  lists: ["of-agents", "of-claude"],
});
