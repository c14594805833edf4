import { constants, type Stats, writeSync } from "node:fs";
import { link, lstat, mkdir, open, readdir, rename, rmdir, stat, unlink } from "node:fs/promises";

/** An open file, as far as durable state needs it. */
export interface DiskFile {
  /** Writes all data at the current position, or at the end of a file opened for appending. */
  writeFile(data: string | Uint8Array): Promise<void>;
  /** The same before it returns, for small records: a system call takes less time than a promise of one. */
  writeNow(data: string): void;
  read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
  ): Promise<{ readonly bytesRead: number }>;
  stat(): Promise<Stats>;
  chmod(mode: number): Promise<void>;
  chown(uid: number, gid: number): Promise<void>;
  truncate(length: number): Promise<void>;
  /** Waits until the data is on disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The system calls of everything below `state/`. A test passes an implementation that fails or stops at a chosen call.
 */
export interface Disk {
  open(path: string, flags: number, mode?: number): Promise<DiskFile>;
  /** Creates a directory with its parents. Returns the first one created, or undefined if all existed. */
  makeFolders(path: string, mode: number): Promise<string | undefined>;
  rename(from: string, to: string): Promise<void>;
  link(existing: string, path: string): Promise<void>;
  unlink(path: string): Promise<void>;
  removeFolder(path: string): Promise<void>;
  lstat(path: string): Promise<Stats>;
  stat(path: string): Promise<Stats>;
  list(folder: string): Promise<readonly string[]>;
}

/** The disk of this machine. */
export const nodeDisk: Disk = {
  open: async (path, flags, mode) => {
    const file = await open(path, flags, mode);
    return Object.assign(file, { writeNow: (data: string) => writeAll(file.fd, data) });
  },
  makeFolders: (path, mode) => mkdir(path, { recursive: true, mode }),
  rename: (from, to) => rename(from, to),
  link: (existing, path) => link(existing, path),
  unlink: (path) => unlink(path),
  removeFolder: (path) => rmdir(path),
  lstat: (path) => lstat(path),
  stat: (path) => stat(path),
  list: (folder) => readdir(folder),
};

/** Writes a string, which is faster than its bytes. A system call may write only a part. */
function writeAll(fd: number, data: string): void {
  const done = writeSync(fd, data);
  if (done === data.length && Buffer.byteLength(data) === done) return;
  const bytes = Buffer.from(data);
  for (let written = done; written < bytes.length; ) written += writeSync(fd, bytes, written);
}

// Windows has neither of these flags.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const NO_BLOCK = constants.O_NONBLOCK ?? 0;

/** Flags of `Disk.open`. A link at the end of the path is rejected if the system supports it. */
export const OPEN: Readonly<Record<"create" | "read" | "write" | "append" | "extend" | "folder", number>> = {
  /** A file that must not exist. */
  create: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW,
  read: constants.O_RDONLY | NO_FOLLOW | NO_BLOCK,
  /** An existing file, to be changed. */
  write: constants.O_RDWR | NO_FOLLOW | NO_BLOCK,
  /** A file to read and append to, created if it is missing. */
  append: constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | NO_FOLLOW | NO_BLOCK,
  /** An existing file to read and append to. */
  extend: constants.O_RDWR | constants.O_APPEND | NO_FOLLOW | NO_BLOCK,
  folder: constants.O_RDONLY,
};

/** Codes that file systems without hard links return for `Disk.link`. */
export const NO_HARD_LINKS: ReadonlySet<string> = new Set([
  "EPERM",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
]);
