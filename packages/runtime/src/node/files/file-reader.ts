import { constants } from "node:fs";
import type { FileStat } from "../../ports.ts";
import { type FileCalls, nodeCalls } from "./file-calls.ts";
import { codeOf, statOf, toFileStat } from "./file-stat.ts";
import { closeQuietly, descriptorPath, openReal } from "./open-real.ts";

/** Receives what was read. The next read overwrites the buffer, so it must not be kept. */
type Use<T> = (stat: FileStat, bytes: Buffer | undefined, opened: () => string | undefined) => T;

/** How a file is opened and read. */
export interface ReadWay {
  /** A stat that the caller has just received. */
  readonly known?: FileStat | undefined;
  /** True: the path has no links, and none of its directories may be one. */
  readonly real?: boolean | undefined;
  /** True: the bytes are those of one moment. Throws if the file keeps changing. */
  readonly whole?: boolean;
}

/** Reads regular files up to a limit; undefined if there is none. */
export type FileReader = <T>(path: string, maxBytes: number, use: Use<T>, way?: ReadWay) => T | undefined;

/**
 * The system itself rejects links and does not block on pipes, so that a file cannot be swapped between check and read.
 */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** An entry exists but cannot be opened as a file: a link, a directory, a socket. */
const NOT_A_FILE = new Set(["ELOOP", "EMLINK", "EISDIR", "ENXIO", "EOPNOTSUPP"]);

/** Larger than nearly every SKILL.md; larger files get a buffer of their own. */
const BUFFER_BYTES = 256 * 1024;

/** How often a file that changes during the read is read. */
const ATTEMPTS = 3;

/** A copy of what was read, which can be kept. */
export function ownBytes(bytes: Buffer): Uint8Array {
  return bytes.length > BUFFER_BYTES
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    : new Uint8Array(bytes);
}

/** Creates a reader that opens, checks and reads the same file, with one buffer for all files. */
export function fileReader(
  calls: FileCalls = nodeCalls,
  platform: NodeJS.Platform = process.platform,
): FileReader {
  let buffer: Buffer | undefined;
  const openThere = openReal(calls, platform);

  const readAll = (file: number, size: number): Buffer => {
    buffer ??= Buffer.allocUnsafeSlow(BUFFER_BYTES);
    const target = size <= buffer.length ? buffer : Buffer.allocUnsafeSlow(size);
    let length = 0;
    while (length < size) {
      const read = calls.read(file, target, length, size - length, length);
      if (read === 0) break;
      length += read;
    }
    return target.subarray(0, length);
  };

  /** Reads once, with one byte more to detect growth; undefined if the file is not the known one. */
  const readKnown = (file: number, known: FileStat, maxBytes: number): Buffer | undefined => {
    if (known.kind !== "file" || known.size > maxBytes || known.size >= BUFFER_BYTES) return undefined;
    buffer ??= Buffer.allocUnsafeSlow(BUFFER_BYTES);
    const length = calls.read(file, buffer, 0, known.size + 1, 0);
    return length === known.size ? buffer.subarray(0, length) : undefined;
  };

  /** A file that shrinks, grows or is written to during the read is read again. */
  const readWhole = (file: number, maxBytes: number): Read => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const stat = toFileStat(calls.fstat(file));
      if (stat.kind !== "file" || stat.size > maxBytes) return { stat, bytes: undefined };
      const bytes = readAll(file, stat.size);
      if (bytes.length === stat.size && isUnchanged(stat, toFileStat(calls.fstat(file))))
        return { stat, bytes };
    }
    throw new Error("it changes while it is read");
  };

  const readOnce = (file: number, maxBytes: number): Read => {
    const stat = toFileStat(calls.fstat(file));
    const isReadable = stat.kind === "file" && stat.size <= maxBytes;
    return { stat, bytes: isReadable ? readAll(file, stat.size) : undefined };
  };

  const openFile = (path: string, real: boolean): number | undefined => {
    // Windows has no O_NOFOLLOW, so check the entry first.
    if (constants.O_NOFOLLOW === undefined && !calls.lstat(path)?.isFile()) return undefined;
    try {
      return real ? openThere(path, OPEN_FLAGS) : calls.open(path, OPEN_FLAGS);
    } catch (error) {
      if (NOT_A_FILE.has(codeOf(error))) return undefined;
      throw error;
    }
  };

  return (path, maxBytes, use, { known, real = false, whole = false } = {}) => {
    const file = openFile(path, real);
    if (file === undefined) {
      const stat = statOf(path, calls);
      return stat === undefined ? undefined : use(stat, undefined, () => undefined);
    }
    const opened = () => openedPath(file, calls, platform);
    try {
      const bytes = known === undefined || whole ? undefined : readKnown(file, known, maxBytes);
      if (known !== undefined && bytes !== undefined) return use(known, bytes, opened);
      const read = whole ? readWhole(file, maxBytes) : readOnce(file, maxBytes);
      return use(read.stat, read.bytes, opened);
    } finally {
      closeQuietly(file, calls);
    }
  };
}

interface Read {
  readonly stat: FileStat;
  readonly bytes: Buffer | undefined;
}

function isUnchanged(before: FileStat, after: FileStat): boolean {
  return before.size === after.size && before.mtimeMs === after.mtimeMs && before.ctimeMs === after.ctimeMs;
}

/** The real path of an open file, if the system reports it: on Linux, unless /proc is missing. */
function openedPath(file: number, calls: FileCalls, platform: NodeJS.Platform): string | undefined {
  if (platform !== "linux") return undefined;
  try {
    return calls.readlink(descriptorPath(file));
  } catch {
    return undefined;
  }
}
