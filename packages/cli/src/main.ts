import manifest from "../package.json" with { type: "json" };
import { runInProcess } from "./run-in-process.ts";

/** Runs one command line and sets the exit code. */
export function run(argv: readonly string[]): Promise<void> {
  return runInProcess(argv, manifest.version);
}
