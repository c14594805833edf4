import { dirname } from "node:path";
import { KnowhowError } from "../../errors.ts";
import type { AppendLog, LogPosition } from "../../state-ports.ts";
import { type Disk, type DiskFile, nodeDisk, OPEN } from "./disk.ts";
import {
  LINE_OVERHEAD,
  lineEndBefore,
  mayBeTorn,
  readExactly,
  readLine,
  START,
  writeLine,
} from "./log-lines.ts";
import { makePrivateFolder, syncFolder } from "./private-folder.ts";
import { type LogFile, logBroken, openLogFile, readRecords, verifyLog } from "./read-log.ts";
import { withLock } from "./with-lock.ts";

/** Bytes that were removed from the end of a log because a writer was killed, or the power failed, while writing. */
export interface CutTail {
  readonly offset: number;
  readonly bytes: number;
}

/** Options of a log. Every process that opens a log must pass the same `chain` and `maxRecordBytes`. */
export interface AppendLogOptions {
  /** Whether an append waits until the record is on disk, so that it survives a power failure. Default false. */
  readonly sync?: boolean;
  /** Whether every record contains the SHA-256 of the line before it, so that `verify` detects edits. Default false. */
  readonly chain?: boolean;
  /** Maximum size of a record as JSON, in bytes. Default 1 MiB. */
  readonly maxRecordBytes?: number;
  /** Called if an incomplete record was removed from the end. */
  readonly onCut?: (cut: CutTail) => void;
  /** Maximum time that an append waits for other processes, in milliseconds. Default 5,000. */
  readonly waitMs?: number;
  readonly disk?: Disk;
}

/** Maximum number of records to write together. */
const MAX_BATCH = 256;

/**
 * Opens a log of JSON lines that only the user can read, and removes an incomplete record at its end. Concurrent
 * processes take turns; waiting appends are written together, with one sync.
 */
export async function openAppendLog(path: string, options: AppendLogOptions = {}): Promise<AppendLog> {
  const { maxRecordBytes = 1024 * 1024 } = options;
  const log: WritableLog = {
    path,
    chain: options.chain ?? false,
    sync: options.sync ?? false,
    maxLineBytes: maxRecordBytes + LINE_OVERHEAD,
    onCut: options.onCut,
    disk: options.disk ?? nodeDisk,
  };
  const locked = <T>(work: () => Promise<T>): Promise<T> =>
    withLock(`${path}.lock`, work, { waitMs: options.waitMs ?? 5_000, disk: log.disk });
  await makePrivateFolder(dirname(path), log.disk, log.sync);
  await locked(() => cutTornTail(log));

  const waiting: Waiting[] = [];
  let isWriting = false;
  let known: Tail | undefined;
  const write = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH);
      try {
        const written = await locked(() => appendBatch(log, batch, known));
        known = written.tail;
        for (const [at, item] of batch.entries()) item.resolve(written.positions[at] ?? START);
      } catch (error) {
        known = undefined;
        for (const item of batch) item.reject(error);
      }
    }
    isWriting = false;
  };

  return {
    append: async (record) => {
      const json = toJson(record, maxRecordBytes);
      return new Promise((resolve, reject) => {
        waiting.push({ json, resolve, reject });
        if (!isWriting) void write();
      });
    },
    records: () => readRecords(log),
    verify: (position) => verifyLog(log, position),
  };
}

interface WritableLog extends LogFile {
  readonly sync: boolean;
  readonly onCut: ((cut: CutTail) => void) | undefined;
}

interface Waiting {
  readonly json: string;
  readonly resolve: (position: LogPosition) => void;
  readonly reject: (error: unknown) => void;
}

/** The end of a log. */
interface Tail {
  readonly ino: number;
  readonly size: number;
  readonly last: LogPosition;
}

function toJson(record: unknown, maxBytes: number): string {
  const json: string | undefined = JSON.stringify(record);
  if (json === undefined) throw new TypeError("a record must be a JSON value");
  if (Buffer.byteLength(json) <= maxBytes) return json;
  throw new KnowhowError("state.too-large", `a record of ${Buffer.byteLength(json)} bytes is too large`, {
    hint: `the limit is ${maxBytes} bytes`,
  });
}

/** Removes an incomplete record of a killed writer. The caller holds the lock. */
async function cutTornTail(log: WritableLog): Promise<void> {
  const file = await openLogFile(log, OPEN.write);
  if (file === undefined) return;
  try {
    await readTail(log, file);
  } finally {
    await file.close();
  }
}

async function appendBatch(
  log: WritableLog,
  batch: readonly Waiting[],
  known: Tail | undefined,
): Promise<{ readonly tail: Tail; readonly positions: readonly LogPosition[] }> {
  const file = await openLogFile(log, OPEN.append);
  if (file === undefined) throw new Error(`the folder of ${log.path} was removed`);
  try {
    const { ino, size } = await file.stat();
    const tail = known?.ino === ino && known.size === size ? known : await readTail(log, file);
    let last = tail.last;
    const lines = batch.map(({ json }) => {
      const written = writeLine(json, last, log.chain);
      last = written.position;
      return written;
    });
    const bytes = Buffer.from(lines.map(({ line }) => `${line}\n`).join(""));
    await addBytes(log, file, bytes, tail.size);
    return {
      tail: { ino, size: tail.size + bytes.length, last },
      positions: lines.map(({ position }) => position),
    };
  } finally {
    await file.close();
  }
}

/** Writes all bytes or none: after an error the file is truncated to its old size. */
async function addBytes(log: WritableLog, file: DiskFile, bytes: Uint8Array, size: number): Promise<void> {
  try {
    await file.writeFile(bytes);
    if (log.sync) await file.sync();
    if (log.sync && size === 0) await syncFolder(dirname(log.path), log.disk);
  } catch (error) {
    await file.truncate(size).catch(() => undefined);
    throw error;
  }
}

/** Finds the last record and removes what follows, but only if it looks like an incomplete record of ours. */
async function readTail(log: WritableLog, file: DiskFile): Promise<Tail> {
  const { ino, size } = await file.stat();
  let end = size;
  for (;;) {
    const lineEnd = await lineEndBefore(file, end);
    const rest = await readExactly(file, new Uint8Array(Math.min(8, end - lineEnd - 1)), lineEnd + 1);
    if (!mayBeTorn(rest)) throw logBroken(log.path, undefined, "its last line is not a record");
    if (lineEnd < 0) return cutAt(log, file, { ino, size: 0, last: START }, size);
    const start = (await lineEndBefore(file, lineEnd)) + 1;
    if (lineEnd - start > log.maxLineBytes) throw logBroken(log.path, undefined, "its last line is too long");
    const line = await readExactly(file, new Uint8Array(lineEnd - start), start);
    // JSON never contains a zero byte, so this line is the result of a power failure even though its end exists.
    if (line.includes(0) && mayBeTorn(line)) {
      end = start;
      continue;
    }
    const last = readLine(line, { chain: log.chain });
    if (typeof last === "string") throw logBroken(log.path, undefined, `its last line: ${last}`);
    return cutAt(log, file, { ino, size: lineEnd + 1, last: { seq: last.seq, digest: last.digest } }, size);
  }
}

async function cutAt(log: WritableLog, file: DiskFile, tail: Tail, size: number): Promise<Tail> {
  if (tail.size === size) return tail;
  await file.truncate(tail.size);
  if (log.sync) await file.sync();
  log.onCut?.({ offset: tail.size, bytes: size - tail.size });
  return tail;
}
