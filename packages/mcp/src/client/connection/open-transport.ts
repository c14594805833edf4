import { StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import type { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { ServerLimits } from "../limits.ts";
import type { ServerAddress, ServerCommand, ServerTransport } from "../remote-server.ts";
import { guardedFetch } from "./guarded-fetch.ts";

/** A transport that is not yet open and, for a program, its last error output. */
export interface OpenedTransport {
  readonly transport: Transport;
  readonly lastOutput: () => string;
}

/** Creates the transport for one connection. */
export async function openTransport(to: ServerTransport, limits: ServerLimits): Promise<OpenedTransport> {
  if ("open" in to) return { transport: to.open(), lastOutput: () => "" };
  return "url" in to ? openHttp(to, limits) : openProgram(to, limits);
}

function openHttp({ url, headers = {} }: ServerAddress, limits: ServerLimits): OpenedTransport {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: guardedFetch(url, limits.messageBytes),
    requestInit: { headers: { ...headers } },
    redirectPolicy: "same-origin",
  });
  return { transport, lastOutput: () => "" };
}

/** Maximum number of characters kept of a program's error output. */
const MAX_OUTPUT = 400;

async function openProgram(to: ServerCommand, limits: ServerLimits): Promise<OpenedTransport> {
  const stdio = await import("@modelcontextprotocol/client/stdio");
  const transport = new stdio.StdioClientTransport({
    command: to.command,
    args: [...(to.args ?? [])],
    env: { ...stdio.getDefaultEnvironment(), ...to.env },
    // Never the user's terminal, because a program's output is untrusted.
    stderr: "pipe",
    maxBufferSize: limits.messageBytes,
    ...(to.cwd === undefined ? {} : { cwd: to.cwd }),
  });
  killAfterClose(transport);
  let words = "";
  transport.stderr?.on("data", (chunk: unknown) => {
    words = (words + String(chunk)).slice(-MAX_OUTPUT);
  });
  return { transport, lastOutput: () => words.trim() };
}

/** How long after closing its input a program is asked to exit, and how long after that it is killed. */
const TERMINATE_AFTER_MS = 500;
const KILL_AFTER_MS = 2_000;

/** Ends a program that does not exit when its input is closed; the official transport would take four seconds. */
function killAfterClose(transport: StdioClientTransport): void {
  let isGone = false;
  transport.onclose = () => {
    isGone = true;
  };
  const close = transport.close.bind(transport);
  transport.close = () => {
    const { pid } = transport;
    const send = (signal: NodeJS.Signals) => {
      if (!isGone && pid !== null) endProcess(pid, signal);
    };
    setTimeout(send, TERMINATE_AFTER_MS, "SIGTERM").unref();
    setTimeout(send, KILL_AFTER_MS, "SIGKILL").unref();
    return close();
  };
}

function endProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has exited in the meantime.
  }
}
