import { isOwnFolder } from "./private-folder.ts";

/** Asks whether a folder below the cache can be believed; once it can, the disk is not asked again. */
export function cacheFolder(folder: string, cache: string): () => boolean {
  let isOwn = false;
  return () => {
    isOwn ||= isOwnFolder(folder, cache);
    return isOwn;
  };
}
