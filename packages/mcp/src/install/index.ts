export { type AppliedChange, applyChange } from "./apply-change.ts";
export { configPath, type McpChange, type PlannedChange, planChange } from "./change.ts";
export { MCP_CLIENT_IDS, MCP_CLIENTS, type McpClient, type McpClientId, TOKEN_VARIABLE } from "./clients.ts";
export type { Entry, EntryValue, Target } from "./config-editor.ts";
export type { DiffLine } from "./diff-lines.ts";
export type { McpScope } from "./places.ts";
export { type Program, serverCommand } from "./server-command.ts";
