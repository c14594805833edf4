import { createHash } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { extname } from "node:path";
import { readPrivateFile, writeFileAtomic } from "@knowhow/runtime/state";
import type { Entry, EntryValue } from "./config-editor.ts";
import type { Remembered } from "./plan.ts";
import { pathError } from "./system-error.ts";

/** What is stored about an installation, so that it can be undone. */
export interface InstallRecord extends Remembered {
  readonly version: 1;
  /** Real path of the file. */
  readonly path: string;
  readonly name: string;
  /** SHA-256 of the file as we wrote it. */
  readonly after: string;
  /** True if the previous file can be restored completely, because it had no entry of ours. */
  readonly restorable: boolean;
  /** True if the file existed before. */
  readonly existed: boolean;
  /** Directories that we created for the file, deepest first. */
  readonly made: readonly string[];
}

/** Hint for a state directory that cannot be written. */
export const STATE_HINT = "set KNOWHOW_STATE_DIR to a writable folder";

/** A record has one entry and a few paths. */
const MAX_RECORD_BYTES = 1024 * 1024;

/** The folder with the files of one installation. */
export interface RecordPlace {
  readonly folder: string;
  /** A copy of the file before the installation. */
  readonly original: string;
  /** A copy of the file before the entry was removed. */
  readonly removed: string;
}

/** In our own state directory, because the client might read a copy next to its configuration. */
export function recordPlace(state: string, path: string, name: string): RecordPlace {
  const folder = `${state}/mcp-install/${sha256(`${path}\0${name}`).slice(0, 24)}`;
  return {
    folder,
    original: `${folder}/original${extname(path)}`,
    removed: `${folder}/removed${extname(path)}`,
  };
}

/** The stored record; undefined if there is none or it is invalid. */
export async function readRecord({ folder }: RecordPlace): Promise<InstallRecord | undefined> {
  try {
    const { bytes } = await readPrivateFile(`${folder}/record.json`, MAX_RECORD_BYTES);
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Copies the file before it is changed; the copy is only valid if a record follows. */
export async function saveOriginal(place: RecordPlace, bytes: Uint8Array | undefined): Promise<void> {
  await dropOriginal(place);
  if (bytes !== undefined) await save(place, fresh(place), bytes);
}

/** Deletes a copy without a record. */
export async function dropOriginal(place: RecordPlace): Promise<void> {
  await rm(fresh(place), { force: true });
}

/** Stores a record; `isFirst` if the copy that was just made is the one to restore. */
export async function saveRecord(place: RecordPlace, record: InstallRecord, isFirst: boolean): Promise<void> {
  if (isFirst) {
    if (record.existed) await rename(fresh(place), place.original);
    else await rm(place.original, { force: true });
  }
  await save(place, `${place.folder}/record.json`, `${JSON.stringify(record, undefined, 2)}\n`);
}

/** Copies the file before the entry is removed. */
export async function saveRemoved(place: RecordPlace, bytes: Uint8Array | undefined): Promise<void> {
  if (bytes !== undefined) await save(place, place.removed, bytes);
}

/** Deletes the record of an installation. */
export async function dropRecord(place: RecordPlace): Promise<void> {
  for (const path of [`${place.folder}/record.json`, place.original]) await rm(path, { force: true });
}

export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

function fresh({ original }: RecordPlace): string {
  return `${original}.new`;
}

/** The copy may contain secrets, like the file itself, so only the user may read it. */
async function save({ folder }: RecordPlace, path: string, data: string | Uint8Array): Promise<void> {
  try {
    await writeFileAtomic(path, data, { private: true, sync: true });
  } catch (error) {
    throw pathError(error, folder, "written", STATE_HINT);
  }
}

function isRecord(value: unknown): value is InstallRecord {
  if (typeof value !== "object" || value === null || !("version" in value) || value.version !== 1)
    return false;
  const { entry, created, made, after, restorable, existed, replaced }: Partial<Record<string, unknown>> = {
    ...value,
  };
  return (
    isEntry(entry) &&
    isTexts(created) &&
    isTexts(made) &&
    typeof after === "string" &&
    typeof restorable === "boolean" &&
    typeof existed === "boolean" &&
    (replaced === undefined || typeof replaced === "string")
  );
}

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && Object.values(value).every(isEntryValue);
}

function isEntryValue(value: unknown): value is EntryValue {
  if (typeof value === "string" || isTexts(value)) return true;
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((item) => typeof item === "string")
  );
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
