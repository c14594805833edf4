import { KnowhowError } from "../../errors.ts";
import type { LogPosition, LogRecord, LogVerdict } from "../../state-ports.ts";
import { codeOf } from "../files/file-stat.ts";
import { type Disk, type DiskFile, OPEN } from "./disk.ts";
import { linesOf, readLine, START } from "./log-lines.ts";
import { ownershipProblem } from "./ownership.ts";
import { notPrivate } from "./private-folder.ts";

/** Path and format of a log. */
export interface LogFile {
  readonly path: string;
  readonly chain: boolean;
  readonly maxLineBytes: number;
  readonly disk: Disk;
}

/** Opens the file of a log; undefined if there is none. Throws if another user could have written it. */
export async function openLogFile({ path, disk }: LogFile, flags: number): Promise<DiskFile | undefined> {
  const file = await disk.open(path, flags, 0o600).catch((error) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw codeOf(error) === "ELOOP" ? notPrivate(path, "is a symbolic link") : error;
  });
  if (file === undefined) return undefined;
  try {
    const stats = await file.stat();
    const problem = stats.isFile() ? ownershipProblem(stats) : "is not a regular file";
    if (problem !== undefined) throw notPrivate(path, problem);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The records of a log, oldest first. Throws at the first invalid line. */
export async function* readRecords(log: LogFile): AsyncGenerator<LogRecord> {
  for await (const read of checkedLines(log)) {
    if ("reason" in read) throw logBroken(log.path, read.line, read.reason);
    yield read;
  }
}

/** Reads every line, and looks for a position noted earlier. */
export async function verifyLog(log: LogFile, known: LogPosition | undefined): Promise<LogVerdict> {
  let last: LogPosition | undefined;
  const verdictOf = (line: number, reason: string): LogVerdict => {
    return { ok: false, records: line - 1, line, reason };
  };
  for await (const read of checkedLines(log)) {
    if ("reason" in read) return verdictOf(read.line, read.reason);
    const { seq, digest } = read;
    if (seq === known?.seq && digest !== known.digest)
      return verdictOf(seq, "the record differs from the one noted earlier");
    last = { seq, digest };
  }
  const records = last?.seq ?? 0;
  return known !== undefined && known.seq > records
    ? verdictOf(records + 1, `the log ends before record ${known.seq}, which was noted earlier`)
    : { ok: true, records, last };
}

/** The error for a log with an invalid line. */
export function logBroken(path: string, line: number | undefined, reason: string): KnowhowError {
  const place = line === undefined ? path : `${path}:${line}`;
  return new KnowhowError("state.log-broken", `${place} is not a valid log: ${reason}`, {
    hint: "it was edited or damaged; back it up, then move it away to start a new log",
  });
}

interface BrokenLine {
  readonly line: number;
  readonly reason: string;
}

async function* checkedLines(log: LogFile): AsyncGenerator<LogRecord | BrokenLine> {
  const file = await openLogFile(log, OPEN.read);
  if (file === undefined) return;
  try {
    let after = START;
    for await (const line of linesOf(file, log.maxLineBytes)) {
      const read = line === "too long" ? "it is too long" : readLine(line, { after, chain: log.chain });
      if (typeof read === "string") {
        yield { line: after.seq + 1, reason: read };
        return;
      }
      after = read;
      yield read;
    }
  } finally {
    await file.close();
  }
}
