import { dirname } from "node:path";
import { type Disk, type DiskFile, nodeDisk, OPEN } from "./disk.ts";
import { logBroken, openLogFile } from "./log-file.ts";
import { linesOf } from "./log-lines.ts";
import { syncFolder } from "./private-folder.ts";
import { explainWrites, writeError } from "./write-error.ts";

/** A file of JSON lines with one writer. The caller makes sure of that with `withLock`. */
export interface Journal {
  /** What the file contained when it was opened. */
  readonly records: readonly unknown[];
  /** The first error of `append` or `sync`. After it, nothing can be appended any more. */
  readonly failure: unknown;
  /** Appends a record; it survives the end of the process. */
  append(record: unknown): void;
  /** Waits until everything that was appended is on disk, so that it survives a power failure. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The record of a line; undefined if it is not JSON. */
type ParseLine = (line: Uint8Array) => unknown;

/** Maximum size of a record as JSON, in bytes. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;

/**
 * Opens an existing journal to append to it, and removes an incomplete record of a killed writer at its end; undefined if
 * there is no file. Throws `state.log-broken` if another line is not JSON.
 */
export function openJournal(
  path: string,
  disk: Disk = nodeDisk,
  parse: ParseLine = parseLine,
): Promise<Journal | undefined> {
  return explainWrites(path, async () => {
    const file = await openLogFile(logOf(path, disk), OPEN.extend);
    if (file === undefined) return undefined;
    try {
      const { records, bytes } = await readLines(path, file, parse);
      if ((await file.stat()).size > bytes) await file.truncate(bytes);
      return writerOf(path, file, records, disk);
    } catch (error) {
      await file.close();
      throw error;
    }
  });
}

/** The complete records of a journal that another process may be writing; undefined if there is no file. */
export async function readJournal(
  path: string,
  disk: Disk = nodeDisk,
  parse: ParseLine = parseLine,
): Promise<readonly unknown[] | undefined> {
  const file = await openLogFile(logOf(path, disk), OPEN.read);
  if (file === undefined) return undefined;
  try {
    return (await readLines(path, file, parse)).records;
  } finally {
    await file.close();
  }
}

function logOf(path: string, disk: Disk) {
  return { path, chain: false, maxLineBytes: MAX_LINE_BYTES, disk };
}

function writerOf(path: string, file: DiskFile, records: readonly unknown[], disk: Disk): Journal {
  let failure: unknown;
  let isNameOnDisk = false;
  const throwFailure = () => {
    if (failure !== undefined) throw failure;
  };
  /** A part of a record may be in the file, and a further one would be attached to it. */
  const fail = (error: unknown): never => {
    failure = writeError(error, path);
    throw failure;
  };
  return {
    records,
    get failure() {
      return failure;
    },
    append: (record) => {
      throwFailure();
      const line = `${JSON.stringify(record)}\n`;
      try {
        file.writeNow(line);
      } catch (error) {
        fail(error);
      }
    },
    sync: async () => {
      throwFailure();
      const folders = isNameOnDisk ? [] : [dirname(path), dirname(dirname(path))];
      await Promise.all([file.sync(), ...folders.map((folder) => syncFolder(folder, disk))]).catch(fail);
      isNameOnDisk = true;
    },
    close: () => explainWrites(path, () => file.close()),
  };
}

/** The records up to the last complete line, and their size. A power failure can leave zeros instead of the last lines. */
async function readLines(
  path: string,
  file: DiskFile,
  parse: ParseLine,
): Promise<{ readonly records: readonly unknown[]; readonly bytes: number }> {
  const records: unknown[] = [];
  let bytes = 0;
  let damaged: number | undefined;
  let line = 0;
  for await (const text of linesOf(file, MAX_LINE_BYTES)) {
    line += 1;
    if (text === "too long") throw logBroken(path, line, "it is too long");
    if (damaged !== undefined) throw logBroken(path, damaged, "it is not JSON");
    const record = parse(text);
    if (record === undefined) {
      damaged = line;
      if (!text.includes(0)) throw logBroken(path, line, "it is not JSON");
      continue;
    }
    records.push(record);
    bytes += text.length + 1;
  }
  return { records, bytes };
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The record of a line; undefined if it is not JSON. */
export function parseLine(line: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(line));
  } catch {
    return undefined;
  }
}
