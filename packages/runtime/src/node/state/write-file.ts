import { dirname } from "node:path";
import { codeOf } from "../files/file-stat.ts";
import { type Disk, NO_HARD_LINKS, nodeDisk, OPEN } from "./disk.ts";
import { makeFolders, makePrivateFolder, removeEmptyFolders, syncFolder } from "./private-folder.ts";
import { removeLeftovers, temporaryPath } from "./temporary-files.ts";

/** How a file is written. */
export interface WriteFileOptions {
  /** The file is only for the user: mode 0600, in a folder that is made with 0700 and refused when others can write it. */
  readonly private?: boolean;
  /** Waits until content and name are on the disk, so that they survive a power failure. Default false. */
  readonly sync?: boolean;
  /** Throws `EEXIST` when anything has this name already. Default false. */
  readonly exclusive?: boolean;
  /** The exact mode of a new file; by default 0600 when private, else what the umask leaves of 0666. */
  readonly mode?: number;
  /** Keeps the mode of the file that is replaced and, for the superuser, its owner. Default false. */
  readonly keep?: boolean;
  /** Makes missing folders, and removes them again when the file cannot be written. `private` always makes them. */
  readonly makeFolders?: boolean;
  /** Asked when everything is ready to take its place; false leaves everything as it was. */
  readonly confirm?: () => Promise<boolean>;
  readonly disk?: Disk;
}

/**
 * Writes a file whole: after a crash at any point its path holds the old content or the new one. A link at the path is
 * replaced, not followed. Gives false when `confirm` did, and throws system errors as they are.
 */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  options: WriteFileOptions = {},
): Promise<boolean> {
  const { disk = nodeDisk } = options;
  const folder = dirname(path);
  const made = await prepareFolder(folder, options, disk);
  try {
    return await replace(path, data, options, disk);
  } catch (error) {
    await removeEmptyFolders(made, disk);
    throw error;
  }
}

/** The folders to be removed again when the write fails. */
async function prepareFolder(
  folder: string,
  { private: isPrivate = false, sync = false, makeFolders: mayMake = false }: WriteFileOptions,
  disk: Disk,
): Promise<readonly string[]> {
  // What is private stays: another process may be about to write into it.
  if (isPrivate) await makePrivateFolder(folder, disk, sync);
  const made = mayMake && !isPrivate ? await makeFolders(folder, { disk }) : [];
  if (sync) for (const each of made) await syncFolder(dirname(each), disk);
  await removeLeftovers(folder, disk);
  return made;
}

async function replace(
  path: string,
  data: string | Uint8Array,
  options: WriteFileOptions,
  disk: Disk,
): Promise<boolean> {
  const temporary = temporaryPath(dirname(path));
  try {
    await fill(temporary, data, { ...options, like: await replacedFile(path, options, disk) }, disk);
    if (options.confirm !== undefined && !(await options.confirm())) {
      await disk.unlink(temporary);
      return false;
    }
    await (options.exclusive === true ? putNew(temporary, path, disk) : disk.rename(temporary, path));
  } catch (error) {
    await disk.unlink(temporary).catch(() => undefined);
    throw error;
  }
  if (options.sync === true) await syncFolder(dirname(path), disk);
  return true;
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

async function replacedFile(
  path: string,
  { keep = false }: WriteFileOptions,
  disk: Disk,
): Promise<Owner | undefined> {
  if (!keep) return undefined;
  const stats = await disk.lstat(path).catch(() => undefined);
  return stats?.isFile() === true ? stats : undefined;
}

/** Others see nothing of it before its mode is the final one. */
async function fill(
  path: string,
  data: string | Uint8Array,
  options: WriteFileOptions & { readonly like: Owner | undefined },
  disk: Disk,
): Promise<void> {
  const { like, sync = false } = options;
  const mode = like?.mode ?? options.mode;
  const file = await disk.open(
    path,
    OPEN.create,
    options.private === true || mode !== undefined ? 0o600 : 0o666,
  );
  try {
    await file.writeFile(data);
    if (like !== undefined && process.getuid?.() === 0) await file.chown(like.uid, like.gid);
    if (mode !== undefined) await file.chmod(mode & 0o7777);
    if (sync) await file.sync();
  } finally {
    await file.close();
  }
}

/** A second name for the finished file: it appears whole, and only where no name was. */
async function putNew(temporary: string, path: string, disk: Disk): Promise<void> {
  try {
    await disk.link(temporary, path);
  } catch (error) {
    if (!NO_HARD_LINKS.has(codeOf(error))) throw error;
    return putInReservedPlace(temporary, path, disk);
  }
  await disk.unlink(temporary).catch(() => undefined);
}

/** Without hard links an empty file keeps the name; a crash right then leaves it. */
async function putInReservedPlace(temporary: string, path: string, disk: Disk): Promise<void> {
  const reserved = await disk.open(path, OPEN.create, 0o600);
  try {
    await reserved.close();
    await disk.rename(temporary, path);
  } catch (error) {
    await disk.unlink(path).catch(() => undefined);
    throw error;
  }
}
