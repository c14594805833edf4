import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync } from "node:fs";
import type { FileStat } from "../../ports.ts";
import { codeOf, statOf, toFileStat } from "./file-stat.ts";

/** Receives what was read. The next read overwrites the buffer, so it must not be kept. */
type Use<T> = (stat: FileStat, bytes: Buffer | undefined, opened: () => string | undefined) => T;

/** Reads regular files up to a limit; undefined if there is none. */
export type FileReader = <T>(path: string, maxBytes: number, use: Use<T>, known?: FileStat) => T | undefined;

/**
 * The system itself rejects links and does not block on pipes, so that a file cannot be swapped between check and read.
 */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** An entry exists but cannot be opened as a file: a link, a directory, a socket. */
const NOT_A_FILE = new Set(["ELOOP", "EMLINK", "EISDIR", "ENXIO", "EOPNOTSUPP"]);

/** Larger than nearly every SKILL.md; larger files get a buffer of their own. */
const BUFFER_BYTES = 256 * 1024;

/** A copy of what was read, which can be kept. */
export function ownBytes(bytes: Buffer): Uint8Array {
  return bytes.length > BUFFER_BYTES
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    : new Uint8Array(bytes);
}

/** Creates a reader that opens, checks and reads the same file, with one buffer for all files. */
export function fileReader(): FileReader {
  let buffer: Buffer | undefined;

  const readAll = (file: number, size: number): Buffer => {
    buffer ??= Buffer.allocUnsafeSlow(BUFFER_BYTES);
    const target = size <= buffer.length ? buffer : Buffer.allocUnsafeSlow(size);
    let length = 0;
    while (length < size) {
      const read = readSync(file, target, length, size - length, length);
      if (read === 0) break;
      length += read;
    }
    return target.subarray(0, length);
  };

  /** Reads once, with one byte more to detect growth; undefined if the file is not the known one. */
  const readKnown = (file: number, known: FileStat, maxBytes: number): Buffer | undefined => {
    if (known.kind !== "file" || known.size > maxBytes || known.size >= BUFFER_BYTES) return undefined;
    buffer ??= Buffer.allocUnsafeSlow(BUFFER_BYTES);
    const length = readSync(file, buffer, 0, known.size + 1, 0);
    return length === known.size ? buffer.subarray(0, length) : undefined;
  };

  return (path, maxBytes, use, known) => {
    const file = openFile(path);
    if (file === undefined) {
      const stat = statOf(path);
      return stat === undefined ? undefined : use(stat, undefined, () => undefined);
    }
    const opened = () => openedPath(file);
    try {
      const bytes = known === undefined ? undefined : readKnown(file, known, maxBytes);
      if (known !== undefined && bytes !== undefined) return use(known, bytes, opened);
      const stat = toFileStat(fstatSync(file));
      const readable = stat.kind === "file" && stat.size <= maxBytes;
      return use(stat, readable ? readAll(file, stat.size) : undefined, opened);
    } finally {
      closeSync(file);
    }
  };
}

/** The real path of an open file, if the system reports it: on Linux, unless /proc is missing. */
function openedPath(file: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return undefined;
  }
}

function openFile(path: string): number | undefined {
  // Windows has no O_NOFOLLOW, so check the entry first.
  if (constants.O_NOFOLLOW === undefined && !lstatSync(path, { throwIfNoEntry: false })?.isFile())
    return undefined;
  try {
    return openSync(path, OPEN_FLAGS);
  } catch (error) {
    if (NOT_A_FILE.has(codeOf(error))) return undefined;
    throw error;
  }
}
