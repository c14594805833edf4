import manifest from "../package.json" with { type: "json" };

/** Runs one command line and sets the exit code. The version is answered before anything else is loaded. */
export async function run(argv: readonly string[]): Promise<void> {
  if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-v")) {
    process.stdout.write(`${manifest.version}\n`);
    return;
  }
  const { runInProcess } = await import("./run-in-process.ts");
  await runInProcess(argv, manifest.version);
}
