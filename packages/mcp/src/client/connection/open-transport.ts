import { StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import type { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { ServerLimits } from "../limits.ts";
import type { ServerAddress, ServerCommand, ServerTransport } from "../remote-server.ts";
import { guardedFetch } from "./guarded-fetch.ts";

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
  const stdio = await import("@modelcontextprotocol/client/stdio");
  const transport = new stdio.StdioClientTransport({
    command: to.command,
    args: [...(to.args ?? [])],
    env: { ...stdio.getDefaultEnvironment(), ...to.env },
    // Never the person's terminal: what a program writes there is untrusted.
    stderr: "pipe",
    maxBufferSize: limits.messageBytes,
    ...(to.cwd === undefined ? {} : { cwd: to.cwd }),
  });
  hurry(transport);
  let words = "";
  transport.stderr?.on("data", (chunk: unknown) => {
    words = (words + String(chunk)).slice(-MAX_WORDS);
  });
  return { transport, lastWords: () => words.trim() };
}

/** How long after its input was closed a program is told to end, and how long after that it is ended. */
const ASKED_MS = 500;
const KILLED_MS = 2_000;

/** A program that does not leave when its input ends is not waited for: the official transport would take four seconds. */
function hurry(transport: StdioClientTransport): void {
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
    setTimeout(send, ASKED_MS, "SIGTERM").unref();
    setTimeout(send, KILLED_MS, "SIGKILL").unref();
    return close();
  };
}

function endProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It left in the meantime.
  }
}
