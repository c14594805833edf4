import { createHash } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { extname } from "node:path";
import { readPrivateFile, writeFileAtomic } from "@knowhow/runtime/state";
import type { Entry, EntryValue } from "./config-editor.ts";
import type { Remembered } from "./plan.ts";
import { pathError } from "./system-error.ts";

/** What an installation remembers, so that it can be undone. */
export interface InstallRecord extends Remembered {
  readonly version: 1;
  /** The file, without links. */
  readonly path: string;
  readonly name: string;
  /** SHA-256 of the file as we left it. */
  readonly after: string;
  /** True when the file before us can come back as a whole: it had no entry of ours. */
  readonly restorable: boolean;
  /** True when there was a file before us. */
  readonly existed: boolean;
  /** Directories that we made for the file, deepest first. */
  readonly made: readonly string[];
}

/** What to do when the state folder cannot be written. */
export const STATE_HINT = "set KNOWHOW_STATE_DIR to a folder that can be written";

/** A record holds one entry and a few paths. */
const MAX_RECORD_BYTES = 1024 * 1024;

/** The folder in which the files of one installation are remembered. */
export interface RecordPlace {
  readonly folder: string;
  /** A copy of the file as it was before we changed it. */
  readonly original: string;
  /** A copy of the file as it was before we took the entry out again. */
  readonly removed: string;
}

/** In our own state folder: a copy beside the configuration could be read by the client. */
export function recordPlace(state: string, path: string, name: string): RecordPlace {
  const folder = `${state}/mcp-install/${sha256(`${path}\0${name}`).slice(0, 24)}`;
  return {
    folder,
    original: `${folder}/original${extname(path)}`,
    removed: `${folder}/removed${extname(path)}`,
  };
}

/** What is remembered; undefined when there is nothing, or nothing that can be understood. */
export async function readRecord({ folder }: RecordPlace): Promise<InstallRecord | undefined> {
  try {
    const { bytes } = await readPrivateFile(`${folder}/record.json`, MAX_RECORD_BYTES);
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Copies the file before it is changed; the copy counts only when the record follows. */
export async function saveOriginal(place: RecordPlace, bytes: Uint8Array | undefined): Promise<void> {
  await dropOriginal(place);
  if (bytes !== undefined) await save(place, fresh(place), bytes);
}

/** Forgets a copy that no record followed. */
export async function dropOriginal(place: RecordPlace): Promise<void> {
  await rm(fresh(place), { force: true });
}

/** Notes what was done; `isFirst` when the copy that was just made is the one to come back. */
export async function saveRecord(place: RecordPlace, record: InstallRecord, isFirst: boolean): Promise<void> {
  if (isFirst) {
    if (record.existed) await rename(fresh(place), place.original);
    else await rm(place.original, { force: true });
  }
  await save(place, `${place.folder}/record.json`, `${JSON.stringify(record, undefined, 2)}\n`);
}

/** Copies the file before the entry is taken out of it. */
export async function saveRemoved(place: RecordPlace, bytes: Uint8Array | undefined): Promise<void> {
  if (bytes !== undefined) await save(place, place.removed, bytes);
}

/** Removes what is remembered of an installation. */
export async function dropRecord(place: RecordPlace): Promise<void> {
  for (const path of [`${place.folder}/record.json`, place.original]) await rm(path, { force: true });
}

export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

function fresh({ original }: RecordPlace): string {
  return `${original}.new`;
}

/** The copy may hold secrets, as the file itself does: nobody else may read it. */
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
