import { type Dirent, lstatSync, readdirSync, realpathSync } from "node:fs";
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
import { fileReader, ownBytes } from "./file-reader.ts";
import { codeOf, kindOf, statOf } from "./file-stat.ts";

/** Number of consecutive synchronous calls before the event loop may run. */
const CALLS_PER_YIELD = 256;

/** Codes for a missing entry: no entry, a file instead of a directory, a loop of links, an invalid name. */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"]);

export interface NodeFilesOptions {
  readonly caseInsensitive?: boolean;
}

/**
 * The files of this machine. Calls are synchronous because they are short; the event loop runs every few hundred calls.
 */
export function nodeFiles(options: NodeFilesOptions = {}): FileSystem {
  const { caseInsensitive = process.platform === "darwin" || process.platform === "win32" } = options;
  const yielding = yieldingEvery(CALLS_PER_YIELD);
  const read = fileReader();
  return {
    caseInsensitive,
    list: (path) => yielding(unlessAbsent(listDirectory, path)),
    stat: (path) => yielding(unlessAbsent(statOf, path)),
    readBytes: (path, maxBytes) => yielding(unlessAbsent(() => read(path, maxBytes, copyBytes), path)),
    readText: (path, maxBytes, known) =>
      yielding(unlessAbsent(() => read(path, maxBytes, decodeText, known), path)),
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

function listDirectory(path: string): readonly DirectoryEntry[] | undefined {
  // readdir would follow a link.
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  return readdirSync(path, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    kind: entryKind(path, entry),
  }));
}

/** Some network file systems do not report the kind of an entry in a listing, so use its stat. */
function entryKind(directory: string, entry: Dirent): FileKind {
  const kind = kindOf(entry);
  if (kind !== "other") return kind;
  return unlessAbsent(statOf, joinPath(directory, entry.name))?.kind ?? kind;
}
