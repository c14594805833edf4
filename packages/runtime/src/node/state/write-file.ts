import { dirname } from "node:path";
import { codeOf } from "../files/file-stat.ts";
import { type Disk, NO_HARD_LINKS, nodeDisk, OPEN } from "./disk.ts";
import { makeFolders, makePrivateFolder, removeEmptyFolders, syncFolder } from "./private-folder.ts";
import { removeLeftovers, temporaryPath } from "./temporary-files.ts";
import { explainWrites } from "./write-error.ts";

/** Options of a write. */
export interface WriteFileOptions {
  /**
   * Whether the file is private to the user: mode 0600, in a folder that is created with 0700 and rejected if others
   * can write to it. Default false.
   */
  readonly private?: boolean;
  /** Whether to wait until content and name are on disk, so that they survive a power failure. Default false. */
  readonly sync?: boolean;
  /** Whether to throw `EEXIST` if the path exists. Default false. */
  readonly exclusive?: boolean;
  /** Mode of a new file. Default 0600 if private, otherwise 0666 minus the umask. */
  readonly mode?: number;
  /** Whether to keep the mode of the replaced file and, for root, its owner. Default false. */
  readonly keep?: boolean;
  /**
   * Whether to create missing folders, and to remove them again if the write fails. `private` always creates them.
   * Default false.
   */
  readonly makeFolders?: boolean;
  /** Whether the folder was searched for files of killed writers already, which takes long in a large one. Default false. */
  readonly isTidy?: boolean;
  /** Called immediately before the file is replaced; if it returns false, nothing changes. */
  readonly confirm?: () => Promise<boolean>;
  readonly disk?: Disk;
}

/**
 * Writes a file atomically: after a crash at any point the path has the old content or the new one. A link at the path
 * is replaced, not followed. Returns false if `confirm` did. System errors are thrown unchanged, except that `private`
 * explains a full disk and a folder that is not writable.
 */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  options: WriteFileOptions = {},
): Promise<boolean> {
  return options.private === true
    ? explainWrites(path, () => writeFile(path, data, options))
    : writeFile(path, data, options);
}

async function writeFile(
  path: string,
  data: string | Uint8Array,
  options: WriteFileOptions,
): Promise<boolean> {
  const { disk = nodeDisk } = options;
  const made = await prepareFolder(dirname(path), options, disk);
  try {
    return await replace(path, data, options, disk);
  } catch (error) {
    await removeEmptyFolders(made, disk);
    throw error;
  }
}

/** The folders to remove again if the write fails. */
async function prepareFolder(
  folder: string,
  {
    private: isPrivate = false,
    sync = false,
    makeFolders: mayMake = false,
    isTidy = false,
  }: WriteFileOptions,
  disk: Disk,
): Promise<readonly string[]> {
  // Private folders are kept, because another process may be about to write to them.
  if (isPrivate) await makePrivateFolder(folder, disk, sync);
  const made = mayMake && !isPrivate ? await makeFolders(folder, { disk }) : [];
  if (sync) for (const each of made) await syncFolder(dirname(each), disk);
  if (!isTidy) await removeLeftovers(folder, disk);
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

/** The content is not visible to others before the final mode is set. */
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

/** A second name for the finished file: it appears complete, and only if the path does not exist. */
async function putNew(temporary: string, path: string, disk: Disk): Promise<void> {
  try {
    await disk.link(temporary, path);
  } catch (error) {
    if (!NO_HARD_LINKS.has(codeOf(error))) throw error;
    return putInReservedPlace(temporary, path, disk);
  }
  await disk.unlink(temporary).catch(() => undefined);
}

/** Without hard links an empty file reserves the name; a crash at this point leaves it. */
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
