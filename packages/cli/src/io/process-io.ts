import { realpathSync } from "node:fs";
import { nodeEnvironment } from "@knowhow/runtime/node";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { forTerminal } from "./for-terminal.ts";
import type { AskOptions, Io, Output, Serving } from "./io.ts";
import { systemReason } from "./system-error.ts";

/** The first answer of a server waits as long as Node takes to begin this many times, counted from the start. */
const STARTS_OF_NODE = 24;
/** Clients wait for two seconds, also on a busy machine, and ask for the tools after this answer. */
const MAX_START_MS = 1_200;

/** The real process as a command sees it. */
export interface ProcessIo {
  readonly io: Io;
  /** True if a command has served a client on stdout. */
  hasServed(): boolean;
}

/** Opens the process for one command. Ctrl-C ends it, except while it serves; so does an output that cannot be written. */
export function openProcess(version: string): ProcessIo {
  endWhenUnwritable(process.stdout);
  endWhenUnwritable(process.stderr);
  for (const signal of ENDING) process.once(signal, endNow);
  let served = false;
  // The pipes are only touched when a command serves.
  const serving: Serving = {
    get input() {
      return process.stdin;
    },
    get output() {
      served = true;
      return process.stdout;
    },
    firstAnswerMs: () =>
      Math.max(
        0,
        Math.min(MAX_START_MS, STARTS_OF_NODE * performance.nodeTiming.bootstrapComplete) - performance.now(),
      ),
    untilStopped: () =>
      new Promise((resolve) => {
        for (const signal of ENDING) process.off(signal, endNow);
        process.once("SIGINT", () => resolve());
        process.once("SIGTERM", () => resolve());
      }),
  };
  return { io: processIo(version, serving), hasServed: () => served };
}

/** Ctrl-C, the request of another program, and a terminal that was closed. */
const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** What a command does before a signal ends the process. */
let beforeEnd = (): Promise<void> | undefined => undefined;

/** How long a signal waits for a command that records its end. */
const GRACE_MS = 900;

/** As shells count: 128 and the number of the signal. */
const ENDED_BY: Partial<Record<NodeJS.Signals, ExitCode>> = { SIGTERM: EXIT.terminated, SIGHUP: EXIT.hungUp };

function endNow(signal: NodeJS.Signals = "SIGINT"): void {
  const exit = () => process.exit(ENDED_BY[signal] ?? EXIT.interrupted);
  const ending = beforeEnd();
  if (ending === undefined) exit();
  // Pressed again, it ends at once.
  for (const each of ENDING) process.once(each, exit);
  setTimeout(exit, GRACE_MS);
  void ending?.then(exit, exit);
}

function processIo(version: string, serving: Serving): Io {
  const cwd = currentDirectory();
  return {
    stdout: outputTo(process.stdout),
    stderr: outputTo(process.stderr),
    env: process.env,
    cwd,
    home: nodeEnvironment({ cwd: cwd ?? "/" }).home,
    version,
    program: () => ({ node: process.execPath, script: realpathSync(process.argv[1] ?? "") }),
    // Node's module for terminals brings the network modules along, so only commands that ask load it.
    get ask() {
      return process.getBuiltinModule("node:tty").isatty(0) ? ask : undefined;
    },
    onInterrupt: (action) => {
      beforeEnd = action;
    },
    readInput,
    serving,
  };
}

/** Asks on stderr, because stdout is for the output of the command. */
async function ask(question: string, { hidden = false }: AskOptions = {}): Promise<string | undefined> {
  // Nothing comes after the end of input, also not an event.
  if (process.stdin.readableEnded) return undefined;
  const { createInterface } = await import("node:readline");
  // With `terminal`, readline shows what is typed itself, and here it has nowhere to show it.
  const lines = createInterface({ input: process.stdin, terminal: hidden });
  lines.once("SIGINT", () => endNow());
  process.stderr.write(forTerminal(question));
  try {
    for await (const line of lines) return line.trim();
    process.stderr.write("\n");
    return undefined;
  } finally {
    lines.close();
    if (hidden) process.stderr.write("\n");
  }
}

/** Stops reading at the limit, so that endless input does not block. */
async function readInput(maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}

function currentDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** Reports sanitise what they print; this is the last look before a terminal gets it, for all commands. */
function outputTo(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => {
      stream.write(stream.isTTY === true ? forTerminal(text) : text);
    },
    isTTY: stream.isTTY === true,
    columns: stream.isTTY === true ? stream.columns : undefined,
  };
}

/** A pipe that is closed early, as by `knowhow list | head`, is not an error; a full disk is. */
function endWhenUnwritable(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    if (stream !== process.stderr)
      process.stderr.write(`knowhow: cannot write output: ${systemReason(error)}\n`);
    process.exit(EXIT.broken);
  });
}
