import type { Scanner } from "@knowhow/runtime";
import { nodeFiles } from "@knowhow/runtime/node";
import { mapConcurrently } from "@knowhow/runtime/toolkit";
import { countedProgress } from "../io/progress.ts";
import { loadRuntime } from "../runtime/open-runtime.ts";
import type { Call } from "../table/command.ts";

/** Verdicts that come together are written together. */
const AT_ONCE = 64;

/**
 * Stores the verdicts of those scanned directories that are skills of the library, as the gate would: `list`, `why` and `doctor` then
 * know them. Anything else that is scanned, such as a download, leaves no trace. `directories` are real paths, and `scanner` is
 * the one that has scanned them.
 */
export async function storeVerdicts(
  call: Call,
  directories: ReadonlySet<string>,
  scanner: Scanner,
): Promise<void> {
  const files = nodeFiles();
  // The scan has its result already: a library that cannot be loaded has no listing either.
  const runtime = await loadRuntime(call, { scanner: call.io.scanner ?? (() => scanner) }).catch(
    () => undefined,
  );
  if (runtime === undefined) return;
  const entries = runtime.library.entries({ shadowed: true });
  const progress = countedProgress("storing verdicts", { io: call.io, quiet: call.args.has("quiet") });
  let done = 0;
  const store = async ({ skill: { name, path } }: (typeof entries)[number]) => {
    progress.update(done, entries.length);
    done += 1;
    const directory = await files.realpath(path.slice(0, path.lastIndexOf("/")));
    if (directory === undefined || !directories.has(directory)) return;
    try {
      await (await runtime.trust.inspect(name, { path })).review();
    } catch {
      // It changed or disappeared since: the next request scans it.
    }
  };
  await mapConcurrently(entries, AT_ONCE, store).finally(progress.end);
}
