import { join } from "node:path";
import { isRecord } from "../../basics/is-record.ts";
import { compareText } from "../../basics/words.ts";
import { KnowhowError } from "../../errors.ts";
import type { RecordStore, StoredRecord } from "../../state-ports.ts";
import { codeOf } from "../files/file-stat.ts";
import { nodeHash } from "../node-hash.ts";
import { type Disk, nodeDisk } from "./disk.ts";
import { folderProblem, syncFolder } from "./private-folder.ts";
import { readPrivateFile } from "./read-file.ts";
import { explainWrites } from "./write-error.ts";
import { writeFileAtomic } from "./write-file.ts";

/** Why a record counts as missing although its file exists. */
export interface RecordProblem {
  readonly path: string;
  /** For a sentence that starts with the path: "belongs to another user". */
  readonly problem: string;
}

/** Options of a record folder. */
export interface RecordFolderOptions<Value> {
  /** Validates the value of a record; undefined if it is invalid. */
  readonly parse: (value: unknown) => Value | undefined;
  /** Maximum size of a record's file, in bytes. Default 1 MiB. */
  readonly maxBytes?: number;
  /** Whether a change waits until it is on disk, so that it survives a power failure. Default false. */
  readonly sync?: boolean;
  /** Whether only the first write removes files of killed writers, because that lists a large folder. Default false. */
  readonly tidyOnce?: boolean;
  /** Called for every file that exists but counts as missing. */
  readonly onProblem?: (problem: RecordProblem) => void;
  readonly disk?: Disk;
}

const NAME = /^[0-9a-f]{64}\.json$/;

/**
 * Stores records in a folder that only the user can read, one file each, named by the hash of its key. Concurrent
 * processes never lose each other's records; of two writes to the same key the later one wins completely.
 */
export function recordFolder<Value>(folder: string, options: RecordFolderOptions<Value>): RecordStore<Value> {
  const {
    parse,
    maxBytes = 1024 * 1024,
    sync = false,
    tidyOnce = false,
    onProblem,
    disk = nodeDisk,
  } = options;
  let isTidy = false;
  const nameOf = (key: string): string => `${nodeHash.sha256(key)}.json`;
  const refuse = (path: string, problem: string): undefined => {
    onProblem?.({ path, problem });
    return undefined;
  };

  const isUsable = async (): Promise<boolean> => {
    try {
      const problem = await folderProblem(folder, disk);
      if (problem !== undefined) refuse(folder, problem);
      return problem === undefined;
    } catch (error) {
      if (codeOf(error) !== "ENOENT") refuse(folder, reasonOf(error));
      return false;
    }
  };

  const read = async (name: string): Promise<StoredRecord<Value> | undefined> => {
    const path = join(folder, name);
    try {
      const file = await readPrivateFile(path, maxBytes, disk);
      if (file.bytes === undefined)
        return file.problem === undefined ? undefined : refuse(path, file.problem);
      const record: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(file.bytes));
      if (!isRecord(record) || typeof record.key !== "string" || nameOf(record.key) !== name)
        return refuse(path, "is not a record of this folder");
      const value = parse(record.value);
      return value === undefined ? refuse(path, "contains an invalid value") : { key: record.key, value };
    } catch (error) {
      return refuse(path, reasonOf(error));
    }
  };

  return {
    get: async (key) => ((await isUsable()) ? (await read(nameOf(key)))?.value : undefined),
    put: async (key, value) => {
      const text = `${JSON.stringify({ key, value })}\n`;
      if (Buffer.byteLength(text) > maxBytes) throw tooLarge(key, maxBytes);
      await writeFileAtomic(join(folder, nameOf(key)), text, { private: true, sync, isTidy, disk });
      isTidy = tidyOnce;
    },
    delete: (key) => {
      const path = join(folder, nameOf(key));
      return explainWrites(path, async () => {
        try {
          await disk.unlink(path);
        } catch (error) {
          if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return false;
          throw error;
        }
        if (sync) await syncFolder(folder, disk);
        return true;
      });
    },
    list: async () => {
      if (!(await isUsable())) return [];
      const names = await disk.list(folder).catch((error) => refuse(folder, reasonOf(error)) ?? []);
      const records: StoredRecord<Value>[] = [];
      for (const name of names.filter((each) => NAME.test(each))) {
        const record = await read(name);
        if (record !== undefined) records.push(record);
      }
      return records.sort((a, b) => compareText(a.key, b.key));
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof TypeError) return "is not JSON";
  return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}

function tooLarge(key: string, maxBytes: number): KnowhowError {
  return new KnowhowError("state.too-large", `the record "${key}" is too large`, {
    hint: `the limit is ${maxBytes} bytes`,
  });
}
