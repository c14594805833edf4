import { lstatSync } from "node:fs";

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

/** Checks whether a folder below a cache can be trusted; a positive result is cached. */
export function cacheFolder(folder: string, cache: string): () => boolean {
  let isOwn = false;
  return () => {
    isOwn ||= isOwnFolder(folder, cache);
    return isOwn;
  };
}

/** True if only the user and root can write to a folder below `base`. */
function isOwnFolder(folder: string, base: string): boolean {
  const user = process.getuid?.();
  if (user === undefined) return true;
  const [inner, outer] = [folder, base].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  if (inner === undefined || outer === undefined || !inner.isDirectory()) return false;
  const isOpen = (outer.mode & 0o002) !== 0 && (outer.mode & STICKY) === 0 && !outer.isSymbolicLink();
  return ownershipProblem(inner) === undefined && !isOpen && (outer.uid === user || outer.uid === 0);
}
