import type { MatchAnswer, Message } from "./conversation.ts";
import type { Outcome } from "./diagnostics.ts";
import { type ContextFile, findContextFiles } from "./discovery/agents-md.ts";
import { listSkillResources } from "./discovery/list-skill-resources.ts";
import { KnowhowError } from "./errors.ts";
import type { OverlapOptions, OverlapReport } from "./evaluation/find-overlaps.ts";
import type { KnowhowEvent } from "./events.ts";
import type { Matching } from "./indexing/open-matching.ts";
import type { LibraryEntry, SkillText } from "./library.ts";
import { loadLibrary } from "./loading/load-library.ts";
import { mountSources } from "./loading/mount-sources.ts";
import { watchLibrary } from "./loading/watch-library.ts";
import { messageText } from "./message-text.ts";
import type { RuntimeOptions } from "./options.ts";
import type { FileSystem, Ports, WatchHandle } from "./ports.ts";
import type { Profile } from "./profile.ts";
import { findProfile } from "./profiles/find-profile.ts";
import { libraryDifference } from "./resolution/library-difference.ts";
import type { SkillLibrary } from "./resolution/skill-library.ts";
import type { Session } from "./session/session.ts";
import type { MatchQuestion } from "./session/session-host.ts";
import type { SessionOptions } from "./session/session-options.ts";
import type { Resource, Skill } from "./skill.ts";
import { nearestWord } from "./words.ts";

/** How a message is matched outside of a conversation. */
export interface MatchOptions {
  /** The conversation so far; a short message leans on earlier requests. */
  readonly messages?: readonly Message[];
  /** Files in play: open, mentioned or just changed. */
  readonly files?: readonly string[];
  /** Skills that were used earlier in the conversation. */
  readonly recent?: readonly string[];
  /** Milliseconds that the answer may wait for embedders to read new skills; as long as it takes when absent. */
  readonly patience?: number;
  /** Skills that are suggested at most; the profile's number when absent. */
  readonly suggestions?: number;
  /** Also the nearest skills in order, so many, whatever they are worth. */
  readonly ranking?: number;
  readonly signal?: AbortSignal;
}

/** How overlaps are looked for. */
export type OverlapSearch = Pick<OverlapOptions, "min" | "onProgress" | "signal">;

/** The engine: one library that can be asked, reloaded and watched. */
export interface Runtime {
  readonly profile: Profile;
  /** The newest library that was loaded. */
  readonly library: SkillLibrary;
  /** The files as the engine sees them, skills in memory included; for surfaces that serve whole files. */
  readonly files: FileSystem;
  /** Looks at the files again; gives the same library when nothing changed. */
  reload(): Promise<SkillLibrary>;
  /** Reloads when files change and hands over the new library; stops when closed. */
  watch(listener: (library: SkillLibrary) => void): { close(): void };
  /** A skill's text as it is on disk now. */
  read(name: string): Promise<SkillText>;
  /** A skill's other files: names and sizes. */
  resources(name: string): Promise<Outcome<readonly Resource[]>>;
  /** The digest over a skill's whole directory, from its bytes. */
  digest(name: string): Promise<string>;
  /** The AGENTS.md files that hold for the working directory, outermost first. */
  contextFiles(): Promise<Outcome<readonly ContextFile[]>>;
  /** The skills that a message calls for, with reasons; the same that a conversation is given. */
  match(message: string, options?: MatchOptions): Promise<MatchAnswer>;
  /** Skills that a message cannot tell apart, and phrases for which another skill would come. */
  overlaps(options?: OverlapSearch): Promise<OverlapReport>;
  /** One conversation on the newest library. */
  session(options?: SessionOptions): Promise<Session>;
  /** Ends every watch. */
  close(): void;
}

/**
 * Loads the library once and keeps the ways to look again. The ports are everything it sees of the world.
 * What not every host needs is imported when it is first asked for.
 */
export async function createRuntime(basePorts: Ports, options: RuntimeOptions = {}): Promise<Runtime> {
  const profile = findProfile(options.profile ?? "agentskills");
  const { ports, roots } = mountSources(basePorts, options);
  const settings: RuntimeOptions = { ...options, roots: [...(options.roots ?? []), ...roots] };
  const tell = (event: KnowhowEvent) => {
    try {
      options.onEvent?.(event);
    } catch {
      // A listener's mistake must never stop the engine.
    }
  };

  let loaded = await loadLibrary(profile, settings, ports);
  if (options.onEvent !== undefined) {
    const { library } = loaded;
    for (const event of loaded.events) tell(event);
    tell({
      type: "library.loaded",
      // What costs something is counted only for a listener that looks at it.
      get fingerprint() {
        return library.fingerprint;
      },
      get skills() {
        return library.size;
      },
      diagnostics: library.diagnostics.length,
    });
  }

  const watches = new Set<WatchHandle>();
  let running: Promise<SkillLibrary> | undefined;
  let queued: Promise<SkillLibrary> | undefined;

  const load = async (): Promise<SkillLibrary> => {
    const next = await loadLibrary(profile, settings, ports, loaded.listings);
    const before = loaded.library;
    // What a model sees is compared first: where it differs, nobody has to look at the rest.
    const isSame = next.library.equals(before) && next.library.id === before.id;
    loaded = isSame ? { ...next, library: before } : next;
    for (const watch of watches) watch.update(next.directories);
    if (!loaded.library.equals(before)) {
      for (const event of next.events) tell(event);
      const { fingerprint } = next.library;
      tell({ type: "library.changed", fingerprint, ...libraryDifference(before, next.library) });
    }
    return loaded.library;
  };

  const start = (): Promise<SkillLibrary> => {
    queued = undefined;
    running = load().finally(() => {
      running = undefined;
    });
    return running;
  };

  /** A load that is under way may have missed the newest change, so whoever asks meanwhile gets the next one. */
  const reload = (): Promise<SkillLibrary> => {
    if (running === undefined) return start();
    queued ??= running.then(start, start);
    return queued;
  };

  const find = (name: string): Skill =>
    loaded.library.get(name) ?? loaded.library.entry(name)?.skill ?? unknownSkill(name, loaded.library);

  const read = async (skill: Skill): Promise<SkillText> => {
    const { readSkillText } = await import("./loading/read-skill-text.ts");
    return readSkillText(skill, profile.discovery.limits, ports);
  };

  let matching: Promise<Matching> | undefined;
  const openMatching = (): Promise<Matching> => {
    matching ??= import("./indexing/open-matching.ts").then(({ openMatching: open }) =>
      open(profile, ports, options.embedders ?? []),
    );
    return matching;
  };

  const openSession = async (sessionOptions: SessionOptions): Promise<Session> => {
    const { createSession } = await import("./session/create-session.ts");
    const given = {
      current: () => loaded.library,
      tell,
      commands: options.commands ?? true,
      approver: options.approver,
      read,
      match: async (library: SkillLibrary, question: MatchQuestion) =>
        (await openMatching()).matcher.match(library.list(), question),
    };
    return createSession(profile, ports, given, sessionOptions);
  };

  return {
    profile,
    get library() {
      return loaded.library;
    },
    files: ports.files,
    reload,
    watch: (listener) =>
      watchLibrary(
        { ports, watches, reload, directories: () => loaded.directories, current: () => loaded.library },
        listener,
      ),
    read: async (name) => read(find(name)),
    resources: async (name) => listSkillResources(find(name), profile.discovery.limits, ports.files),
    digest: async (name) => {
      const { digestSkill } = await import("./loading/digest-skill.ts");
      return digestSkill(find(name), profile.discovery.limits, ports);
    },
    contextFiles: async () => findContextFiles(ports.files, ports.environment),
    match: async (given, matchOptions = {}) => {
      const message = messageText(given);
      const { library } = loaded;
      const takesPart = (name: string) => isSeen(library.entry(name));
      const { matcher } = await openMatching();
      const answer = await matcher.match(library.list(), {
        ...matchOptions,
        message,
        takesPart,
      });
      const { files = [] } = matchOptions;
      if (files.length === 0 && !/[/$]/.test(message)) return answer;
      const { addExplicit } = await import("./session/add-explicit.ts");
      const { commands = true } = options;
      const root = ports.environment.cwd;
      return addExplicit(answer, { message, files, skills: library.list(), commands, root });
    },
    overlaps: async (overlapOptions = {}) => {
      const { findOverlaps } = await import("./evaluation/find-overlaps.ts");
      const { embedder, trial } = await openMatching();
      const { library } = loaded;
      return findOverlaps(
        library.list().filter(({ name }) => isSeen(library.entry(name))),
        {
          ...overlapOptions,
          embedder,
          open: (skills) => {
            const tried = trial();
            return (message, question) => tried.match(skills, { ...question, message });
          },
        },
      );
    },
    session: (sessionOptions = {}) => openSession(sessionOptions),
    close: () => {
      for (const watch of [...watches]) watch.close();
    },
  };
}

/** True for a skill that a model may be told of. */
function isSeen(entry: LibraryEntry | undefined): boolean {
  return entry?.state === "on" || entry?.state === "name-only";
}

function unknownSkill(name: string, library: SkillLibrary): never {
  const near = nearestWord(
    name,
    library.entries().map((entry) => entry.skill.name),
  );
  throw new KnowhowError("runtime.unknown-skill", `no skill is named "${name}"`, {
    hint: near === undefined ? "`knowhow list` shows every skill" : `did you mean "${near}"?`,
  });
}
