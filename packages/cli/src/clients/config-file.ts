import type { Stats } from "node:fs";
import { lstat, readFile, readlink, realpath, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { KnowhowError } from "@knowhow/runtime";
import { makeFolders, writeFileAtomic } from "@knowhow/runtime/state";
import { pathError } from "./system-error.ts";

/** A client's file as read. */
export interface ConfigFile {
  /** The real path: the file itself is written, never a link to it. */
  readonly path: string;
  /** Undefined if there is no file. */
  readonly bytes: Uint8Array | undefined;
  readonly text: string;
  readonly stats: Stats | undefined;
}

/** No client's file is larger, and reading it would take minutes. */
const MAX_BYTES = 16 * 1024 * 1024;

/** More links than this are a loop. */
const MAX_LINKS = 40;

/** Reads a file; a missing one is empty. Throws if it cannot be read or is not text. */
export async function readConfigFile(named: string): Promise<ConfigFile> {
  try {
    const path = await realPlace(named);
    const stats = await stat(path).catch(absent);
    if (stats === undefined) return { path, bytes: undefined, text: "", stats };
    if (!stats.isFile()) throw failure(`${path} is not a file`);
    if (stats.size > MAX_BYTES) throw failure(`${path} is larger than ${MAX_BYTES / 1024 / 1024} MiB`);
    const bytes = await readFile(path);
    return { path, bytes, text: decode(bytes, path), stats };
  } catch (error) {
    throw pathError(error, named, "read");
  }
}

/**
 * Replaces or removes the file atomically, keeping its mode. Returns false, without writing, if the file was changed
 * since it was read.
 */
export async function writeConfigFile(
  file: ConfigFile,
  bytes: Uint8Array | undefined,
  mode: number,
): Promise<boolean> {
  const { path, stats } = file;
  if (stats !== undefined && (stats.mode & 0o200) === 0)
    throw failure(`${path} is read-only`, "make it writable, or change the source that generates it");
  const isUnchanged = async () => sameBytes(await readFile(path).catch(absent), file.bytes);
  try {
    if (bytes !== undefined)
      return await writeFileAtomic(path, bytes, { mode, keep: true, sync: true, confirm: isUnchanged });
    if (!(await isUnchanged())) return false;
    await rm(path, { force: true });
    return true;
  } catch (error) {
    throw pathError(error, path, "written");
  }
}

/** Creates the directory of a file. Returns those that were missing, deepest first. */
export async function makeDirectoryFor(path: string): Promise<readonly string[]> {
  try {
    return await makeFolders(dirname(path));
  } catch (error) {
    throw pathError(error, path, "written");
  }
}

/** The target of a path, even if the last of its links is broken. */
export async function realPlace(path: string, links = 0): Promise<string> {
  const known = await realpath(path).catch(absent);
  if (known !== undefined) return known;
  const entry = await lstat(path).catch(absent);
  if (entry?.isSymbolicLink() === true) {
    if (links >= MAX_LINKS) throw failure(`${path} is a circular symbolic link`);
    return realPlace(resolve(dirname(path), await readlink(path)), links + 1);
  }
  const parent = dirname(path);
  return parent === path
    ? path
    : join(await realPlace(parent, links), path.slice(parent.length).replace(/^[\\/]+/, ""));
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw failure(`${path} is not valid UTF-8`);
  }
}

function failure(message: string, hint = "check this path; nothing was changed"): KnowhowError {
  return new KnowhowError("mcp.install-failed", message, { hint });
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
