import { realpathSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { nodeEnvironment } from "@knowhow/runtime/node";
import { execute } from "./execute.ts";
import { EXIT } from "./exit-codes.ts";
import type { Io, Output, Serving } from "./io.ts";
import { systemReason } from "./system-error.ts";

/** Runs a command on the real process: its streams, its signals, its exit code. */
export async function runInProcess(argv: readonly string[], version: string): Promise<void> {
  endWhenItCannotBeWritten(process.stdout);
  endWhenItCannotBeWritten(process.stderr);
  process.once("SIGINT", endNow);
  const io = processIo(version);
  optimiseLater();
  process.exitCode = await execute(argv, io);
  if (hasServed) setTimeout(() => process.exit(), LEAVE_MS).unref();
}

/** How long a client that is gone, or does not read, keeps a server that has ended. */
const LEAVE_MS = 400;
let hasServed = false;

/** How long a command runs before V8's slowest compiler may help. */
const SHORT_MS = 1_000;

/**
 * A command is over before optimised code pays for its making: up to a third of the CPU time of `list` would go into
 * compiling. Long work is still optimised, only later. Called when Node's own modules are loaded, because the compiled
 * code that comes with them is good for V8's usual settings only.
 */
function optimiseLater(): void {
  if (process.version.startsWith("v20.")) {
    setFlagsFromString("--interrupt-budget=1000000");
  } else {
    // Newer versions have a cheaper compiler in between.
    setFlagsFromString("--no-opt");
    setTimeout(() => setFlagsFromString("--opt"), SHORT_MS).unref();
  }
}

function endNow(): void {
  process.exit(EXIT.interrupted);
}

/** The pipes are only touched when a command serves. */
const serving: Serving = {
  get input() {
    return process.stdin;
  },
  get output() {
    hasServed = true;
    return process.stdout;
  },
  untilStopped: () =>
    new Promise((resolve) => {
      process.off("SIGINT", endNow);
      process.once("SIGINT", () => resolve());
      process.once("SIGTERM", () => resolve());
    }),
};

function processIo(version: string): Io {
  const cwd = currentDirectory();
  return {
    stdout: outputTo(process.stdout),
    stderr: outputTo(process.stderr),
    env: process.env,
    cwd,
    home: nodeEnvironment({ cwd: cwd ?? "/" }).home,
    version,
    program: () => ({ node: process.execPath, script: realpathSync(process.argv[1] ?? "") }),
    // Node's module for terminals brings the network along, so it is loaded for the commands that ask.
    get ask() {
      return process.getBuiltinModule("node:tty").isatty(0) ? ask : undefined;
    },
    readInput,
    serving,
  };
}

/** The question goes to stderr, because stdout belongs to the answer of the command. */
async function ask(question: string): Promise<string | undefined> {
  const { createInterface } = await import("node:readline");
  const lines = createInterface({ input: process.stdin, terminal: false });
  process.stderr.write(question);
  try {
    for await (const line of lines) return line.trim();
    return undefined;
  } finally {
    lines.close();
  }
}

/** What is longer is cut, without waiting for its end. */
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

function outputTo(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => {
      stream.write(text);
    },
    isTTY: stream.isTTY === true,
    columns: stream.isTTY === true ? stream.columns : undefined,
  };
}

/** `knowhow list | head` closes the pipe early, which is no trouble; a full disk is. */
function endWhenItCannotBeWritten(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    if (stream !== process.stderr)
      process.stderr.write(`knowhow: the output cannot be written: ${systemReason(error)}\n`);
    process.exit(EXIT.broken);
  });
}
