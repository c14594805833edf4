import { type FSWatcher, statSync, watch } from "node:fs";
import { baseName, isInside, joinPath, parentPath, pathBelow } from "../../basics/paths.ts";
import type { Watcher, WatchHandle } from "../../ports.ts";
import { toEnginePath } from "../files/node-files.ts";
import { pollDirectories } from "./poll-directories.ts";

export interface NodeWatcherOptions {
  /**
   * Use one watch for a whole tree. Default true on macOS and Windows; on Linux it would miss files that were replaced.
   */
  readonly recursive?: boolean;
  /** Maximum number of watches; further directories are polled. Default no limit. */
  readonly maxWatches?: number;
  /** Interval of polling in milliseconds. Default 2,000. */
  readonly pollMs?: number;
}

/**
 * A directory that changed immediately before it was added may have changed unnoticed between the walk and the watch.
 */
const RECENT_MS = 2_000;

/** A directory may appear or vanish while it is attached; after this many attempts it is polled. */
const MAX_TRIES = 8;

/**
 * A directory that is moved with the one above it gets no event. So this many levels above are watched as well: for
 * `.agents/skills`, those are `.agents` and the project.
 */
const LEVELS_ABOVE = 2;

/** One watch of the system, and the requested directories that depend on it: itself, or directories below it. */
interface SystemWatch {
  readonly place: string;
  readonly watcher: FSWatcher;
  readonly wanted: Set<string>;
}

/** Watches directories with the system's watches, one per directory, and polls those that cannot be watched. */
export function nodeWatcher(options: NodeWatcherOptions = {}): Watcher {
  const settings = {
    recursive: process.platform === "darwin" || process.platform === "win32",
    maxWatches: Number.POSITIVE_INFINITY,
    pollMs: 2_000,
    ...options,
  };
  return { watch: (directories, onChange) => startWatch(directories, onChange, settings) };
}

function startWatch(
  directories: readonly string[],
  onChange: () => void,
  { recursive, maxWatches, pollMs }: Required<NodeWatcherOptions>,
): WatchHandle {
  const watches = new Map<string, SystemWatch>();
  const watchesOf = new Map<string, Set<string>>();
  let wanted = new Set<string>();
  let closed = false;
  const notify = () => {
    if (!closed) onChange();
  };
  const poll = pollDirectories(pollMs, notify);

  /** Watches a directory, or its nearest existing parent; checks again, because it may appear meanwhile. */
  const attach = (directory: string): void => {
    let place = nearestExisting(directory);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const opened = openWatch(place, directory);
      const now = nearestExisting(directory);
      if (now === place) {
        if (!opened) poll.add(directory);
        // A directory inside a requested one moves with that one. A level above that cannot be watched is left out.
        if (!wanted.has(parentPath(directory)))
          for (const above of parentsOf(directory)) if (isInside(place, above)) openWatch(above, directory);
        return;
      }
      detach(directory);
      place = now;
    }
    poll.add(directory);
  };

  const openWatch = (place: string, directory: string): boolean => {
    const wholeTree = recursive && place === directory;
    const key = wholeTree ? `${place}/` : place;
    const entry =
      watches.get(key) ?? (watches.size < maxWatches ? newWatch(place, key, wholeTree) : undefined);
    if (entry === undefined) return false;
    watches.set(key, entry);
    entry.wanted.add(directory);
    const keys = watchesOf.get(directory) ?? new Set();
    watchesOf.set(directory, keys.add(key));
    return true;
  };

  /** A new watch; undefined if the system has none left or the directory has vanished. */
  const newWatch = (place: string, key: string, wholeTree: boolean): SystemWatch | undefined => {
    try {
      const watcher = watch(place, { persistent: false, recursive: wholeTree });
      watcher.on("change", (type, name) =>
        onEvent(key, type, name === null ? "" : toEnginePath(String(name))),
      );
      watcher.on("error", () => renew(key));
      return { place, watcher, wanted: new Set() };
    } catch {
      return undefined;
    }
  };

  const detach = (directory: string): void => {
    poll.delete(directory);
    for (const key of watchesOf.get(directory) ?? []) {
      const entry = watches.get(key);
      entry?.wanted.delete(directory);
      if (entry === undefined || entry.wanted.size > 0) continue;
      entry.watcher.close();
      watches.delete(key);
    }
    watchesOf.delete(directory);
  };

  /** Attaches directories again, which may be missing or other ones now. */
  const attachAgain = (directories: readonly string[]): void => {
    for (const directory of directories) detach(directory);
    for (const directory of directories) attach(directory);
  };

  const wantedInside = (place: string): readonly string[] =>
    [...wanted].filter((directory) => isInside(directory, place));

  /** Replaces a watch whose directory was moved or removed. */
  const renew = (key: string): void => {
    const entry = watches.get(key);
    if (closed || entry === undefined) return;
    const { place, wanted: dependants } = entry;
    const isAbove = [...dependants].some((directory) => directory !== place);
    attachAgain(isAbove ? wantedInside(place) : [...dependants]);
    notify();
  };

  const onEvent = (key: string, type: string, name: string): void => {
    const entry = watches.get(key);
    if (closed || entry === undefined) return;
    const { place, wanted: dependants } = entry;
    // The system reports the removal of the directory itself under its own name: the watch is dead or elsewhere now.
    if (type === "rename" && (name === "" || name === baseName(place))) {
      renew(key);
      return;
    }
    const isOnTheWay = [...dependants].some(
      (directory) => directory !== place && isNextSegment(name, place, directory),
    );
    if (isOnTheWay) attachAgain(wantedInside(joinPath(place, name)));
    if (isOnTheWay || dependants.has(place)) notify();
  };

  const update = (next: readonly string[]): void => {
    const target = new Set(recursive ? outermost(next) : next);
    for (const directory of wanted) if (!target.has(directory)) detach(directory);
    const lostParent = (directory: string) =>
      wanted.has(parentPath(directory)) && !target.has(parentPath(directory));
    const added = [...target].filter((directory) => !wanted.has(directory) || lostParent(directory));
    wanted = target;
    for (const directory of added) attach(directory);
    if (watching && added.some(changedRecently)) setImmediate(notify);
  };

  let watching = false;
  update(directories);
  watching = true;
  return {
    update: (next) => {
      if (!closed) update(next);
    },
    close: () => {
      closed = true;
      poll.close();
      for (const { watcher } of watches.values()) watcher.close();
      watches.clear();
      watchesOf.clear();
    },
  };
}

/** True if an entry of `place` is the next segment on the path to a directory below it. */
function isNextSegment(name: string, place: string, directory: string): boolean {
  return name === "" || isInside(pathBelow(directory, place), name);
}

/** The directories above a path, the nearest first. */
function parentsOf(path: string): readonly string[] {
  const parents: string[] = [];
  for (let at = parentPath(path); parents.length < LEVELS_ABOVE && at !== parents.at(-1); at = parentPath(at))
    parents.push(at);
  return parents;
}

function nearestExisting(path: string): string {
  for (let at = path; ; ) {
    const parent = parentPath(at);
    if (parent === at || modifiedAt(at) !== undefined) return at;
    at = parent;
  }
}

function changedRecently(directory: string): boolean {
  const time = modifiedAt(directory);
  return time !== undefined && Date.now() - time < RECENT_MS;
}

/** Modification time of a directory; undefined if it is not one. */
function modifiedAt(path: string): number | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isDirectory() ? stats.mtimeMs : undefined;
  } catch {
    return undefined;
  }
}

/** Directories that are not inside another one of the list. */
function outermost(directories: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const directory of [...directories].sort()) {
    if (!kept.some((other) => isInside(directory, other))) kept.push(directory);
  }
  return kept;
}
