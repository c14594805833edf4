import { mapAwaitable } from "../basics/awaitable.ts";
import { baseName } from "../basics/paths.ts";
import type { Awaitable, FileStat, FileSystem, FileText, IndexedFile, Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import { summariseFile } from "./summarise-file.ts";

/** A walk that reads files instead of only calling `stat`. */
export interface ReadingWalk {
  readonly files: FileSystem;
  /** What was read during the walk, by path. */
  readonly index: ReadonlyMap<string, IndexedFile>;
}

/**
 * For a root that is not in the index: every SKILL.md will be read anyway, so a separate `stat` would be wasted. A file
 * that cannot be read is left to the regular path, which reports the reason.
 */
export function readWhileWalking(
  ports: Ports,
  limits: WalkLimits,
  fileNames: readonly string[],
): ReadingWalk {
  const { files } = ports;
  const index = new Map<string, IndexedFile>();
  const remember = (path: string, stat: FileStat, summary: IndexedFile["summary"]): FileStat => {
    const { size, mtimeMs, ctimeMs, ino } = stat;
    index.set(path, { size, mtimeMs, ctimeMs, ino, summary });
    return stat;
  };
  const take = (path: string, read: FileText | undefined): Awaitable<FileStat | undefined> => {
    if (read?.text === undefined) return read?.stat;
    return mapAwaitable(summariseFile(path, read, limits, ports), (summary) =>
      remember(path, read.stat, summary),
    );
  };
  const look = (path: string): Awaitable<FileStat | undefined> => {
    if (!fileNames.includes(baseName(path))) return files.stat(path);
    return mapAwaitable(files.head?.(path), (head) =>
      head === undefined
        ? mapAwaitable(files.readText(path, limits.skillBytes), (read) => take(path, read))
        : files.stat(path),
    );
  };
  const stat = (path: string): Awaitable<FileStat | undefined> => {
    try {
      return mapAwaitable(
        look(path),
        (found) => found,
        () => files.stat(path),
      );
    } catch {
      return files.stat(path);
    }
  };
  return { files: { ...files, stat }, index };
}
