import { constants, type Dirent, realpathSync } from "node:fs";
import { joinPath, singleSlash } from "../../basics/paths.ts";
import type {
  Awaitable,
  DirectoryEntry,
  FileBytes,
  FileKind,
  FileStat,
  FileSystem,
  FileText,
} from "../../ports.ts";
import { type FileCalls, nodeCalls } from "./file-calls.ts";
import { fileReader, ownBytes } from "./file-reader.ts";
import { codeOf, kindOf, statOf } from "./file-stat.ts";
import { closeQuietly, descriptorPath, openReal } from "./open-real.ts";

/** Number of consecutive synchronous calls before the event loop may run. */
const CALLS_PER_YIELD = 256;

/** Codes for a missing entry: no entry, a file instead of a directory, a loop of links, an invalid name. */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"]);

export interface NodeFilesOptions {
  readonly caseInsensitive?: boolean;
  /** Default those of this system. */
  readonly calls?: FileCalls;
  readonly platform?: NodeJS.Platform;
}

/**
 * The files of this machine. Calls are synchronous because they are short; the event loop runs every few hundred calls.
 */
export function nodeFiles(options: NodeFilesOptions = {}): FileSystem {
  const { calls = nodeCalls, platform = process.platform } = options;
  const { caseInsensitive = platform === "darwin" || platform === "win32" } = options;
  const yielding = yieldingEvery(CALLS_PER_YIELD);
  const read = fileReader(calls, platform);
  const list = directoryLister(calls, platform);
  return {
    caseInsensitive,
    list: (path, { real = false } = {}) => yielding(unlessAbsent(() => list(path, real), path)),
    stat: (path) => yielding(unlessAbsent(() => statOf(path, calls), path)),
    readBytes: (path, maxBytes, { real } = {}) =>
      yielding(unlessAbsent(() => read(path, maxBytes, copyBytes, { real, whole: true }), path)),
    readText: (path, maxBytes, known) =>
      yielding(unlessAbsent(() => read(path, maxBytes, decodeText, { known }), path)),
    realpath: (path) => yielding(unlessAbsent(realPath, path)),
  };
}

/**
 * A path of this system in the engine's form. On Windows backslashes are separators and the letter of a drive has no case;
 * elsewhere a backslash is an ordinary character and slashes at the start count as one.
 */
export function toEnginePath(path: string): string {
  if (process.platform !== "win32") return singleSlash(path);
  return path.replaceAll("\\", "/").replace(/^[a-z]:(?=\/|$)/, (drive) => drive.toUpperCase());
}

function yieldingEvery(every: number): <T>(value: T) => Awaitable<T> {
  let calls = 0;
  return (value) => {
    calls += 1;
    if (calls % every !== 0) return value;
    return new Promise((resolve) => setImmediate(resolve, value));
  };
}

function realPath(path: string): string {
  return toEnginePath(realpathSync.native(path));
}

function copyBytes(stat: FileStat, bytes: Buffer | undefined, opened: () => string | undefined): FileBytes {
  const realpath = bytes === undefined ? undefined : opened();
  const read = { stat, bytes: bytes && ownBytes(bytes) };
  return realpath === undefined ? read : { ...read, realpath };
}

function decodeText(stat: FileStat, bytes: Buffer | undefined): FileText {
  return { stat, text: bytes?.toString("utf8") };
}

function unlessAbsent<T>(ask: (path: string) => T, path: string): T | undefined {
  try {
    return ask(path);
  } catch (error) {
    if (ABSENT.has(codeOf(error))) return undefined;
    throw error;
  }
}

const LIST_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Lists directories; undefined if there is none. With `real`, no directory on the way may be a link. */
function directoryLister(calls: FileCalls, platform: NodeJS.Platform) {
  const openThere = openReal(calls, platform);
  const entries = (path: string): readonly DirectoryEntry[] =>
    calls.list(path).map((entry) => ({ name: entry.name, kind: entryKind(path, entry, calls) }));
  return (path: string, real: boolean): readonly DirectoryEntry[] | undefined => {
    // readdir would follow a link.
    if (!calls.lstat(path)?.isDirectory()) return undefined;
    if (!real || platform !== "linux") return entries(path);
    const directory = openThere(path, LIST_FLAGS);
    try {
      const held = descriptorPath(directory);
      return calls.lstat(held) === undefined ? entries(path) : entries(held);
    } finally {
      closeQuietly(directory, calls);
    }
  };
}

/** Some network file systems do not report the kind of an entry in a listing, so use its stat. */
function entryKind(directory: string, entry: Dirent, calls: FileCalls): FileKind {
  const kind = kindOf(entry);
  if (kind !== "other") return kind;
  return unlessAbsent((path) => statOf(path, calls), joinPath(directory, entry.name))?.kind ?? kind;
}
