import type { Runtime } from "@knowhow/runtime";
import type { WorkOptions } from "@knowhow/runtime/workflows";
import { errorText } from "../io/system-error.ts";
import { APPLICATION } from "../runtime/open-runtime.ts";
import { homeOf, libraryOf, type OpenRuns } from "./use-runs.ts";

/** A library is read again at most this often while runs wait for something that is missing in it. */
const RELOAD_MS = 5_000;

interface WorkerOptions extends Pick<WorkOptions, "concurrency" | "onStore"> {
  /** Prints why runs are not executed. */
  readonly say: (text: string) => void;
}

/**
 * Executes stored runs, each with the library of the directory that it was started in. A run whose directory is gone, or
 * whose library cannot be opened, waits.
 */
export async function workOverDirectories(
  { store, library }: OpenRuns,
  { concurrency, onStore, say }: WorkerOptions,
): Promise<{ close(): Promise<void> }> {
  const said = new Map<string, string>();
  const leave = (directory: string, why: string): undefined => {
    if (said.get(directory) !== why) say(`runs of ${directory} wait: ${why}`);
    said.set(directory, why);
    return undefined;
  };
  /** The library for runs of a directory; undefined if it cannot be used now. */
  const libraryAt = async (stored: string | undefined): Promise<Runtime | undefined> => {
    const directory = homeOf(stored, store);
    const name = stored ?? "the current directory";
    if (directory === null) return leave(name, "the directory no longer exists");
    try {
      const runtime = await library(directory);
      said.delete(name);
      return runtime;
    } catch (error) {
      return leave(name, errorText(error));
    }
  };
  const reloaded = new Map<Runtime, number>();
  /** Reads what was installed or trusted since; false if that was done a moment ago. */
  const refresh = async (runtime: Runtime): Promise<boolean> => {
    if (Date.now() - (reloaded.get(runtime) ?? 0) < RELOAD_MS) return false;
    reloaded.set(runtime, Date.now());
    await runtime.reload();
    return true;
  };
  return store.runs.work(
    async (run, durable, signal) => {
      try {
        const runtime = await libraryOf(run, { store, library });
        return await runtime.runs.executor().handler(run, durable, signal);
      } catch (error) {
        say(`the execution of ${run.id} ended without a result: ${errorText(error)}`);
        throw error;
      }
    },
    {
      concurrency,
      application: APPLICATION,
      ...(onStore === undefined ? {} : { onStore }),
      accepts: async (demand) => {
        const runtime = await libraryAt(demand.directory);
        if (runtime === undefined) return false;
        const { accepts } = runtime.runs.executor();
        return (await accepts(demand)) || ((await refresh(runtime)) && (await accepts(demand)));
      },
    },
  );
}
