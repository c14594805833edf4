import { dirname, join } from "node:path";
import { codeOf } from "../files/file-stat.ts";
import { type Disk, nodeDisk, OPEN } from "./disk.ts";
import { makeFolders, syncFolder } from "./private-folder.ts";
import { explainWrites } from "./write-error.ts";

/** A file of a folder. */
export interface FolderFile {
  /** Path below the folder, with forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/** A change of a folder. The same id names it again after a crash. */
export interface FolderChange {
  readonly id: string;
  readonly folder: string;
  /** Undefined removes the folder. */
  readonly files: readonly FolderFile[] | undefined;
  /** Called immediately before the folder is replaced; if it returns false, nothing changes. */
  readonly confirm?: (() => Promise<boolean>) | undefined;
}

/**
 * Replaces a folder as a whole: the new one is complete on disk before the old one is moved away. After a crash,
 * `settleFolder` brings back the old folder or finishes the new one. Returns false if `confirm` did.
 */
export function replaceFolder(change: FolderChange, disk: Disk = nodeDisk): Promise<boolean> {
  return explainWrites(change.folder, () => replace(change, disk));
}

async function replace(change: FolderChange, disk: Disk): Promise<boolean> {
  const { folder, files, confirm } = change;
  const { staged, old } = placesOf(change);
  const parent = dirname(folder);
  const made = await makeFolders(parent, { disk });
  for (const each of made) await syncFolder(dirname(each), disk);
  await settle(change, disk);
  if (files !== undefined) await stage(staged, files, disk);
  if (confirm !== undefined && !(await confirm())) {
    await removeTree(staged, disk);
    return false;
  }
  await moveAway(folder, old, disk);
  if (files !== undefined) await disk.rename(staged, folder);
  await syncFolder(parent, disk);
  await removeTree(old, disk);
  return true;
}

/** Finishes or undoes a change that was interrupted. Without effect if there is nothing to settle. */
export function settleFolder(
  change: Pick<FolderChange, "id" | "folder">,
  disk: Disk = nodeDisk,
): Promise<void> {
  return explainWrites(change.folder, () => settle(change, disk));
}

async function settle(change: Pick<FolderChange, "id" | "folder">, disk: Disk): Promise<void> {
  const { folder } = change;
  const { staged, old } = placesOf(change);
  const [hasFolder, hasStaged, hasOld] = [
    await has(folder, disk),
    await has(staged, disk),
    await has(old, disk),
  ];
  // The old folder is moved away only after the new one is complete.
  if (hasOld && hasStaged && !hasFolder) await disk.rename(staged, folder);
  else if (hasStaged) await removeTree(staged, disk);
  if (hasOld) await removeTree(old, disk);
  if (hasStaged || hasOld) await syncFolder(dirname(folder), disk);
}

/** Beside the folder, because a rename must not cross a file system. Hidden, so that they are not taken for skills. */
function placesOf({ id, folder }: Pick<FolderChange, "id" | "folder">): { staged: string; old: string } {
  const parent = dirname(folder);
  return { staged: join(parent, `.knowhow-${id}.new`), old: join(parent, `.knowhow-${id}.old`) };
}

async function stage(folder: string, files: readonly FolderFile[], disk: Disk): Promise<void> {
  const folders = new Set([folder]);
  await disk.makeFolders(folder, 0o777);
  for (const { path, bytes, mode } of files) {
    const place = join(folder, ...path.split("/"));
    for (let at = dirname(place); at !== folder && !folders.has(at); at = dirname(at)) folders.add(at);
    await disk.makeFolders(dirname(place), 0o777);
    const file = await disk.open(place, OPEN.create, 0o600);
    try {
      await file.writeFile(bytes);
      await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
  }
  for (const each of folders) await syncFolder(each, disk);
}

async function moveAway(folder: string, old: string, disk: Disk): Promise<void> {
  try {
    await disk.rename(folder, old);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

async function has(path: string, disk: Disk): Promise<boolean> {
  try {
    await disk.lstat(path);
    return true;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return false;
    throw error;
  }
}

/** Removes a folder with everything in it; links are removed, not followed. */
async function removeTree(path: string, disk: Disk): Promise<void> {
  if (!(await has(path, disk))) return;
  if (!(await disk.lstat(path)).isDirectory()) return disk.unlink(path);
  for (const name of await disk.list(path)) await removeTree(join(path, name), disk);
  await disk.removeFolder(path);
}
