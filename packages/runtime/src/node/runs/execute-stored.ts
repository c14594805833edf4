import { isKnowhowError } from "../../errors.ts";
import { openDurable } from "../../execution/engine/open-durable.ts";
import { applyEntry, type RunEntry, viewOf } from "../../execution/engine/run-state.ts";
import type { Execution } from "../../execution/engine/work-loop.ts";
import type { Awaitable } from "../../ports.ts";
import type { ActionExecutionResult, RunHandler } from "../../run.ts";
import type { Disk } from "../state/disk.ts";
import type { Journal } from "../state/journal.ts";
import type { StoredRun } from "./run-file.ts";
import type { RunFolder } from "./run-folder.ts";
import { watchCancellation } from "./watch-cancellation.ts";

/** What an execution needs besides the run. */
export interface ExecutionContext {
  readonly folder: RunFolder;
  readonly handler: RunHandler;
  readonly signal?: AbortSignal | undefined;
  readonly pollMs: number;
  readonly now: () => number;
  readonly disk: Disk;
}

/** Executes a run and stores its result. Throws if the store fails; such an execution is not counted. */
export async function executeStored(
  { start, state }: StoredRun,
  journal: Journal,
  { folder, handler, signal, pollMs, now, disk }: ExecutionContext,
): Promise<Execution> {
  const last = JSON.stringify(state.result);
  const begin = { kind: "begin", executions: state.executions + 1 } as const;
  await store(journal, begin, false);
  applyEntry(state, begin);
  const cancellation = watchCancellation(folder.pathOf(start.id, "cancel"), { signal, pollMs, disk });
  try {
    const durable = openDurable(state, { write: (entry, sync) => store(journal, entry, sync), now });
    await cancellation.look();
    const result = await handler(viewOf(start, state), durable, cancellation.signal);
    // A run may lack something for days. Its journal does not grow by the same result with every attempt.
    if (result.missing !== undefined && JSON.stringify(result) === last)
      await store(journal, { kind: "retry" }, false);
    else await storeResult(journal, result, now());
    if (result.status !== "paused") await cancellation.forget();
    return { result };
  } catch (rejected) {
    const lost = journal.failure ?? (isUnrecorded(rejected) ? rejected : undefined);
    if (lost === undefined) return { rejected };
    folder.spare(start.id, begin.executions);
    throw lost;
  } finally {
    cancellation.close();
  }
}

/** True if the audit log could not be written: nothing of the run is the reason, and the tool was not called. */
function isUnrecorded(error: unknown): boolean {
  return isKnowhowError(error) && error.code === "audit.not-written";
}

/** Adds an entry to the journal; with `sync` it survives a power failure. */
export function store(journal: Journal, entry: RunEntry, sync: boolean): Awaitable<undefined> {
  journal.append(entry);
  return sync ? journal.sync().then(() => undefined) : undefined;
}

/** Stores how an execution ended. */
export async function storeResult(
  journal: Journal,
  result: ActionExecutionResult,
  at: number,
): Promise<void> {
  await store(journal, { kind: "result", result, at }, true);
}
