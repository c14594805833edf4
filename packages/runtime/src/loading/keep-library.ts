import type { Engine } from "../engine.ts";
import type { KnowhowEvent } from "../events.ts";
import type { WatchHandle } from "../ports.ts";
import { libraryDifference } from "../resolution/library-difference.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import { type Loaded, loadLibrary } from "./load-library.ts";
import { watchLibrary } from "./watch-library.ts";

/** The newest library of a runtime, and the ways to look at the files again. */
export interface KeptLibrary {
  current(): SkillLibrary;
  /** Looks at the files again; gives the same library when nothing changed. */
  reload(): Promise<SkillLibrary>;
  /** Reloads when files change and hands over the new library. */
  watch(listener: (library: SkillLibrary) => void): { close(): void };
  /** Ends every watch. */
  close(): void;
}

/** Loads the library once and keeps it up to date on request. */
export async function keepLibrary({ profile, options, ports, emit }: Engine): Promise<KeptLibrary> {
  const watches = new Set<WatchHandle>();
  let loaded = await loadLibrary(profile, options, ports);
  let running: Promise<SkillLibrary> | undefined;
  let queued: Promise<SkillLibrary> | undefined;
  if (options.onEvent !== undefined) announce(loaded, emit);

  const load = async (): Promise<SkillLibrary> => {
    const before = loaded.library;
    const directories = loaded.directories;
    const next = await loadLibrary(profile, options, ports, loaded.roots);
    loaded = next.library.isSame(before) ? { ...next, library: before } : next;
    const { library } = loaded;
    if (!isSameList(directories, next.directories)) {
      for (const watch of watches) watch.update(next.directories);
    }
    if (options.onEvent !== undefined && !library.equals(before)) {
      for (const event of next.events) emit(event);
      emit({
        type: "library.changed",
        get fingerprint() {
          return library.fingerprint;
        },
        ...libraryDifference(before, library),
      });
    }
    return library;
  };

  const start = (): Promise<SkillLibrary> => {
    queued = undefined;
    running = load().finally(() => {
      running = undefined;
    });
    return running;
  };

  /** A load that is under way may have missed the newest change, so a caller that asks meanwhile gets the next one. */
  const reload = (): Promise<SkillLibrary> => {
    if (running === undefined) return start();
    queued ??= running.then(start, start);
    return queued;
  };

  const current = () => loaded.library;
  return {
    current,
    reload,
    watch: (listener) =>
      watchLibrary({ ports, watches, reload, directories: () => loaded.directories, current }, listener),
    close: () => {
      for (const watch of [...watches]) watch.close();
    },
  };
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}

function announce({ library, events }: Loaded, emit: (event: KnowhowEvent) => void): void {
  for (const event of events) emit(event);
  emit({
    type: "library.loaded",
    // Counted only for a listener that reads it: both cost something.
    get fingerprint() {
      return library.fingerprint;
    },
    get skills() {
      return library.size;
    },
    diagnostics: library.diagnostics.length,
  });
}
