import { lstatSync, readdirSync } from "node:fs";
import { joinPath } from "../../basics/paths.ts";

/** Maximum number of files per directory whose times are compared. */
const MAX_FILES = 64;

/** Polls directories for changes, for systems that have run out of watches. */
export interface DirectoryPoll {
  add(directory: string): void;
  delete(directory: string): void;
  close(): void;
}

interface Snapshot {
  /** Stat of the directory itself, which changes when an entry is added or removed. */
  readonly own: string;
  readonly names: readonly string[];
  readonly entries: string;
}

/** Starts without directories. The timer runs only while there are some, and never keeps the process alive. */
export function pollDirectories(everyMs: number, onChange: () => void): DirectoryPoll {
  const snapshots = new Map<string, Snapshot>();
  let timer: NodeJS.Timeout | undefined;

  const tick = () => {
    let changed = false;
    for (const [directory, before] of snapshots) {
      const now = takeSnapshot(directory, before);
      changed ||= now.own !== before.own || now.entries !== before.entries;
      snapshots.set(directory, now);
    }
    timer = schedule();
    if (changed) onChange();
  };
  const schedule = () => (snapshots.size === 0 ? undefined : setTimeout(tick, everyMs).unref());

  return {
    add: (directory) => {
      if (!snapshots.has(directory)) snapshots.set(directory, takeSnapshot(directory));
      timer ??= schedule();
    },
    delete: (directory) => {
      snapshots.delete(directory);
    },
    close: () => {
      snapshots.clear();
      clearTimeout(timer);
    },
  };
}

/** Lists a directory again only if it changed itself, so that most ticks need only a few `stat` calls. */
function takeSnapshot(directory: string, before?: Snapshot): Snapshot {
  const own = factsOf(directory);
  const names = own === before?.own ? before.names : namesIn(directory);
  return { own, names, entries: names.map((name) => factsOf(joinPath(directory, name))).join("\n") };
}

function factsOf(path: string): string {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined ? "" : `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
  } catch {
    return "unreadable";
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort().slice(0, MAX_FILES);
  } catch {
    return [];
  }
}
