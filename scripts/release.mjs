/**
 * `npm run release -- <patch|minor|major|x.y.z> [--dry-run | --publish]`: makes a release of all packages; with
 * `--dry-run` it does everything except changing the repository. CONTRIBUTING.md describes the steps.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { makeRelease } from "./release/make-release.mjs";
import { proveRelease } from "./release/prove-release.mjs";
import { runCommand } from "./release/run-command.mjs";

const USAGE = "npm run release -- <patch|minor|major|x.y.z> [--dry-run | --publish]";

const stop = new AbortController();
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.on(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
}

try {
  const { values, positionals } = readArguments();
  await makeRelease(
    {
      root: fileURLToPath(new URL("..", import.meta.url)),
      wanted: positionals[0] ?? "patch",
      date: new Date().toISOString().slice(0, 10),
      dryRun: values["dry-run"] ?? false,
      publish: values.publish ?? false,
      signal: stop.signal,
    },
    { run: runCommand, prove: proveRelease, say: (line) => void process.stdout.write(`${line}\n`) },
  );
} catch (error) {
  process.stderr.write(`release: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** A dry run needs no version: its default is a patch release. */
function readArguments() {
  const options = /** @type {const} */ ({ "dry-run": { type: "boolean" }, publish: { type: "boolean" } });
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const isTooMuch = positionals.length > 1 || (values["dry-run"] === true && values.publish === true);
  if (isTooMuch || (positionals.length === 0 && values["dry-run"] !== true))
    throw new Error(`usage: ${USAGE}`);
  return { values, positionals };
}
