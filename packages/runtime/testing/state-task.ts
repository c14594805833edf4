import { open, readFile, rm } from "node:fs/promises";
import { openAppendLog } from "../src/node/state/append-log.ts";
import { type Disk, nodeDisk } from "../src/node/state/disk.ts";
import { currentOwner, livenessOf } from "../src/node/state/process-owner.ts";
import { recordFolder } from "../src/node/state/record-folder.ts";
import { replaceFolder } from "../src/node/state/replace-folder.ts";
import { withLock } from "../src/node/state/with-lock.ts";
import { writeFileAtomic } from "../src/node/state/write-file.ts";
import { executeRun, type RunTask, workOnRuns } from "./run-task.ts";

/** What a child process does, `times` times; `%` in a text becomes the number of the round, from 0. */
export type StateTask =
  | { readonly kind: "write"; readonly path: string; readonly data: string; readonly exclusive?: boolean }
  | { readonly kind: "append"; readonly path: string; readonly data: string }
  /** Appends to a log whose files are so small that every few records begin a new one. */
  | { readonly kind: "rotate"; readonly path: string; readonly data: string }
  | { readonly kind: "put"; readonly folder: string; readonly key: string; readonly data: string }
  | { readonly kind: "delete"; readonly folder: string; readonly key: string }
  | { readonly kind: "lock"; readonly path: string; readonly marker: string }
  | {
      readonly kind: "folder";
      readonly folder: string;
      /** Text by path; absent to remove the folder. */
      readonly files?: Readonly<Record<string, string>>;
    }
  | ({ readonly kind: "run" } & RunTask);

/** One run of a child process. */
export interface StateRun {
  readonly task: StateTask;
  readonly times?: number;
  /** The process kills itself before this system call, counted from 1; a write is made by half first. */
  readonly killAt?: number;
  /** The process gives up its rights before it begins. */
  readonly user?: number;
}

/** The options of every log of these tasks. */
export const LOG_OPTIONS = { chain: true, sync: true, waitMs: 60_000 } as const;

/** The options of a log that is divided into files. */
export const ROTATING_OPTIONS = {
  ...LOG_OPTIONS,
  rotation: { maxFileBytes: 400, keepFiles: 1_000 },
} as const;

/** Does a task once. */
export async function runStateTask(
  task: StateTask,
  round = 0,
  disk: Disk = nodeDisk,
  tick: () => void = () => undefined,
): Promise<void> {
  const filled = (text: string): string => text.replaceAll("%", String(round));
  const records = (folder: string) => recordFolder(folder, { parse: (value) => value, sync: true, disk });
  switch (task.kind) {
    case "write": {
      const { path, data, exclusive = false } = task;
      await writeFileAtomic(path, filled(data), { private: true, sync: true, exclusive, disk });
      return;
    }
    case "append": {
      const log = await openAppendLog(task.path, { ...LOG_OPTIONS, disk });
      await log.append(filled(task.data));
      return;
    }
    case "rotate": {
      const log = await openAppendLog(task.path, { ...ROTATING_OPTIONS, disk });
      await log.append(filled(task.data));
      return;
    }
    case "put":
      return records(task.folder).put(filled(task.key), filled(task.data));
    case "delete":
      await records(task.folder).delete(filled(task.key));
      return;
    case "folder": {
      const files = Object.entries(task.files ?? {}).map(([path, text]) => ({
        path,
        bytes: new TextEncoder().encode(text),
        mode: 0o644,
      }));
      const { folder } = task;
      await replaceFolder({ id: "p-1", folder, files: task.files === undefined ? undefined : files }, disk);
      return;
    }
    case "run":
      return task.work === true ? workOnRuns(task, disk) : executeRun(task, disk, tick);
    case "lock":
      return withLock(task.path, () => enterAlone(task.marker), { waitMs: 60_000, disk });
  }
}

/** Fails when somebody who still runs is inside; one who was killed inside has left the marker. */
async function enterAlone(marker: string): Promise<void> {
  const other = await readFile(marker, "utf8").catch(() => "");
  if (livenessOf(other) === "alive") throw new Error(`${other} is inside, too`);
  await rm(marker, { force: true });
  const file = await open(marker, "wx");
  await file.writeFile(currentOwner());
  await file.close();
  await new Promise((resolve) => setImmediate(resolve));
  await rm(marker);
}
