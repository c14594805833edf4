import { StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { guardedFetch } from "./guarded-fetch.ts";
import type { ServerLimits } from "./limits.ts";
import type { ServerAddress, ServerCommand, ServerTransport } from "./skill-server.ts";

/** A way to a server that is not yet open, and the last words of its program, where it is one. */
export interface OpenedTransport {
  readonly transport: Transport;
  readonly lastWords: () => string;
}

/** Makes the transport for one connection. */
export async function openTransport(to: ServerTransport, limits: ServerLimits): Promise<OpenedTransport> {
  if ("open" in to) return { transport: to.open(), lastWords: () => "" };
  return "url" in to ? openHttp(to, limits) : openProgram(to, limits);
}

function openHttp({ url, headers = {} }: ServerAddress, limits: ServerLimits): OpenedTransport {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: guardedFetch(url, limits.messageBytes),
    requestInit: { headers: { ...headers } },
    redirectPolicy: "same-origin",
  });
  return { transport, lastWords: () => "" };
}

/** What is kept of a program's complaints. */
const MAX_WORDS = 400;

async function openProgram(to: ServerCommand, limits: ServerLimits): Promise<OpenedTransport> {
  const { getDefaultEnvironment, StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const transport = new StdioClientTransport({
    command: to.command,
    args: [...(to.args ?? [])],
    env: { ...getDefaultEnvironment(), ...to.env },
    // Never the person's terminal: what a program writes there is untrusted.
    stderr: "pipe",
    maxBufferSize: limits.messageBytes,
    ...(to.cwd === undefined ? {} : { cwd: to.cwd }),
  });
  let words = "";
  transport.stderr?.on("data", (chunk: unknown) => {
    words = (words + String(chunk)).slice(-MAX_WORDS);
  });
  return { transport, lastWords: () => words.trim() };
}
