import type { ConfigEditor, Entry } from "./config-editor.ts";
import { jsoncEditor } from "./jsonc/edit-jsonc.ts";
import { tomlEditor } from "./toml/edit-toml.ts";

/** The clients whose configuration we can edit. */
export const MCP_CLIENT_IDS = [
  "claude-code",
  "claude-desktop",
  "cursor",
  "vscode",
  "codex",
  "gemini",
  "opencode",
] as const;

export type McpClientId = (typeof MCP_CLIENT_IDS)[number];

/** The environment variable that holds the token of a server that is reached over HTTP; the file only names it. */
export const TOKEN_VARIABLE = "KNOWHOW_MCP_TOKEN";

/** How one client writes servers down; `docs/reference/mcp-clients.md` has the sources. */
export interface McpClient {
  readonly id: McpClientId;
  readonly title: string;
  readonly editor: ConfigEditor;
  /** The tables that hold all servers, in this file. */
  container(text: string): readonly string[];
  /** An entry that starts the server as a program. */
  stdio(program: string, args: readonly string[]): Entry;
  /** An entry that reaches a running server; absent when the client's file has no such entry. */
  http?(url: string): Entry;
}

/** Keys that say how a server is reached; those that an entry does not have go when it becomes one of another kind. */
export const KIND_KEYS: readonly string[] = [
  "type",
  "command",
  "args",
  "url",
  "httpUrl",
  "headers",
  "bearer_token_env_var",
];
const inServers = (): readonly string[] => ["mcpServers"];
const bearer = (token: string): Readonly<Record<string, string>> => ({ Authorization: `Bearer ${token}` });

/** One row per client. */
export const MCP_CLIENTS: Readonly<Record<McpClientId, McpClient>> = {
  "claude-code": {
    id: "claude-code",
    title: "Claude Code",
    editor: jsoncEditor,
    container: inServers,
    stdio: (command, args) => ({ type: "stdio", command, args }),
    http: (url) => ({ type: "http", url, headers: bearer(`\${${TOKEN_VARIABLE}}`) }),
  },
  "claude-desktop": {
    id: "claude-desktop",
    title: "Claude Desktop",
    editor: jsoncEditor,
    container: inServers,
    stdio: (command, args) => ({ command, args }),
  },
  cursor: {
    id: "cursor",
    title: "Cursor",
    editor: jsoncEditor,
    container: inServers,
    stdio: (command, args) => ({ command, args }),
    http: (url) => ({ url, headers: bearer(`\${env:${TOKEN_VARIABLE}}`) }),
  },
  vscode: {
    id: "vscode",
    title: "VS Code",
    editor: jsoncEditor,
    container: () => ["servers"],
    stdio: (command, args) => ({ type: "stdio", command, args }),
    http: (url) => ({ type: "http", url, headers: bearer(`\${env:${TOKEN_VARIABLE}}`) }),
  },
  codex: {
    id: "codex",
    title: "Codex",
    editor: tomlEditor,
    container: () => ["mcp_servers"],
    stdio: (command, args) => ({ command, args }),
    http: (url) => ({ url, bearer_token_env_var: TOKEN_VARIABLE }),
  },
  gemini: {
    id: "gemini",
    title: "Gemini CLI",
    editor: jsoncEditor,
    container: inServers,
    stdio: (command, args) => ({ command, args }),
    http: (httpUrl) => ({ httpUrl, headers: bearer(`\${${TOKEN_VARIABLE}}`) }),
  },
  opencode: {
    id: "opencode",
    title: "opencode",
    editor: jsoncEditor,
    container: opencodeContainer,
    stdio: (program, args) => ({ type: "local", command: [program, ...args] }),
    http: (url) => ({ type: "remote", url, headers: bearer(`{env:${TOKEN_VARIABLE}}`) }),
  },
};

/** Version 2 has `mcp.servers` and still reads the older form, `mcp` alone, which also version 1 understands. */
function opencodeContainer(text: string): readonly string[] {
  const servers = jsoncEditor.find(text, { container: ["mcp"], name: "servers" })?.members;
  return servers === undefined || servers.has("type") ? ["mcp"] : ["mcp", "servers"];
}
