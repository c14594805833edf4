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

/** Synchronous calls in a row before the event loop gets its turn. */
const CALLS_PER_BREATH = 256;

/** Nothing is there: no entry, a file where a directory should be, links without end, a name that no disk can hold. */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"]);

export interface NodeFilesOptions {
  readonly caseInsensitive?: boolean;
}

/** The files of this machine. Calls are synchronous because they are tiny; every few hundred the event loop breathes. */
export function nodeFiles(options: NodeFilesOptions = {}): FileSystem {
  const { caseInsensitive = process.platform === "darwin" || process.platform === "win32" } = options;
  const breathe = breather(CALLS_PER_BREATH);
  const read = fileReader();
  return {
    caseInsensitive,
    list: (path) => breathe(unlessAbsent(listDirectory, path)),
    stat: (path) => breathe(unlessAbsent(statOf, path)),
    readBytes: (path, maxBytes) => breathe(unlessAbsent(() => read(path, maxBytes, copyBytes), path)),
    readText: (path, maxBytes, known) =>
      breathe(unlessAbsent(() => read(path, maxBytes, decodeText, known), path)),
    realpath: (path) => breathe(unlessAbsent(realPath, path)),
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

function breather(every: number): <T>(value: T) => Awaitable<T> {
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

/** Some network file systems do not say what an entry is; then the entry is asked. */
function entryKind(directory: string, entry: Dirent): FileKind {
  const kind = kindOf(entry);
  if (kind !== "other") return kind;
  return unlessAbsent(statOf, joinPath(directory, entry.name))?.kind ?? kind;
}
