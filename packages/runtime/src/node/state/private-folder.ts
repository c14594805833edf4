import { dirname, resolve } from "node:path";
import { KnowhowError } from "../../errors.ts";
import { codeOf } from "../files/file-stat.ts";
import { type Disk, nodeDisk, OPEN } from "./disk.ts";
import { ownershipProblem } from "./ownership.ts";

/** Creates a folder that only the user can access. Throws `state.not-private` if others own it or can write to it. */
export async function makePrivateFolder(folder: string, disk: Disk, sync = false): Promise<void> {
  const made = await makeFolders(folder, { mode: 0o700, disk }).catch((error) =>
    explainFile(error, folder, disk),
  );
  if (sync) for (const each of made) await syncFolder(dirname(each), disk);
  const problem = await folderProblem(folder, disk);
  if (problem !== undefined) throw notPrivate(folder, problem);
}

/** Names in a folder, none if there is no folder. Throws `state.not-private` if there is a file in its place. */
export async function listFolder(folder: string, disk: Disk): Promise<readonly string[]> {
  try {
    return await disk.list(folder);
  } catch (error) {
    return codeOf(error) === "ENOENT" ? [] : explainFile(error, folder, disk);
  }
}

/** Throws `state.not-private` if a file is in the place of a folder or of one above it, otherwise the error itself. */
export async function explainFile(error: unknown, folder: string, disk: Disk): Promise<never> {
  if (["ENOTDIR", "EEXIST"].includes(codeOf(error)))
    for (let at = resolve(folder); dirname(at) !== at; at = dirname(at)) {
      const found = await disk.stat(at).catch(() => undefined);
      if (found !== undefined && !found.isDirectory()) throw notPrivate(at, NOT_A_FOLDER, error);
    }
  throw error;
}

const NOT_A_FOLDER = "is not a folder";

/** Why a folder cannot be trusted. A link to one is accepted if it belongs to the user. */
export async function folderProblem(folder: string, disk: Disk): Promise<string | undefined> {
  const entry = await disk.lstat(folder);
  if (!entry.isSymbolicLink()) return entry.isDirectory() ? ownershipProblem(entry) : NOT_A_FOLDER;
  const target = await disk.stat(folder);
  if (!target.isDirectory()) return NOT_A_FOLDER;
  // The mode of a link is meaningless.
  return ownershipProblem({ uid: entry.uid, mode: 0 }) ?? ownershipProblem(target);
}

/** The error for a file or folder that another user could have written. */
export function notPrivate(path: string, problem: string, cause?: unknown): KnowhowError {
  const hint = problem.startsWith("can be")
    ? `remove write access for other users: chmod go-w ${path}`
    : `${problem === NOT_A_FOLDER ? "move that file, or choose another" : "choose your own"} folder with KNOWHOW_STATE_DIR or KNOWHOW_CACHE_DIR`;
  return new KnowhowError("state.not-private", `${path} ${problem}`, { hint, cause });
}

/** Creates a folder with its parents. Returns those that were missing, deepest first. */
export async function makeFolders(
  folder: string,
  { mode = 0o777, disk = nodeDisk }: { readonly mode?: number; readonly disk?: Disk } = {},
): Promise<readonly string[]> {
  const first = await disk.makeFolders(folder, mode);
  if (first === undefined) return [];
  const made = [resolve(folder)];
  for (let at = resolve(folder); at !== resolve(first) && dirname(at) !== at; at = dirname(at))
    made.push(dirname(at));
  return made;
}

/** Removes folders that are empty. */
export async function removeEmptyFolders(folders: readonly string[], disk: Disk = nodeDisk): Promise<void> {
  for (const folder of folders) await disk.removeFolder(folder).catch(() => undefined);
}

/** Waits until the names in a folder are on disk. Windows does not support it, and some network file systems refuse. */
export async function syncFolder(folder: string, disk: Disk): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await disk.open(folder, OPEN.folder);
  try {
    await handle.sync();
  } catch (error) {
    if (!["EINVAL", "ENOTSUP", "EOPNOTSUPP"].includes(codeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}
