import { CLIENTS, type ClientMcp, MCP_CLIENT_IDS, type McpClientId } from "@knowhow/runtime/toolkit";
import type { ConfigEditor, Entry } from "./config-editor.ts";
import { jsoncEditor } from "./jsonc/edit-jsonc.ts";
import { tomlEditor } from "./toml/edit-toml.ts";

/** The environment variable with the token of an HTTP server; the file only refers to it. */
export const TOKEN_VARIABLE = "KNOWHOW_MCP_TOKEN";

/** How servers are added to the configuration of one client. */
export interface McpClient {
  readonly id: McpClientId;
  readonly title: string;
  readonly editor: ConfigEditor;
  /** The tables that contain all servers in this file. */
  container(text: string): readonly string[];
  /** An entry that starts the server as a program. */
  stdio(program: string, args: readonly string[]): Entry;
  /** An entry for a running server; undefined if the client does not support it. */
  readonly http?: (url: string) => Entry;
}

/** Keys that define how a server is reached; unused ones are removed when an entry changes its kind. */
export const KIND_KEYS: readonly string[] = [
  "type",
  "command",
  "args",
  "url",
  "httpUrl",
  "headers",
  "bearer_token_env_var",
];

const EDITORS: Readonly<Record<ClientMcp["format"], ConfigEditor>> = { jsonc: jsoncEditor, toml: tomlEditor };

/** Every client whose configuration can be edited. */
export const MCP_CLIENTS: Readonly<Record<McpClientId, McpClient>> = byId(toMcpClient);

/** The client table's definition of one client's configuration. */
export function mcpFacts(id: McpClientId): ClientMcp & { readonly title: string } {
  const client = CLIENTS.find((row) => row.id === id);
  if (client?.mcp === undefined) throw new Error(`${id} has no MCP configuration`);
  return { title: client.title, ...client.mcp };
}

function toMcpClient(id: McpClientId): McpClient {
  const { title, format, http, stdio, ...facts } = mcpFacts(id);
  return {
    id,
    title,
    editor: EDITORS[format],
    container: (text) => containerIn(text, facts, EDITORS[format]),
    stdio: (program, args) => ({
      ...typed(stdio.type),
      ...(stdio.words === "joined" ? { command: [program, ...args] } : { command: program, args }),
    }),
    ...(http === undefined ? {} : { http: (url) => httpEntry(http, url) }),
  };
}

function httpEntry({ type, url: key, token }: NonNullable<ClientMcp["http"]>, url: string): Entry {
  if ("key" in token) return { ...typed(type), [key]: url, [token.key]: TOKEN_VARIABLE };
  const [before, after] = token.header;
  const headers = { Authorization: `Bearer ${before}${TOKEN_VARIABLE}${after}` };
  return { ...typed(type), [key]: url, headers };
}

function typed(type: string | undefined): Entry {
  return type === undefined ? {} : { type };
}

/** A file may keep servers in the newer table, or have a server with that table's name in the older one. */
function containerIn(
  text: string,
  { container, newerContainer }: Pick<ClientMcp, "container" | "newerContainer">,
  editor: ConfigEditor,
): readonly string[] {
  if (newerContainer === undefined) return container;
  const newer = editor.find(text, { container, name: newerContainer })?.members;
  return newer === undefined || newer.has("type") ? container : [...container, newerContainer];
}

function byId(make: (id: McpClientId) => McpClient): Readonly<Record<McpClientId, McpClient>> {
  const clients: Partial<Record<McpClientId, McpClient>> = {};
  for (const id of MCP_CLIENT_IDS) clients[id] = make(id);
  if (!isComplete(clients)) throw new Error("a client is missing");
  return clients;
}

function isComplete(
  clients: Partial<Record<McpClientId, McpClient>>,
): clients is Record<McpClientId, McpClient> {
  return MCP_CLIENT_IDS.every((id) => id in clients);
}
