import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  read,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
  write,
  writeSync,
} from "node:fs";
import { promisify } from "node:util";

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

/** More is read and written in the background. */
const LONG_BYTES = 64 * 1024;

/**
 * The disk of this machine. Calls that are answered from memory are made at once, because a system call takes much less
 * time than a promise of one; only those that wait for the disk, or have much to copy, leave the thread.
 */
export const nodeDisk: Disk = {
  open: async (path, flags, mode) => openFile(openSync(path, flags, mode)),
  makeFolders: async (path, mode) => mkdirSync(path, { recursive: true, mode }),
  rename: async (from, to) => renameSync(from, to),
  link: async (existing, path) => linkSync(existing, path),
  unlink: async (path) => unlinkSync(path),
  removeFolder: async (path) => rmdirSync(path),
  lstat: async (path) => lstatSync(path),
  stat: async (path) => statSync(path),
  list: async (folder) => readdirSync(folder),
};

function openFile(fd: number): DiskFile {
  return {
    writeFile: async (data) => {
      const bytes = typeof data === "string" ? Buffer.from(data) : data;
      for (let written = 0; written < bytes.length; )
        written +=
          bytes.length <= LONG_BYTES
            ? writeSync(fd, bytes, written)
            : (await writeLater(fd, bytes, written)).bytesWritten;
    },
    writeNow: (data) => writeAll(fd, data),
    read: async (buffer, offset, length, position) =>
      length <= LONG_BYTES
        ? { bytesRead: readSync(fd, buffer, offset, length, position) }
        : readLater(fd, buffer, offset, length, position),
    stat: async () => fstatSync(fd),
    chmod: async (mode) => fchmodSync(fd, mode),
    chown: async (uid, gid) => fchownSync(fd, uid, gid),
    truncate: async (length) => ftruncateSync(fd, length),
    sync: () => syncLater(fd),
    close: async () => closeSync(fd),
  };
}

const readLater = promisify(read);
const syncLater = promisify(fsync);
const writeLater = promisify(write);

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
