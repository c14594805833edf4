import manifest from "../package.json" with { type: "json" };
import { execute } from "./execute.ts";
import { openProcess } from "./io/process-io.ts";

/** Runs one command line on the real process: its streams, its signals, its exit code. */
export async function runProcess(argv: readonly string[]): Promise<void> {
  const { io, hasServed } = openProcess(manifest.version);
  process.exitCode = await execute(argv, io);
  if (hasServed()) setTimeout(() => process.exit(), EXIT_MS).unref();
}

/** How long a server that has ended waits for a client that does not read. */
const EXIT_MS = 400;
