import { nodeEnvironment } from "@knowhow/runtime/node";
import { execute } from "./execute.ts";
import { EXIT } from "./exit-codes.ts";
import type { Io, Output } from "./io.ts";
import { systemReason } from "./system-error.ts";

/** Runs a command on the real process: its streams, its signals, its exit code. */
export async function runInProcess(argv: readonly string[], version: string): Promise<void> {
  await optimiseLater();
  endWhenItCannotBeWritten(process.stdout);
  endWhenItCannotBeWritten(process.stderr);
  process.once("SIGINT", () => process.exit(EXIT.interrupted));
  process.exitCode = await execute(argv, processIo(version));
}

/**
 * A command is over before optimised code pays for its making: on Node 20 a third of the CPU time of `list` goes into
 * compiling. Long work is still optimised, only later. Newer versions have a cheaper compiler in between.
 */
async function optimiseLater(): Promise<void> {
  if (!process.version.startsWith("v20.")) return;
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--interrupt-budget=1000000");
}

function processIo(version: string): Io {
  const cwd = currentDirectory();
  return {
    stdout: outputTo(process.stdout),
    stderr: outputTo(process.stderr),
    env: process.env,
    cwd,
    home: nodeEnvironment({ cwd: cwd ?? "/" }).home,
    version,
  };
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
