import { join } from "node:path";
import { sharedValues } from "../../basics/shared-values.ts";
import { isKnowhowError, KnowhowError } from "../../errors.ts";
import { badRunId, busyRun, existingRun, isRunId, unknownRun } from "../../execution/engine/run-errors.ts";
import type { RunEntry } from "../../execution/engine/run-state.ts";
import type { DamagedRun, RunStart } from "../../run.ts";
import { codeOf } from "../files/file-stat.ts";
import type { Disk } from "../state/disk.ts";
import { type Journal, openJournal, parseLine, readJournal } from "../state/journal.ts";
import { listFolder } from "../state/private-folder.ts";
import { isHeld, withLock } from "../state/with-lock.ts";
import { writeFileAtomic } from "../state/write-file.ts";
import { firstRecords, REMOVE, readRun, type StoredRun } from "./run-file.ts";

/** A folder with a folder for each run: its journal, its lock while a process works with it, and a marker to cancel it. */
export interface RunFolder {
  pathOf(id: string, name: "journal.jsonl" | "lock" | "cancel"): string;
  /** Newest first, because ids begin with the time. */
  ids(): Promise<readonly string[]>;
  /** A stored run; undefined if there is none. Throws if it cannot be read. */
  read(id: string): Promise<StoredRun | undefined>;
  /** True if a process works with the run. */
  isHeld(id: string): Promise<boolean>;
  create(
    start: RunStart,
    more: { readonly entries?: readonly RunEntry[]; readonly background?: boolean | undefined },
  ): Promise<void>;
  /** Works with a run while no other process does. Throws `run.unknown`, and `run.busy` after the time to wait. */
  alone<T>(id: string, waitMs: number, work: (run: StoredRun, journal: Journal) => Promise<T>): Promise<T>;
  /** Removes a run, also one that cannot be read. Returns false if there is none. */
  remove(id: string, waitMs: number): Promise<boolean>;
  /**
   * Does not count an execution, because the store ended it. Only this process knows that until the next record: a disk that
   * could not store a result cannot store this either.
   */
  spare(id: string, executions: number): void;
  /** The recorded number of executions of which the last one does not count; undefined if it does. */
  sparedOf(id: string): number | undefined;
}

/** Opens a folder of runs. Those that were stored without an application belong to the given one. */
export function runFolder(folder: string, disk: Disk, application: string): RunFolder {
  const share = sharedValues<Uint8Array, unknown>((line, other) => Buffer.compare(line, other) === 0);
  const parse = (line: Uint8Array): unknown => share(line, () => parseLine(line));
  const spared = new Map<string, number>();
  const pathOf = (id: string, name: string) => join(folder, id, name);
  const journalOf = (id: string) => pathOf(id, "journal.jsonl");

  const toRun = (id: string, records: readonly unknown[]): StoredRun => {
    const run = readRun(id, records, journalOf(id));
    const { start, state } = run;
    if (state.executions > 0 && state.executions === spared.get(id)) state.executions -= 1;
    return { ...run, start: { application, ...start } };
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

  /** A lock would create the folder of a run that does not exist. */
  const exists = async (id: string): Promise<boolean> =>
    isRunId(id) && (await disk.lstat(journalOf(id)).catch(() => undefined)) !== undefined;

  return {
    pathOf,
    ids: async () => {
      const names = await listFolder(folder, disk);
      return names
        .filter((name) => isRunId(name) && name !== "secret")
        .sort()
        .reverse();
    },
    read: async (id) => {
      const records = isRunId(id)
        ? await readJournal(journalOf(id), disk, parse).catch(explainDamage)
        : undefined;
      return records === undefined ? undefined : toRun(id, records);
    },
    isHeld: (id) => isHeld(pathOf(id, "lock"), disk),
    create: async (start, { entries = [], background = false }) => {
      if (!isRunId(start.id)) throw badRunId(start.id);
      const text = firstRecords(start, entries, background)
        .map((record) => `${JSON.stringify(record)}\n`)
        .join("");
      try {
        await writeFileAtomic(journalOf(start.id), text, { private: true, exclusive: true, disk });
      } catch (error) {
        throw codeOf(error) === "EEXIST" ? existingRun(start.id) : error;
      }
    },
    alone: async (id, waitMs, work) => {
      if (!(await exists(id))) throw unknownRun(id);
      return locked(id, waitMs, async () => {
        const journal = await openJournal(journalOf(id), disk, parse).catch(explainDamage);
        if (journal === undefined) throw unknownRun(id);
        try {
          return await work(toRun(id, journal.records), journal);
        } finally {
          await journal.close();
        }
      });
    },
    remove: async (id, waitMs) => {
      if (!(await exists(id))) return false;
      await locked(id, waitMs, async () => {
        for (const name of ["cancel", "journal.jsonl"])
          await disk.unlink(pathOf(id, name)).catch((error) => {
            if (codeOf(error) !== "ENOENT") throw error;
          });
      });
      await disk.removeFolder(join(folder, id)).catch(() => undefined);
      return true;
    },
    spare: (id, executions) => void spared.set(id, executions),
    sparedOf: (id) => spared.get(id),
  };
}

/** Why one run cannot be read, for errors that do not concern the others. Throws those that do. */
export function damageOf(id: string, error: unknown): DamagedRun {
  if (isKnowhowError(error) && error.code === "run.layout")
    return { id, message: error.message, isNewer: true };
  if (isKnowhowError(error) || (error instanceof Error && ["EACCES", "EPERM"].includes(codeOf(error))))
    return { id, message: error.message };
  throw error;
}

/** A journal is not a log that can be begun again: the hint is about the run. */
function explainDamage(error: unknown): never {
  if (!isKnowhowError(error) || error.code !== "state.log-broken") throw error;
  throw new KnowhowError(error.code, error.message, { hint: REMOVE, cause: error });
}
