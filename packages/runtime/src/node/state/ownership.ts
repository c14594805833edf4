import { lstatSync, realpathSync, type Stats } from "node:fs";
import { homedir } from "node:os";

/** Owner and permission bits of an entry. */
export interface Ownership {
  /** Undefined if the system has no owners. */
  readonly uid?: number | undefined;
  readonly mode: number;
}

const SHARED = 0o022;
const STICKY = 0o1000;

/** Why an entry cannot be trusted; undefined if only the user can change it. Windows has no such bits. */
export function ownershipProblem({ uid, mode }: Ownership): string | undefined {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  if (uid !== user) return "belongs to another user";
  return (mode & SHARED) === 0 ? undefined : "can be written by other users";
}

/**
 * Why a cache must not be believed: others own one of its folders or can write to it. Undefined if only the user can have
 * written it, or if it does not exist yet. Windows has no such bits, so the cache must be in the user's profile there.
 */
export function cacheProblem(cache: string, folders: readonly string[] = CACHE_FOLDERS): string | undefined {
  if (process.getuid === undefined) return outsideProfile(cache);
  const problem = outerProblem(cache);
  if (problem !== undefined) return problem;
  for (const name of folders) {
    const inner = entryAt(`${cache}/${name}`);
    if (inner === undefined) continue;
    const found = inner.isDirectory() ? ownershipProblem(inner) : "is not a folder";
    if (found !== undefined) return `has a folder "${name}" that ${found}`;
  }
  return undefined;
}

const CACHE_FOLDERS = ["index", "match"] as const;

/** Checks whether a folder below a cache can be believed; a positive result is kept. */
export function cacheFolder(folder: string, cache: string): () => boolean {
  let isOwn = false;
  return () => {
    isOwn ||= entryAt(folder)?.isDirectory() === true && isOwnBelow(folder, cache);
    return isOwn;
  };
}

function isOwnBelow(folder: string, cache: string): boolean {
  const names = folder.slice(cache.length + 1).split("/");
  return (
    cacheProblem(
      cache,
      names.map((_, at) => names.slice(0, at + 1).join("/")),
    ) === undefined
  );
}

/** The folder that holds the caches may be one that everyone shares, such as /tmp, where nobody can touch what others own. */
function outerProblem(cache: string): string | undefined {
  const outer = entryAt(cache);
  if (outer === undefined) return undefined;
  const isRoot = outer.uid === 0;
  if (!isRoot && outer.uid !== process.getuid?.()) return "belongs to another user";
  if (outer.isSymbolicLink()) return linkProblem(cache);
  if (!outer.isDirectory()) return "is not a folder";
  return (outer.mode & STICKY) === 0 && (outer.mode & SHARED) !== 0
    ? "can be written by other users"
    : undefined;
}

/** A link is as good as the folder that it leads to. */
function linkProblem(link: string): string | undefined {
  try {
    const target = realpathSync(link);
    return target === link ? undefined : outerProblem(target);
  } catch {
    return "is a broken link";
  }
}

function outsideProfile(cache: string): string | undefined {
  const fold = (path: string) => `${path.replaceAll("\\", "/").toLowerCase()}/`;
  return fold(cache).startsWith(fold(homedir())) ? undefined : "is outside your user profile";
}

/** An entry that cannot be looked at, for example below a file, cannot be used either; writing it fails later. */
function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
