import { KnowhowError } from "@knowhow/runtime";
import { knowhowDirectories } from "@knowhow/runtime/node";
import { removeEmptyFolders, withLock } from "@knowhow/runtime/state";
import { type McpChange, type PlannedChange, planChange } from "./change.ts";
import { makeDirectoryFor, writeConfigFile } from "./config-file.ts";
import {
  dropOriginal,
  dropRecord,
  type InstallRecord,
  STATE_HINT,
  saveOriginal,
  saveRecord,
  saveRemoved,
  sha256,
} from "./record.ts";
import { pathError } from "./system-error.ts";

/** A change that was made. */
export interface AppliedChange extends PlannedChange {
  /** Path of a copy of the previous file; undefined if there was none or nothing changed. */
  readonly backup: string | undefined;
}

/** Maximum number of attempts if other programs write the file between our read and our write. */
const ATTEMPTS = 10;

/** Applies a change under a lock, and starts over if another program changes the file meanwhile. */
export async function applyChange(change: McpChange): Promise<AppliedChange> {
  const { file } = await planChange(change);
  const lock = `${knowhowDirectories(change.environment).state}/mcp-install/${sha256(file.path).slice(0, 24)}.lock`;
  return locked(lock, async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const planned = await planChange(change);
      if (planned.plan.action === "unchanged") return { ...planned, backup: undefined };
      const backup = change.entry === undefined ? await takeOut(planned) : await putIn(planned, change);
      if (backup !== "again") return { ...planned, backup };
    }
    throw new KnowhowError("mcp.install-failed", `another program keeps changing ${file.path}`, {
      hint: "close the client, then try again",
    });
  });
}

/** Errors of the work itself are passed on unchanged. */
async function locked<T>(lock: string, work: () => Promise<T>): Promise<T> {
  let isLocked = false;
  try {
    return await withLock(lock, () => {
      isLocked = true;
      return work();
    });
  } catch (error) {
    throw isLocked ? error : pathError(error, lock, "written", STATE_HINT);
  }
}

async function putIn(planned: PlannedChange, change: McpChange): Promise<string | undefined | "again"> {
  const { file, place, bytes } = planned;
  const made = await makeDirectoryFor(file.path);
  const next = nextRecord(planned, change, made);
  const isFirst = next.made === made;
  try {
    if (isFirst) await saveOriginal(place, file.bytes);
    if (!(await writeConfigFile(file, bytes, change.scope === "user" ? 0o600 : 0o644))) return "again";
  } catch (error) {
    await dropOriginal(place);
    await removeEmptyFolders(made);
    throw error;
  }
  await saveRecord(place, next, isFirst);
  return next.existed ? place.original : undefined;
}

/** A change of our own entry that directly follows our last one keeps the original state before both. */
function nextRecord(
  { file, record, plan, bytes }: PlannedChange,
  { name, entry = {} }: McpChange,
  made: readonly string[],
): InstallRecord {
  const { created, replaced } = plan;
  const path = file.path;
  const what = { version: 1, path, name, entry, created, replaced, after: sha256(bytes ?? "") } as const;
  const isUpdateOfOurs = plan.action === "updated" && replaced === record?.replaced;
  if (
    isUpdateOfOurs &&
    record !== undefined &&
    file.bytes !== undefined &&
    record.after === sha256(file.bytes)
  )
    return { ...record, ...what };
  const restorable = plan.action === "installed" || !isUpdateOfOurs;
  return { ...what, restorable, existed: file.bytes !== undefined, made };
}

async function takeOut({ file, place, record, bytes }: PlannedChange): Promise<string | undefined | "again"> {
  await saveRemoved(place, file.bytes);
  if (!(await writeConfigFile(file, bytes, 0o600))) return "again";
  await dropRecord(place);
  if (bytes === undefined) await removeEmptyFolders(record?.made ?? []);
  return place.removed;
}
