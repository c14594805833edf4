import type { OpenServers, ServerConfig } from "@knowhow/runtime";
import { fileDecisionStore, knowhowDirectories, nodeEnvironment } from "@knowhow/runtime/node";
import { checkOptions, kinds } from "@knowhow/runtime/toolkit";
import { connectSkillServers, type RemoteServers } from "./connect-skill-servers.ts";
import { fileListingStore } from "./listing/file-listing-store.ts";
import type { ServerTransport } from "./remote-server.ts";

export interface ConfiguredServersOptions {
  /** Environment variables, for `${NAME}` in headers and variables. Default those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The user's home directory. Default that of the process. */
  readonly home?: string;
  /** False: the last successful listings are neither read nor stored. Default true. */
  readonly cache?: boolean;
  /** Maximum time to wait for a server without its own `timeoutMs`, in milliseconds. Default 8,000. */
  readonly waitMs?: number;
}

/** The MCP servers of a `knowhow.json`. */
export interface ConfiguredServers {
  /** For `createRuntime({ servers })`. Nothing is started before the library is loaded. */
  readonly open: OpenServers;
  /** The opened servers; undefined if the configuration names none. */
  opened(): RemoteServers | undefined;
  /** Closes all connections and ends the programs behind them. */
  close(): Promise<void>;
}

const WAIT_MS = 8_000;

/** Connects the MCP servers of the user's `knowhow.json`, with the stored decisions and listings. */
export function configuredServers(options: ConfiguredServersOptions = {}): ConfiguredServers {
  const { mapping, text, flag, number } = kinds;
  checkOptions("configuredServers", options, { env: mapping, home: text, cache: flag, waitMs: number(1) });
  const { env = process.env, home, cache: keeps = true, waitMs = WAIT_MS } = options;
  const { cache, state } = knowhowDirectories(nodeEnvironment({ cwd: "/", home, variables: env }));
  let opened: RemoteServers | undefined;
  return {
    open: (servers) => {
      const listed = Object.entries(servers).map(([label, { timeoutMs = waitMs, ...server }]) => ({
        label,
        transport: filledUp(server, env),
        limits: { connectMs: timeoutMs, requestMs: timeoutMs, listMs: timeoutMs },
      }));
      opened = connectSkillServers(listed, {
        decisions: fileDecisionStore(state),
        ...(keeps ? { listings: fileListingStore(cache) } : {}),
      });
      return opened.sources;
    },
    opened: () => opened,
    close: async () => opened?.close(),
  };
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Replaces `${NAME}` in headers and variables from the environment, so that the configuration need not contain secrets.
 * A server whose variable is not set counts as unreachable; the others are still used.
 */
function filledUp(server: ServerConfig, variables: Variables): ServerTransport {
  const texts = ("url" in server ? server.headers : server.env) ?? {};
  const missing = Object.values(texts).flatMap((text) => missingIn(text, variables));
  if (missing.length > 0) {
    const reason = `${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} not set in the environment`;
    return {
      open: () => {
        throw new Error(reason);
      },
    };
  }
  const filled = Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      text.replace(VARIABLE, (_, name) => variables[name] ?? ""),
    ]),
  );
  return "url" in server ? { ...server, headers: filled } : { ...server, env: filled };
}

const VARIABLE = /\$\{([A-Za-z_]\w*)\}/g;

function missingIn(text: string, variables: Variables): readonly string[] {
  return [...text.matchAll(VARIABLE)].flatMap(([, name = ""]) =>
    variables[name] === undefined ? [name] : [],
  );
}
