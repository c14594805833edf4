import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { configPath, type McpChange } from "../../clients/change.ts";
import { MCP_CLIENTS } from "../../clients/mcp-clients.ts";
import { TOKEN_VARIABLE } from "../../io/read-token.ts";

/** What the user should know before an entry is written: where the token would go, and that the client is missing. */
export function installWarnings(change: McpChange, url: string | undefined): readonly string[] {
  const sent = url === undefined ? undefined : plainTextHost(new URL(url));
  const missing = missingFolder(change);
  return [
    ...(sent === undefined
      ? []
      : [
          `the client will send the token in ${TOKEN_VARIABLE} to ${sent} without encryption; use https, or a loopback address`,
        ]),
    ...(missing === undefined
      ? []
      : [`${MCP_CLIENTS[change.client].title} does not seem to be installed: ${missing} does not exist`]),
  ];
}

/** The host that a token would travel to in plain text; undefined if it stays on this machine or is encrypted. */
function plainTextHost({ protocol, hostname, host }: URL): string | undefined {
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return protocol === "https:" || isLoopback ? undefined : host;
}

/** The folder of the user's configuration that the client would have created; undefined if it exists. */
function missingFolder(change: McpChange): string | undefined {
  // Others who work on the project may use the client.
  if (change.scope === "project") return undefined;
  const file = configPath(change);
  if (existsSync(file)) return undefined;
  const folder = dirname(file);
  // Claude Code keeps ~/.claude.json next to its folder ~/.claude.
  const own = folder === change.environment.home ? file.replace(/\.json$/, "") : folder;
  return existsSync(own) ? undefined : own;
}
