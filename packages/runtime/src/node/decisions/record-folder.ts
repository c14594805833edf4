import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { isRecord } from "../../basics/is-record.ts";
import { compareText } from "../../basics/words.ts";
import { KnowhowError } from "../../errors.ts";
import { codeOf } from "../files/file-stat.ts";
import { nodeHash } from "../node-hash.ts";

/** Why a record counts as absent although something is there. */
export interface RecordProblem {
  readonly path: string;
  /** For a sentence that begins with the path: "belongs to another user". */
  readonly problem: string;
}

/** How records are kept. */
export interface RecordFolderOptions<Value> {
  /** The value of a record as it was read, or undefined when it is not one. */
  readonly parse: (value: unknown) => Value | undefined;
  /** The largest file of a record, in bytes. Default 1 MiB. */
  readonly maxBytes?: number;
  /** Told about everything that is there and counts as absent. */
  readonly onProblem?: ((problem: RecordProblem) => void) | undefined;
}

/** A value under its key. */
export interface StoredRecord<Value> {
  readonly key: string;
  readonly value: Value;
}

/** JSON values by key. A record that cannot be understood counts as absent. */
export interface RecordStore<Value> {
  put(key: string, value: Value): Promise<void>;
  /** True when there was one. */
  delete(key: string): Promise<boolean>;
  /** Every record, sorted by key. */
  list(): Promise<readonly StoredRecord<Value>[]>;
}

const NAME = /^[0-9a-f]{64}\.json$/;
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/**
 * Keeps records in a folder that only the user can read, one file for each, named by the hash of its key. Processes never
 * lose each other's records; of two that put the same key the later wins whole. A change is on the disk when it resolves.
 */
export function recordFolder<Value>(folder: string, options: RecordFolderOptions<Value>): RecordStore<Value> {
  const { parse, maxBytes = 1024 * 1024, onProblem } = options;
  const nameOf = (key: string): string => `${nodeHash.sha256(key)}.json`;
  const refuse = (path: string, problem: string): undefined => {
    onProblem?.({ path, problem });
    return undefined;
  };

  const read = async (name: string): Promise<StoredRecord<Value> | undefined> => {
    const path = join(folder, name);
    try {
      const text = await readPrivate(path, maxBytes);
      if (text === undefined) return undefined;
      const record: unknown = JSON.parse(text);
      if (!isRecord(record) || typeof record.key !== "string" || nameOf(record.key) !== name)
        return refuse(path, "is not a record of this folder");
      const value = parse(record.value);
      if (value === undefined) return refuse(path, "contains an invalid value");
      return { key: record.key, value };
    } catch (error) {
      return refuse(path, problemOf(error));
    }
  };

  return {
    put: async (key, value) => {
      await makePrivateFolder(folder);
      await replaceDurably(folder, nameOf(key), `${JSON.stringify({ key, value })}\n`);
    },
    delete: async (key) => {
      try {
        await unlink(join(folder, nameOf(key)));
      } catch (error) {
        if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return false;
        throw error;
      }
      await syncFolder(folder);
      return true;
    },
    list: async () => {
      const names = await namesIn(folder);
      if (names === undefined) return [];
      const problem = ownershipProblem(await lstat(folder));
      if (problem !== undefined) return refuse(folder, problem) ?? [];
      const records: StoredRecord<Value>[] = [];
      for (const name of names) {
        const record = NAME.test(name) ? await read(name) : undefined;
        if (record !== undefined) records.push(record);
      }
      return records.sort((a, b) => compareText(a.key, b.key));
    },
  };
}

/** The text of a file that nobody but the user can have written; undefined when there is none, throws when there is another. */
export async function readPrivate(path: string, maxBytes: number): Promise<string | undefined> {
  const file = await open(path, constants.O_RDONLY | NO_FOLLOW).catch((error: unknown) => {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const stat = await file.stat();
    const problem = stat.isFile() ? ownershipProblem(stat) : "is not a regular file";
    if (problem !== undefined) throw new Problem(problem);
    if (stat.size > maxBytes) throw new Problem(`is larger than ${maxBytes} bytes`);
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.readFile());
  } finally {
    await file.close();
  }
}

/** Why a file cannot be used, for a sentence that begins with its path. */
export function problemOf(error: unknown, otherwise = "cannot be read"): string {
  if (error instanceof Problem) return error.message;
  if (error instanceof SyntaxError || error instanceof TypeError) return "is not JSON";
  return `${otherwise}: ${error instanceof Error ? error.message : String(error)}`;
}

/** The names in a folder; undefined when there is no such folder. */
export async function namesIn(folder: string): Promise<readonly string[] | undefined> {
  try {
    return (await readdir(folder)).sort(compareText);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** Why a file that can be read is not used, for a sentence that begins with its path. */
export class Problem extends Error {}

/** Why an entry of the user cannot be relied on; Windows has no such bits. */
function ownershipProblem({
  uid,
  mode,
}: {
  readonly uid: number;
  readonly mode: number;
}): string | undefined {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  if (uid !== user) return "belongs to another user";
  return (mode & 0o022) === 0 ? undefined : "can be written by other users";
}

async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stat = await lstat(folder);
  const problem = stat.isDirectory() ? ownershipProblem(stat) : "is not a folder";
  if (problem !== undefined)
    throw new KnowhowError("security.decisions-unusable", `${folder} ${problem}`, {
      hint: "choose your own folder with KNOWHOW_STATE_DIR",
    });
}

/** After a crash at any point the path holds the old content or the new one. */
async function replaceDurably(folder: string, name: string, text: string): Promise<void> {
  const temporary = join(folder, `${name}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(folder, name));
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } catch (error) {
    if (!["EINVAL", "ENOTSUP", "EOPNOTSUPP"].includes(codeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}
