import type { LogPosition } from "../../state-ports.ts";
import { type DiskFile, OPEN } from "./disk.ts";
import { closedFiles, type LogFile, logBroken, openLogFile } from "./log-file.ts";
import { headPath, type LogHead, readHead, writeHead } from "./log-head.ts";
import { lineEndBefore, mayBeTorn, readExactly, readLine, START } from "./log-lines.ts";

/** Bytes that were removed from the end of a log because a writer was killed, or the power failed, while writing. */
export interface CutTail {
  readonly offset: number;
  readonly bytes: number;
}

/** A log that is written. */
export interface WritableLog extends LogFile {
  readonly sync: boolean;
  readonly onCut: ((cut: CutTail) => void) | undefined;
}

/** The end of the file that is written, and where the log begins. */
export interface Tail {
  readonly ino: number;
  readonly size: number;
  readonly last: LogPosition;
  readonly head: LogHead | undefined;
}

/** Finds the last record, and compares it with the head. */
export async function findTail(log: WritableLog, file: DiskFile): Promise<Tail> {
  if (log.rotation === undefined) return { ...(await readTail(log, file, START)), head: undefined };
  const known = await readHead(log);
  const closed = (await closedFiles(log)).at(-1);
  const { size } = await file.stat();
  if (known === undefined && (size > 0 || closed !== undefined))
    throw logBroken(headPath(log.path), undefined, "it is missing");
  const head = known ?? { first: START, last: START };
  // Written before the first record, so that a head is only missing if somebody removed it.
  if (known === undefined) await writeHead(log, head, log.sync);
  const base = closed === undefined ? head.first : await lastOf(log, closed.path);
  const tail = await readTail(log, file, base, head.last.seq);
  const { seq, digest } = tail.last;
  if (seq < head.last.seq || (seq === head.last.seq && digest !== head.last.digest))
    throw logBroken(log.path, undefined, `it does not end with record ${head.last.seq} of its head`);
  return { ...tail, head };
}

/** The last record of a closed file. */
async function lastOf(log: WritableLog, path: string): Promise<LogPosition> {
  const file = await openLogFile({ path, disk: log.disk }, OPEN.read);
  if (file === undefined) throw logBroken(path, undefined, "it was removed");
  try {
    const { size } = await file.stat();
    if (size === 0) throw logBroken(path, undefined, "it is empty");
    const start = (await lineEndBefore(file, size - 1)) + 1;
    if (size - start > log.maxLineBytes) throw logBroken(path, undefined, "its last line is too long");
    const read = readLine(await readExactly(file, new Uint8Array(size - 1 - start), start), {
      chain: log.chain,
    });
    if (typeof read === "string") throw logBroken(path, undefined, `its last line: ${read}`);
    return { seq: read.seq, digest: read.digest };
  } finally {
    await file.close();
  }
}

type FileTail = Omit<Tail, "head">;

/**
 * Finds the last record of a file and removes what follows, but only if it looks like an incomplete record of ours and
 * record `atLeast` is left.
 */
async function readTail(log: WritableLog, file: DiskFile, base: LogPosition, atLeast = 0): Promise<FileTail> {
  const { ino, size } = await file.stat();
  const cut = (tail: FileTail) => cutAt(log, file, tail, { size, atLeast });
  let end = size;
  for (;;) {
    const lineEnd = await lineEndBefore(file, end);
    const rest = await readExactly(file, new Uint8Array(Math.min(8, end - lineEnd - 1)), lineEnd + 1);
    if (!mayBeTorn(rest)) throw logBroken(log.path, undefined, "its last line is not a record");
    if (lineEnd < 0) return cut({ ino, size: 0, last: base });
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
    return cut({ ino, size: lineEnd + 1, last: { seq: last.seq, digest: last.digest } });
  }
}

async function cutAt(
  log: WritableLog,
  file: DiskFile,
  tail: FileTail,
  { size, atLeast }: { readonly size: number; readonly atLeast: number },
): Promise<FileTail> {
  if (tail.size === size) return tail;
  if (tail.last.seq < atLeast)
    throw logBroken(log.path, undefined, `its end is damaged: record ${atLeast} of its head is not complete`);
  await file.truncate(tail.size);
  if (log.sync) await file.sync();
  log.onCut?.({ offset: tail.size, bytes: size - tail.size });
  return tail;
}
