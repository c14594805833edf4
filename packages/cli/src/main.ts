import { keepCompiledCode } from "./io/compiled-code.ts";

/** Runs one command line. Nothing else is loaded before Node can take its compiled code from the cache. */
export async function run(argv: readonly string[]): Promise<void> {
  if (!argv.includes("--no-cache")) keepCompiledCode();
  const { runProcess } = await import("./run-process.ts");
  await runProcess(argv);
}
