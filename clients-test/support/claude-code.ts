import { type ClientProgram, installedVersion, platformProgram } from "./client-program.ts";

/** Claude Code without an account. */
export const claudeCode: ClientProgram = {
  id: "claude-code",
  name: "claude-code",
  version: installedVersion("@anthropic-ai/claude-code") ?? "",
  command: platformProgram("@anthropic-ai/claude-code", "claude"),
  settings: () => ({ ".claude.json": '{\n  "hasCompletedOnboarding": true\n}\n' }),
  environment: (port) => ({
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: "sk-ant-none",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  }),
  prompt: (text) => ["-p", text, "--allowedTools", "mcp__knowhow__skill_search", "mcp__knowhow__skill_load"],
  tool: (name) => `mcp__knowhow__${name}`,
  findTools: (query) => ({ tool: "ToolSearch", args: { query, max_results: 5 } }),
  lists: ["of-claude"],
};
