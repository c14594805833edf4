import { baseName, isInside, joinPath, parentPath, pathBelow } from "../basics/paths.ts";
import { realPlaceOf } from "../basics/real-place.ts";
import { compareText } from "../basics/words.ts";
import { NEVER_SERVED } from "../discovery/list-files.ts";
import { KnowhowError } from "../errors.ts";
import type { Awaitable, DirectoryEntry, FileStat, FileSystem, Hash } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Skill } from "../skill.ts";
import { decodeText } from "./decode-text.ts";
import { isSameFile } from "./file-memo.ts";

/** The files of some skills as they were at one moment, and every other file as it is. */
export interface FrozenFiles extends FileSystem {
  /**
   * Digests of the files of each skill, by name. Empty if a file was too much to be kept: then nobody can tell later
   * whether it is still the same. Skills whose files were not there at once, as those of servers, are left out.
   */
  digests(): Readonly<Record<string, string>>;
  /** Whether a skill had a file. False for skills whose files were not there at once. */
  has(skill: Skill, path: string): boolean;
  /** The files of a skill, for a conversation that inherits them; undefined if they are not frozen. */
  captured(skill: Skill): Capture | undefined;
}

/** What is frozen, and how. */
export interface FreezeOptions {
  readonly files: FileSystem;
  readonly hash: Pick<Hash, "sha256">;
  readonly limits: WalkLimits;
  /** Digests of an earlier moment: a skill that has another one now is gone. Default none. */
  readonly expected?: Readonly<Record<string, string>> | undefined;
  /** Files of an earlier moment: skills that they have stay as they are there. Default none. */
  readonly earlier?: FrozenFiles | undefined;
}

/** Bytes and files that are kept. Of the others the stat is known, and one that has changed cannot be read any more. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 2_000;

/** Reads the files of skills before it returns, as far as the port answers at once, as those of local files do. */
export function freezeFiles(skills: readonly Skill[], options: FreezeOptions): FrozenFiles {
  const { files, expected = {}, earlier } = options;
  const local = skills.filter(({ origin }) => origin.remote === undefined);
  const room: Room = { bytes: MAX_BYTES, files: MAX_FILES };
  const captures = local.flatMap((skill) => earlier?.captured(skill) ?? capture(skill, options) ?? []);
  for (const { entries, own } of captures) keep(own, entries.get(own), files, room);
  for (const { entries } of captures) for (const [path, entry] of entries) keep(path, entry, files, room);
  const digests = new Map<string, string>();
  const digestOf = (taken: Capture): string => {
    const { name } = taken.skill;
    const digest = taken.gone ?? digests.get(name) ?? digestCapture(taken, options.hash);
    digests.set(name, digest);
    return digest;
  };
  const roots = new Map<string, Capture>();
  for (const taken of captures) {
    const wanted = expected[taken.skill.name];
    const isGone = wanted === "" || (wanted !== undefined && wanted !== digestOf(taken));
    for (const at of [taken.skill.directory, taken.real])
      roots.set(at, isGone ? { ...taken, gone: wanted } : taken);
  }
  return {
    ...overlay(roots, files),
    has: ({ directory }, path) => {
      const taken = roots.get(directory);
      return taken?.entries.has(joinPath(taken.real, path)) === true;
    },
    captured: ({ directory, path }) => {
      const taken = roots.get(directory);
      return taken?.skill.path === path ? taken : undefined;
    },
    digests: () =>
      Object.fromEntries(
        captures.map((taken) => [taken.skill.name, digestOf(roots.get(taken.skill.directory) ?? taken)]),
      ),
  };
}

interface Room {
  bytes: number;
  files: number;
}

/** An entry of a directory as it was. */
interface FrozenEntry {
  readonly stat: FileStat;
  /** The entries of a directory. */
  readonly list?: readonly DirectoryEntry[];
  /** Where a link leads to. */
  readonly target?: string | undefined;
  /** The content of a file, if it is kept. */
  bytes?: Uint8Array;
}

/** The files of one skill, by real path. */
export interface Capture {
  readonly skill: Skill;
  readonly real: string;
  /** Real path of its SKILL.md. */
  readonly own: string;
  readonly entries: ReadonlyMap<string, FrozenEntry>;
  /** The digest that it had, if it has another one now. */
  readonly gone?: string;
}

/** Looks at every entry of a skill. Undefined if the port does not answer at once. */
function capture(skill: Skill, { files, limits }: FreezeOptions): Capture | undefined {
  const { path: own, directory: real } = realPlaceOf(skill);
  const entries = new Map<string, FrozenEntry>();
  const queue = [real];
  let count = 0;
  for (let at = 0; at < queue.length && at <= limits.directories && count <= limits.resources; at += 1) {
    const directory = queue[at] ?? "";
    const stat = atOnce(() => files.stat(directory));
    const listed = atOnce(() => files.list(directory, { real: true }));
    if (stat === undefined || listed === undefined) return undefined;
    if (stat.value === undefined || listed.value === undefined) continue;
    const list = listed.value.toSorted((a, b) => compareText(a.name, b.name));
    entries.set(directory, { stat: stat.value, list });
    for (const { name, kind } of list) {
      const path = joinPath(directory, name);
      if (kind === "directory") {
        if (!NEVER_SERVED.has(name)) queue.push(path);
        continue;
      }
      const found = atOnce(() => files.stat(path));
      const target = kind === "link" ? atOnce(() => files.realpath(path))?.value : undefined;
      if (found?.value !== undefined) entries.set(path, { stat: found.value, target });
      count += 1;
    }
  }
  const file = entries.has(own) ? undefined : atOnce(() => files.stat(own))?.value;
  if (file !== undefined) entries.set(own, { stat: file });
  return { skill, real, own, entries };
}

function keep(path: string, entry: FrozenEntry | undefined, files: FileSystem, room: Room): void {
  if (entry === undefined || entry.bytes !== undefined || entry.stat.kind !== "file") return;
  if (room.files <= 0 || entry.stat.size > room.bytes) return;
  const read = atOnce(() => files.readBytes(path, entry.stat.size, { real: true }))?.value;
  if (read?.bytes === undefined || !isSameFile(read.stat, entry.stat)) return;
  // A directory above it may have been a link while it was opened; then the gate decides when it is read.
  if ((read.realpath ?? atOnce(() => files.realpath(path))?.value) !== path) return;
  room.files -= 1;
  room.bytes -= read.bytes.length;
  entry.bytes = read.bytes;
}

/** The answer of a port that does not have to wait. Node's lets other work run now and then; asked again, it answers. */
function atOnce<Value>(ask: () => Awaitable<Value>): { readonly value: Value | undefined } | undefined {
  for (let time = 0; time < 2; time += 1) {
    try {
      const value = ask();
      if (!(value instanceof Promise)) return { value };
      value.catch(() => undefined);
    } catch {
      // Whoever reads it later gets the error.
      return { value: undefined };
    }
  }
  return undefined;
}

function digestCapture({ entries, real, own }: Capture, hash: FreezeOptions["hash"]): string {
  const rows: string[] = [];
  for (const [path, { stat, bytes }] of entries) {
    if (stat.kind !== "file") continue;
    if (bytes === undefined) return "";
    rows.push(`${path === own ? "SKILL.md" : pathBelow(path, real)}\n${hash.sha256(bytes)}`);
  }
  return hash.sha256(rows.sort(compareText).join("\n")).slice(0, 32);
}

function overlay(roots: ReadonlyMap<string, Capture>, files: FileSystem): FileSystem {
  /** The skill that a path belongs to and its real path there; undefined for paths that are not frozen. */
  const find = (path: string): { readonly taken: Capture; readonly real: string } | undefined => {
    for (let at = path; ; at = parentPath(at)) {
      const taken = roots.get(at);
      if (taken !== undefined) {
        if (taken.gone !== undefined) throw changed(taken.skill);
        if (path === taken.skill.path) return { taken, real: taken.own };
        const below = at === path ? taken.real : joinPath(taken.real, pathBelow(path, at));
        const real = throughLinks(below, taken);
        return isInside(real, taken.real) ? { taken, real } : undefined;
      }
      // What is in such a directory is never served.
      if (NEVER_SERVED.has(baseName(at)) || parentPath(at) === at) return undefined;
    }
  };
  const read: FileSystem["readBytes"] = (path, maxBytes, facts) => {
    const found = find(path);
    if (found === undefined) return files.readBytes(path, maxBytes, facts);
    const { taken, real } = found;
    const entry = taken.entries.get(real);
    if (entry === undefined) return undefined;
    const { stat, bytes } = entry;
    if (bytes !== undefined)
      return { stat, bytes: bytes.length > maxBytes ? undefined : bytes.slice(), realpath: real };
    return readUnchanged(real, { stat, maxBytes }, taken.skill, files);
  };
  return {
    caseInsensitive: files.caseInsensitive,
    list: (path, facts) => {
      const found = find(path);
      return found === undefined ? files.list(path, facts) : found.taken.entries.get(found.real)?.list;
    },
    stat: (path) => {
      const found = find(path);
      return found === undefined ? files.stat(path) : found.taken.entries.get(found.real)?.stat;
    },
    readBytes: read,
    readText: async (path, maxBytes) => {
      const file = await read(path, maxBytes);
      return file && { stat: file.stat, text: file.bytes && decodeText(file.bytes) };
    },
    realpath: (path) => {
      const found = find(path);
      if (found === undefined) return files.realpath(path);
      const entry = found.taken.entries.get(found.real);
      if (entry === undefined) return undefined;
      return entry.stat.kind === "link" ? entry.target : found.real;
    },
    ...(files.head === undefined ? {} : { head: (path) => files.head?.(path) }),
  };
}

/** A path with the links above its last part resolved. */
function throughLinks(path: string, { entries, real }: Capture): string {
  for (let at = parentPath(path); at !== real && isInside(at, real); at = parentPath(at)) {
    const target = entries.get(at)?.target;
    // The target has no links.
    if (target !== undefined) return joinPath(target, pathBelow(path, at));
  }
  return path;
}

/** A file that was not kept is read only if it is still the same one. */
async function readUnchanged(
  path: string,
  { stat, maxBytes }: { readonly stat: FileStat; readonly maxBytes: number },
  skill: Skill,
  files: FileSystem,
): Promise<Awaited<ReturnType<FileSystem["readBytes"]>>> {
  const read = await files.readBytes(path, maxBytes, { real: true });
  if (read === undefined || !isSameFile(read.stat, stat)) throw changed(skill);
  return read;
}

function changed({ name }: Skill): KnowhowError {
  return new KnowhowError(
    "serving.files-changed",
    `the skill "${name}" has changed since this conversation began, and its earlier files are gone`,
    { hint: "start a new conversation to use it as it is now" },
  );
}
