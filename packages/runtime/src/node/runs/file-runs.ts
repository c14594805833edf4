import { join } from "node:path";
import { checkArgument, checkOptions } from "../../basics/check-options.ts";
import type { JsonValue } from "../../basics/copy-json.ts";
import { anything, callable, filledText, number } from "../../basics/kinds.ts";
import { once } from "../../basics/once.ts";
import { sharedValues } from "../../basics/shared-values.ts";
import { isKnowhowError } from "../../errors.ts";
import { cancelledResult } from "../../execution/engine/memory-runs.ts";
import { openDurable } from "../../execution/engine/open-durable.ts";
import { badRunId, busyRun, existingRun, isRunId, unknownRun } from "../../execution/engine/run-errors.ts";
import {
  canContinue,
  hasEnded,
  keptEntries,
  type RunEntry,
  viewOf,
} from "../../execution/engine/run-state.ts";
import { workLoop } from "../../execution/engine/work-loop.ts";
import type { Awaitable } from "../../ports.ts";
import type { ActionExecutionResult, RunHandler, RunStart, Runs, RunView } from "../../run.ts";
import { codeOf } from "../files/file-stat.ts";
import { type Disk, nodeDisk } from "../state/disk.ts";
import { type Journal, openJournal, parseLine, readJournal } from "../state/journal.ts";
import { isHeld, withLock } from "../state/with-lock.ts";
import { writeFileAtomic } from "../state/write-file.ts";
import { firstRecords, readRun, type StoredRun } from "./run-file.ts";
import { readSecret } from "./run-secret.ts";
import { watchCancellation } from "./watch-cancellation.ts";

/** Options of runs in files. */
export interface FileRunsOptions {
  readonly now?: () => number;
  /** How often `work` looks for runs, and an execution for its cancellation, in milliseconds. Default 250. */
  readonly pollMs?: number;
  readonly disk?: Disk;
}

/** How long to wait for a lock that is held only while a record is added. */
const SHORT_WAIT_MS = 250;
const LONG_WAIT_MS = 5_000;

/** How long a cancellation waits for the process that executes the run. */
const CANCEL_WAIT_MS = 1_500;

/** A worker tries runs that another process seems to execute only in every so many looks. */
const LOCKED_EVERY = 4;

/**
 * Runs in a folder that only the user can read, one folder with a journal for each. A run is executed by at most one
 * process, which holds its lock; the lock of a killed process is taken over.
 */
export function fileRuns(folder: string, options: FileRunsOptions = {}): Runs {
  checkArgument("fileRuns", "folder", folder, filledText);
  checkOptions("fileRuns", options, { now: callable, pollMs: number(1), disk: anything });
  const { now = Date.now, pollMs = 250, disk = nodeDisk } = options;
  const share = sharedValues<Uint8Array, unknown>((line, other) => Buffer.compare(line, other) === 0);
  const parse = (line: Uint8Array): unknown => share(line, () => parseLine(line));
  const pathOf = (id: string, name: string) => join(folder, id, name);
  const journalOf = (id: string) => pathOf(id, "journal.jsonl");

  const read = async (id: string): Promise<StoredRun | undefined> => {
    const records = isRunId(id) ? await readJournal(journalOf(id), disk, parse) : undefined;
    return records === undefined ? undefined : readRun(id, records, journalOf(id));
  };

  const view = async ({ start, state }: StoredRun): Promise<RunView> =>
    viewOf(start, state, hasEnded(state) || (await isHeld(pathOf(start.id, "lock"), disk)));

  /** A lock would create the folder of a run that does not exist. */
  const exists = async (id: string): Promise<boolean> =>
    isRunId(id) && (await disk.lstat(journalOf(id)).catch(() => undefined)) !== undefined;

  /** Works with a run while nobody else does. */
  const alone = async <T>(
    id: string,
    waitMs: number,
    work: (run: StoredRun, journal: Journal) => Promise<T>,
  ) => {
    if (!(await exists(id))) throw unknownRun(id);
    return locked(id, waitMs, async () => {
      const journal = await openJournal(journalOf(id), disk, parse);
      if (journal === undefined) throw unknownRun(id);
      try {
        return await work(readRun(id, journal.records, journalOf(id)), journal);
      } finally {
        await journal.close();
      }
    });
  };

  const locked = async <T>(id: string, waitMs: number, work: () => Promise<T>): Promise<T> => {
    const state = { isInside: false };
    try {
      return await withLock(
        pathOf(id, "lock"),
        () => {
          state.isInside = true;
          return work();
        },
        { waitMs, disk },
      );
    } catch (error) {
      if (state.isInside || !isKnowhowError(error) || error.code !== "state.locked") throw error;
      throw busyRun(id, /is held by (.*)$/.exec(error.message)?.[1]);
    }
  };

  const create = async (start: RunStart, entries: readonly RunEntry[] = []): Promise<void> => {
    if (!isRunId(start.id)) throw badRunId(start.id);
    const text = firstRecords(start, entries)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join("");
    try {
      await writeFileAtomic(journalOf(start.id), text, { private: true, exclusive: true, disk });
    } catch (error) {
      throw codeOf(error) === "EEXIST" ? existingRun(start.id) : error;
    }
  };

  const execute = async (
    { start, state }: StoredRun,
    journal: Journal,
    handler: RunHandler,
    signal?: AbortSignal,
  ): Promise<ActionExecutionResult> => {
    const execution = watchCancellation(pathOf(start.id, "cancel"), { signal, pollMs, disk });
    try {
      const durable = openDurable(state, { write: (entry, sync) => store(journal, entry, sync), now });
      await execution.look();
      const result = await handler(viewOf(start, state), durable, execution.signal);
      await store(journal, { kind: "result", result, at: now() }, true);
      if (result.status !== "paused") await execution.forget();
      return result;
    } finally {
      execution.close();
    }
  };

  return {
    secret: once(() => readSecret(join(folder, "secret"), disk)),
    start: (start) => create(start),
    run: (id, handler, signal) =>
      alone(id, SHORT_WAIT_MS, async (run, journal) =>
        hasEnded(run.state) && run.state.result !== undefined
          ? run.state.result
          : execute(run, journal, handler, signal),
      ),
    signal: (id, key, value) =>
      alone(id, LONG_WAIT_MS, ({ state }, journal) => answer(journal, state.answers, key, value)),
    cancel: async (id, reason) => {
      const run = await read(id);
      if (run === undefined) throw unknownRun(id);
      if (hasEnded(run.state)) return;
      const marker = pathOf(id, "cancel");
      await writeFileAtomic(marker, JSON.stringify({ reason }), { private: true, sync: true, disk });
      try {
        await alone(id, CANCEL_WAIT_MS, async ({ start, state }, journal) => {
          const result = cancelledResult(viewOf(start, state).result, reason);
          if (!hasEnded(state)) await store(journal, { kind: "result", result, at: now() }, true);
          await disk.unlink(marker).catch(() => undefined);
        });
      } catch (error) {
        // The process that executes it finds the marker.
        if (!isKnowhowError(error) || error.code !== "run.busy") throw error;
      }
    },
    get: async (id) => {
      const run = await read(id);
      return run === undefined ? undefined : view(run);
    },
    list: async function* ({ skill, status, limit = Number.POSITIVE_INFINITY } = {}) {
      let count = 0;
      for (const id of await idsIn(folder, disk)) {
        if (count >= limit) return;
        const run = await read(id).catch(unlessBroken);
        if (run === undefined) continue;
        const found = await view(run);
        if (skill !== undefined && found.skill !== skill) continue;
        if (status !== undefined && found.result.status !== status) continue;
        count += 1;
        yield found;
      }
    },
    fork: async (id, copy, keep) => {
      const run = await read(id);
      if (run === undefined) throw unknownRun(id);
      await create({ ...run.start, ...copy }, keptEntries(run.state, keep));
    },
    delete: async (id) => {
      if (!isRunId(id) || (await readJournal(journalOf(id), disk).catch(() => [])) === undefined)
        return false;
      await locked(id, SHORT_WAIT_MS, async () => {
        for (const name of ["cancel", "journal.jsonl"])
          await disk.unlink(pathOf(id, name)).catch((error) => {
            if (codeOf(error) !== "ENOENT") throw error;
          });
      });
      await disk.removeFolder(join(folder, id)).catch(() => undefined);
      return true;
    },
    work: async (handler, { concurrency }) => {
      const known = new Map<string, { readonly mark: string; readonly run: StoredRun | undefined }>();
      let looks = 0;
      const mayContinue = async (id: string): Promise<boolean> => {
        const isLocked = (await disk.lstat(pathOf(id, "lock")).catch(() => undefined)) !== undefined;
        if (isLocked && looks % LOCKED_EVERY !== 1) return false;
        const stats = await disk.stat(journalOf(id)).catch(() => undefined);
        if (stats === undefined) return false;
        const mark = `${stats.size}:${stats.mtimeMs}`;
        const last = known.get(id);
        const run = last?.mark === mark ? last.run : await read(id).catch(unlessBroken);
        known.set(id, { mark, run });
        return run !== undefined && canContinue(run.state, now());
      };
      const loop = workLoop({
        pollMs,
        concurrency,
        candidates: async () => {
          looks += 1;
          const found: string[] = [];
          for (const id of [...(await idsIn(folder, disk))].reverse())
            if (await mayContinue(id)) found.push(id);
          return found;
        },
        execute: async (id) => {
          try {
            await alone(id, 0, async (run, journal) => {
              if (canContinue(run.state, now())) await execute(run, journal, handler);
            });
          } catch (error) {
            if (!isKnowhowError(error) || error.code !== "run.busy") throw error;
          }
        },
      });
      return { close: loop.close };
    },
  };
}

function store(journal: Journal, entry: RunEntry, sync: boolean): Awaitable<undefined> {
  journal.append(entry);
  return sync ? journal.sync().then(() => undefined) : undefined;
}

async function answer(
  journal: Journal,
  answers: ReadonlyMap<string, JsonValue>,
  key: string,
  value: JsonValue,
): Promise<void> {
  if (!answers.has(key)) await store(journal, { kind: "answer", key, value }, true);
}

/** Newest first, because ids begin with the time. */
async function idsIn(folder: string, disk: Disk): Promise<readonly string[]> {
  const names = await disk.list(folder).catch((error): readonly string[] => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  return names
    .filter((name) => isRunId(name) && name !== "secret")
    .sort()
    .reverse();
}

/** A run that cannot be read is not listed. */
function unlessBroken(error: unknown): undefined {
  if (!isKnowhowError(error)) throw error;
}
