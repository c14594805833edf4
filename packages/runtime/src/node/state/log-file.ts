import { basename, dirname, join } from "node:path";
import { KnowhowError } from "../../errors.ts";
import { codeOf } from "../files/file-stat.ts";
import { type Disk, type DiskFile, OPEN } from "./disk.ts";
import { ownershipProblem } from "./ownership.ts";
import { listFolder, notPrivate } from "./private-folder.ts";

/** How a log is divided into files. */
export interface LogRotation {
  /** A file that would become larger is closed, and a new one continues its chain. */
  readonly maxFileBytes: number;
  /** Number of closed files to keep; the oldest are removed. */
  readonly keepFiles: number;
}

/** Path and format of a log. */
export interface LogFile {
  readonly path: string;
  readonly chain: boolean;
  readonly maxLineBytes: number;
  readonly rotation?: LogRotation | undefined;
  readonly disk: Disk;
}

/** A closed file of a log, with the number of its last record. */
export interface ClosedFile {
  readonly path: string;
  readonly last: number;
}

/** Path of a closed file of a log: `audit.000000000120.jsonl` ends with record 120. */
export function closedPath(path: string, last: number): string {
  return `${stemOf(path)}.${String(last).padStart(12, "0")}.jsonl`;
}

/** The closed files of a log, oldest first. */
export async function closedFiles({ path, rotation, disk }: LogFile): Promise<readonly ClosedFile[]> {
  if (rotation === undefined) return [];
  const folder = dirname(path);
  const prefix = `${basename(stemOf(path))}.`;
  const names = await listFolder(folder, disk);
  return names
    .flatMap((name) => {
      const number = /^(\d{12,16})\.jsonl$/.exec(name.slice(prefix.length))?.[1];
      return name.startsWith(prefix) && number !== undefined
        ? [{ path: join(folder, name), last: Number(number) }]
        : [];
    })
    .sort((a, b) => a.last - b.last);
}

function stemOf(path: string): string {
  return path.replace(/\.jsonl$/, "");
}

/** Opens a file of a log; undefined if there is none. Throws if another user could have written it. */
export async function openLogFile(
  { path, disk }: Pick<LogFile, "path" | "disk">,
  flags: number,
): Promise<DiskFile | undefined> {
  const file = await disk.open(path, flags, 0o600).catch((error) => {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return undefined;
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

/** A file of a log that is open for reading. */
export interface OpenLogFile {
  readonly path: string;
  readonly file: DiskFile;
}

/** Number of times to look at the files again, because a writer rotated them meanwhile. */
const ATTEMPTS = 20;

/**
 * Opens the files of a log as they are at one moment, oldest first, without blocking writers. Closed files up to record
 * `after` are omitted. The caller closes them.
 */
export async function openLogFiles(log: LogFile, after: number): Promise<readonly OpenLogFile[]> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await closedFiles(log);
    const opened: OpenLogFile[] = [];
    let isWhole = true;
    try {
      for (const { path } of [...before.filter(({ last }) => last > after), { path: log.path }]) {
        const file = await openLogFile({ path, disk: log.disk }, OPEN.read);
        if (file !== undefined) opened.push({ path, file });
        else isWhole &&= path === log.path;
      }
      const now = await closedFiles(log);
      const isSame = now.length === before.length && now.every(({ last }, at) => last === before[at]?.last);
      if (isWhole && (isSame || attempt === ATTEMPTS)) return opened;
    } catch (error) {
      await closeAll(opened);
      throw error;
    }
    await closeAll(opened);
    if (attempt === ATTEMPTS) throw new Error(`the files of ${log.path} change all the time`);
  }
}

/** Closes files of a log. */
export async function closeAll(files: readonly OpenLogFile[]): Promise<void> {
  for (const { file } of files) await file.close();
}

/** The error for a log with an invalid line. */
export function logBroken(path: string, line: number | undefined, reason: string): KnowhowError {
  const place = line === undefined ? path : `${path}:${line}`;
  return new KnowhowError("state.log-broken", `${place} is not a valid log: ${reason}`, {
    hint: "it was edited or damaged; back it up, then move it and the files beside it away to start a new log",
  });
}
