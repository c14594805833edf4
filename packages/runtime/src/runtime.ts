import { messageText } from "./basics/message-text.ts";
import { once } from "./basics/once.ts";
import { nearestWord } from "./basics/words.ts";
import {
  checkEmbedders,
  checkMatchOptions,
  checkOverlapOptions,
  checkPorts,
  checkRuntimeOptions,
} from "./config/check-runtime-options.ts";
import { type KeptConfig, keepConfig } from "./config/keep-config.ts";
import type { MatchAnswer, Message } from "./conversation.ts";
import type { Outcome } from "./diagnostics.ts";
import { type ContextFile, findContextFiles } from "./discovery/agents-md.ts";
import type { Engine } from "./engine.ts";
import { KnowhowError } from "./errors.ts";
import type { OverlapOptions, OverlapReport } from "./evaluation/find-overlaps.ts";
import type { Matching } from "./indexing/open-matching.ts";
import type { LibraryEntry, SkillText } from "./library.ts";
import { keepLibrary } from "./loading/keep-library.ts";
import { mountSources } from "./loading/mount-sources.ts";
import type { Embedders, OpenEmbedders, RuntimeOptions } from "./options.ts";
import type { FileSystem, Ports } from "./ports.ts";
import type { Profile } from "./profile.ts";
import type { SkillLibrary } from "./resolution/skill-library.ts";
import { openServing } from "./serving/open-serving.ts";
import type { Session } from "./session/session.ts";
import type { SessionOptions } from "./session/session-options.ts";
import type { Resource, Skill } from "./skill.ts";

/** How a message is matched outside of a conversation. */
export interface MatchOptions {
  /** The conversation so far; a short message leans on earlier requests. */
  readonly messages?: readonly Message[];
  /** Files in play: open, mentioned or just changed. */
  readonly files?: readonly string[];
  /** Skills that were used earlier in the conversation. */
  readonly recent?: readonly string[];
  /** Milliseconds that the answer may wait for embedders to read new skills; as long as it takes when absent. */
  readonly timeoutMs?: number;
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
  /** The profile, with the mode of matching that the configuration allows. */
  readonly profile: Profile;
  /** The `knowhow.json` files that were read, the user's own first. */
  readonly configFiles: readonly string[];
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
 * The whole flow on one page. The ports are everything it sees of the world; what not every host needs is imported when
 * it is first asked for.
 */
export async function createRuntime(ports: Ports, options: RuntimeOptions = {}): Promise<Runtime> {
  checkPorts(ports);
  const config = await keepConfig(ports, checkRuntimeOptions("createRuntime", options));
  const engine = openEngine(ports, config);
  const library = await keepLibrary(engine);
  const serving = openServing(engine);
  const matching = once(() => openMatching(engine));
  const find = (name: string) => findSkill(library.current(), name);

  return {
    get profile() {
      return engine.profile;
    },
    get configFiles() {
      return config.paths();
    },
    get library() {
      return library.current();
    },
    files: engine.ports.files,
    reload: () => library.reload(),
    watch: (listener) => library.watch(listener),
    read: async (name) => serving.text(find(name)),
    resources: async (name) => serving.files(find(name)),
    digest: async (name) => serving.digest(find(name)),
    contextFiles: async () => findContextFiles(engine.ports.files, engine.ports.environment),
    match: async (message, matchOptions) => {
      checkMatchOptions(matchOptions);
      const asked = { library: library.current(), engine, matching: await matching() };
      return matchMessage(message, asked, matchOptions);
    },
    overlaps: async (overlapOptions) => {
      checkOverlapOptions(overlapOptions);
      return overlapsOf(library.current(), await matching(), overlapOptions);
    },
    session: async (sessionOptions = {}) => {
      const { createSession } = await import("./session/create-session.ts");
      return createSession({ engine, library, serving, matching }, sessionOptions);
    },
    close: () => library.close(),
  };
}

/** The profile, the ports with every source mounted, and one place through which events leave. */
function openEngine(given: Ports, config: KeptConfig): Engine {
  const { ports, roots } = mountSources(given, config.options());
  const { onEvent } = config.options();
  return {
    get profile() {
      return config.profile();
    },
    ports,
    get options() {
      const options = config.options();
      return { ...options, roots: [...(options.roots ?? []), ...roots] };
    },
    config,
    emit: (event) => {
      try {
        onEvent?.(event);
      } catch {
        // A listener's mistake must never stop the engine.
      }
    },
  };
}

async function openMatching({ profile, ports, options: { embedders = [] } }: Engine): Promise<Matching> {
  const { openMatching: open } = await import("./indexing/open-matching.ts");
  return open(profile, ports, typeof embedders === "function" ? await openEmbedders(embedders) : embedders);
}

async function openEmbedders(open: OpenEmbedders): Promise<Embedders> {
  const embedders = await open(undefined);
  checkEmbedders(embedders);
  return embedders;
}

async function matchMessage(
  given: string,
  { library, engine, matching }: { library: SkillLibrary; engine: Engine; matching: Matching },
  matchOptions: MatchOptions = {},
): Promise<MatchAnswer> {
  const message = messageText(given);
  const isCandidate = (name: string) => isSeen(library.entry(name));
  const answer = await matching.matcher.match(library.list(), { ...matchOptions, message, isCandidate });
  const { files = [] } = matchOptions;
  if (files.length === 0 && !/[/$]/.test(message)) return answer;
  const { addExplicit } = await import("./session/turn/add-explicit.ts");
  const { commands = true } = engine.options;
  const root = engine.ports.environment.cwd;
  return addExplicit(answer, { message, files, skills: library.list(), commands, root });
}

async function overlapsOf(
  library: SkillLibrary,
  { embedder, trial }: Matching,
  options: OverlapSearch = {},
): Promise<OverlapReport> {
  const { findOverlaps } = await import("./evaluation/find-overlaps.ts");
  const seen = library.list().filter(({ name }) => isSeen(library.entry(name)));
  const open = (skills: readonly Skill[]) => {
    const tried = trial();
    return (message: string, question: object) => tried.match(skills, { ...question, message });
  };
  return findOverlaps(seen, { ...options, embedder, open });
}

function findSkill(library: SkillLibrary, name: string): Skill {
  return library.get(name) ?? library.entry(name)?.skill ?? unknownSkill(name, library);
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
