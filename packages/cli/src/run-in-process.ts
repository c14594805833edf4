import { homedir } from "node:os";
import { execute } from "./execute.ts";
import { EXIT } from "./exit-codes.ts";
import type { Io, Output } from "./io.ts";

/** Runs a command on the real process: its streams, its signals, its exit code. */
export async function runInProcess(argv: readonly string[], version: string): Promise<void> {
  await optimiseLater();
  endQuietlyWhenNobodyReads(process.stdout);
  endQuietlyWhenNobodyReads(process.stderr);
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
  return {
    stdout: outputTo(process.stdout),
    stderr: outputTo(process.stderr),
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    version,
  };
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

/** `knowhow list | head` closes the pipe early, which is no trouble. */
function endQuietlyWhenNobodyReads(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}
