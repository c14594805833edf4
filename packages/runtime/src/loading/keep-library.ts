import type { Engine } from "../engine.ts";
import type { KnowhowEvent } from "../events.ts";
import type { WatchHandle } from "../ports.ts";
import { libraryDifference } from "../resolution/library-difference.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import { type Loaded, loadLibrary, type PreviousLoad } from "./load-library.ts";
import { watchLibrary } from "./watch-library.ts";

/** The current library of a runtime, and how to update it. */
export interface KeptLibrary {
  /** Resolves when the library is loaded for the first time; nothing else may be used before. */
  readonly ready: Promise<void>;
  current(): SkillLibrary;
  /** Reads changed files again. Returns the same library if nothing changed. */
  reload(scope?: ReloadScope): Promise<SkillLibrary>;
  /** Reloads when files change and calls the listener with the new library. */
  watch(listener: (library: SkillLibrary) => void): { close(): void };
  /** Stops all watchers. */
  close(): void;
}

/** What a reload looks at besides files. */
export interface ReloadScope {
  /** False: sources such as MCP servers are not asked again, and their skills stay as they are. */
  readonly sources: boolean;
}

/** Starts to load the library, and keeps it up to date on request. */
export function keepLibrary(engine: Engine): KeptLibrary {
  const { ports, emit, config } = engine;
  const watches = new Set<WatchHandle>();
  const look = (previous?: PreviousLoad): Promise<Loaded> =>
    loadLibrary(engine, previous, config.diagnostics());
  /** The files whose change may change the library. */
  const watched = (): readonly string[] => [...now().directories, ...config.places()];
  let loaded: Loaded | undefined;
  const now = (): Loaded => {
    if (loaded === undefined) throw new Error("the library is not loaded yet");
    return loaded;
  };
  let running: Promise<SkillLibrary> | undefined;
  let queued: { sources: boolean; readonly library: Promise<SkillLibrary> } | undefined;

  const begin = async (): Promise<void> => {
    loaded = await look();
    if (engine.options.onEvent !== undefined) announce(loaded, emit);
  };

  const load = async ({ sources }: ReloadScope): Promise<SkillLibrary> => {
    const { library: before, roots, sourceDiagnostics } = now();
    const directories = watched();
    await config.reload();
    const next = await look(sources ? { roots } : { roots, sourceDiagnostics });
    loaded = next.library.isSame(before) ? { ...next, library: before } : next;
    const { library } = loaded;
    const places = watched();
    if (!isSameList(directories, places)) {
      for (const watch of watches) watch.update(places);
    }
    if (engine.options.onEvent !== undefined && !library.equals(before)) {
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

  const start = (scope: ReloadScope): Promise<SkillLibrary> => {
    running = load(scope).finally(() => {
      running = undefined;
    });
    return running;
  };

  const startQueued = (): Promise<SkillLibrary> => {
    const { sources = true } = queued ?? {};
    queued = undefined;
    return start({ sources });
  };

  /** A load in progress may have missed the latest change, so a caller during a load gets the next one. */
  const reload = ({ sources }: ReloadScope = { sources: true }): Promise<SkillLibrary> => {
    if (running === undefined) return start({ sources });
    queued ??= { sources, library: running.then(startQueued, startQueued) };
    queued.sources ||= sources;
    return queued.library;
  };

  const current = () => now().library;
  return {
    ready: begin(),
    current,
    reload,
    watch: (listener) => watchLibrary({ ports, watches, reload, directories: watched, current }, listener),
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
    // Computed only for a listener that reads it, because it is expensive.
    get fingerprint() {
      return library.fingerprint;
    },
    get skills() {
      return library.size;
    },
    diagnostics: library.diagnostics.length,
  });
}
