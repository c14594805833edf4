import { setFlagsFromString } from "node:v8";
import manifest from "../package.json" with { type: "json" };
import { execute } from "./execute.ts";
import { openProcess } from "./io/process-io.ts";

/** Runs one command line on the real process: its streams, its signals, its exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  const { io, hasServed } = openProcess(manifest.version);
  optimiseLater();
  process.exitCode = await execute(argv, io);
  if (hasServed()) setTimeout(() => process.exit(), EXIT_MS).unref();
}

/** How long a server that has ended waits for a client that does not read. */
const EXIT_MS = 400;

/** How long a command runs before V8's slowest compiler may help. */
const SHORT_MS = 1_000;

/**
 * Most commands are over before optimised code pays for its compilation, which takes up to a third of the CPU time of
 * `list`. Long work is still optimised, only later. Called after Node's own modules are loaded, because the code cache
 * that comes with them is valid for V8's default settings only.
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
