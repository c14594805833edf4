import { dirname } from "node:path";
import { KnowhowError } from "../../errors.ts";
import type { AppendLog, LogPosition } from "../../state-ports.ts";
import { type Disk, type DiskFile, nodeDisk, OPEN } from "./disk.ts";
import { closedFiles, closedPath, type LogRotation, logBroken, openLogFile } from "./log-file.ts";
import { type LogHead, writeHead } from "./log-head.ts";
import { LINE_OVERHEAD, linesOf, prevOf, readLine, START, writeLine } from "./log-lines.ts";
import { type CutTail, findTail, type Tail, type WritableLog } from "./log-tail.ts";
import { makePrivateFolder, syncFolder } from "./private-folder.ts";
import { readRecords, verifyLog } from "./read-log.ts";
import { withLock } from "./with-lock.ts";
import { explainWrites, writeError } from "./write-error.ts";

/** Options of a log. Every process that opens a log must pass the same ones, except `onCut` and `waitMs`. */
export interface AppendLogOptions {
  /** Whether an append waits until the record is on disk, so that it survives a power failure. Default false. */
  readonly sync?: boolean;
  /** Whether every record contains the SHA-256 of the line before it, so that `verify` detects edits. Default false. */
  readonly chain?: boolean;
  /** Maximum size of a record as JSON, in bytes. Default 1 MiB. */
  readonly maxRecordBytes?: number;
  /**
   * Divides the log into files, and keeps its head (where it begins and ends) in a file beside it, so that `verify` detects
   * a cut at its end, too. Default one file without a head.
   */
  readonly rotation?: LogRotation;
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
    rotation: options.rotation,
    onCut: options.onCut,
    disk: options.disk ?? nodeDisk,
  };
  const locked = <T>(work: () => Promise<T>): Promise<T> =>
    withLock(`${path}.lock`, work, { waitMs: options.waitMs ?? 5_000, disk: log.disk });
  let known = await explainWrites(path, async () => {
    await makePrivateFolder(dirname(path), log.disk, log.sync);
    return locked(() => cutTornTail(log));
  });

  const waiting: Waiting[] = [];
  let isWriting = false;
  const write = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      let batch: readonly Waiting[] = [];
      try {
        const written = await locked(() => {
          // Taken with the lock: what came while it was waited for is written, too.
          batch = waiting.splice(0, MAX_BATCH);
          return appendBatch(log, batch, known);
        });
        known = written.tail;
        for (const [at, item] of batch.entries()) item.resolve(written.positions[at] ?? START);
      } catch (error) {
        known = undefined;
        // Without the lock, nothing was taken.
        if (batch.length === 0) batch = waiting.splice(0, MAX_BATCH);
        const explained = writeError(error, path);
        for (const item of batch) item.reject(explained);
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

interface Waiting {
  readonly json: string;
  readonly resolve: (position: LogPosition) => void;
  readonly reject: (error: unknown) => void;
}

function toJson(record: unknown, maxBytes: number): string {
  const json: string | undefined = JSON.stringify(record);
  if (json === undefined) throw new TypeError("a record must be a JSON value");
  if (Buffer.byteLength(json) <= maxBytes) return json;
  throw new KnowhowError("state.too-large", `a record of ${Buffer.byteLength(json)} bytes is too large`, {
    hint: `the limit is ${maxBytes} bytes`,
  });
}

/** Removes an incomplete record of a killed writer. Returns the end that is left. The caller holds the lock. */
async function cutTornTail(log: WritableLog): Promise<Tail | undefined> {
  const file = await openLogFile(log, OPEN.write);
  if (file === undefined) return undefined;
  try {
    return await findTail(log, file);
  } finally {
    await file.close();
  }
}

interface WrittenBatch {
  readonly tail: Tail;
  readonly positions: readonly LogPosition[];
}

async function appendBatch(
  log: WritableLog,
  batch: readonly Waiting[],
  known: Tail | undefined,
): Promise<WrittenBatch> {
  const file = await openToAppend(log);
  try {
    const { ino, size } = await file.stat();
    const tail = known?.ino === ino && known.size === size ? known : await findTail(log, file);
    let { last } = tail;
    const lines = batch.map(({ json }) => {
      const written = writeLine(json, last, log.chain);
      last = written.position;
      return written;
    });
    const bytes = Buffer.from(lines.map(({ line }) => `${line}\n`).join(""));
    const positions = lines.map(({ position }) => position);
    const { rotation } = log;
    const isFull =
      rotation !== undefined && tail.size > 0 && tail.size + bytes.length > rotation.maxFileBytes;
    if (!isFull) return { tail: await addBytes(log, file, bytes, { ...tail, last }), positions };
    const head = await closeFile(log, tail, rotation);
    const next = await openToAppend(log);
    try {
      const empty = { ino: (await next.stat()).ino, size: 0, last, head };
      return { tail: await addBytes(log, next, bytes, empty), positions };
    } finally {
      await next.close();
    }
  } finally {
    await file.close();
  }
}

async function openToAppend(log: WritableLog): Promise<DiskFile> {
  const file = await openLogFile(log, OPEN.append);
  if (file === undefined) throw new Error(`the folder of ${log.path} was removed`);
  return file;
}

/** Gives the full file a name of its own, and removes the oldest files. Returns the head of what is left. */
async function closeFile(
  log: WritableLog,
  { last, head }: Tail,
  { keepFiles }: LogRotation,
): Promise<LogHead | undefined> {
  await log.disk.rename(log.path, closedPath(log.path, last.seq));
  const closed = await closedFiles(log);
  const oldest = closed.slice(-keepFiles)[0];
  let kept = head ?? { first: START, last };
  if (oldest !== undefined && oldest !== closed[0]) {
    kept = { first: await positionBefore(log, oldest.path), last };
    // Files that are not removed after this are not part of the log any more.
    await writeHead(log, kept, log.sync);
    for (const { path } of closed.slice(0, -keepFiles)) await log.disk.unlink(path);
  }
  if (log.sync) await syncFolder(dirname(log.path), log.disk);
  return kept;
}

/** The position that the first line of a file was chained to. */
async function positionBefore(log: WritableLog, path: string): Promise<LogPosition> {
  const file = await openLogFile({ path, disk: log.disk }, OPEN.read);
  try {
    const first = file === undefined ? undefined : await linesOf(file, log.maxLineBytes).next();
    const line = first?.done === false && first.value !== "too long" ? first.value : new Uint8Array();
    const read = readLine(line, { chain: log.chain });
    if (typeof read === "string") throw logBroken(path, 1, read);
    return { seq: read.seq - 1, digest: prevOf(line) };
  } finally {
    await file?.close();
  }
}

/** Writes all bytes, or none after an error, and then the head. The given tail has the size before. */
async function addBytes(log: WritableLog, file: DiskFile, bytes: Uint8Array, tail: Tail): Promise<Tail> {
  const { size, last } = tail;
  const head = tail.head === undefined ? undefined : { first: tail.head.first, last };
  try {
    await file.writeFile(bytes);
    if (log.sync) await file.sync();
    if (log.sync && size === 0) await syncFolder(dirname(log.path), log.disk);
    if (head !== undefined) await writeHead(log, head, log.sync);
  } catch (error) {
    await file.truncate(size).catch(() => undefined);
    throw error;
  }
  return { ...tail, size: size + bytes.length, head };
}
