/** The clients whose MCP servers can be configured, in display order. */
export const MCP_CLIENT_IDS = [
  "claude-code",
  "claude-desktop",
  "cursor",
  "vscode",
  "codex",
  "gemini",
  "copilot",
  "opencode",
] as const;

export type McpClientId = (typeof MCP_CLIENT_IDS)[number];
