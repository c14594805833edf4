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
import type { MatchAnswer, MatchOptions, MatchQuery, ToolDefinition } from "./conversation.ts";
import type { Outcome } from "./diagnostics.ts";
import { type ContextFile, findContextFiles } from "./discovery/agents-md.ts";
import type { Engine } from "./engine.ts";
import { KnowhowError } from "./errors.ts";
import type { OverlapOptions, OverlapReport } from "./evaluation/find-overlaps.ts";
import type { Audience } from "./gate.ts";
import type { Matching } from "./indexing/open-matching.ts";
import type { LibraryEntry, SkillText } from "./library.ts";
import { keepLibrary } from "./loading/keep-library.ts";
import { mountSources } from "./loading/mount-sources.ts";
import type { Embedders, OpenEmbedders, RuntimeOptions } from "./options.ts";
import type { Ports } from "./ports.ts";
import type { Profile } from "./profile.ts";
import type { SkillLibrary } from "./resolution/skill-library.ts";
import { openServing, type Serving } from "./serving/open-serving.ts";
import type { OpenSkill } from "./serving/open-skill.ts";
import type { RenderOptions, SkillRendering } from "./session/render-skill.ts";
import type { Session } from "./session/session.ts";
import type { SessionOptions } from "./session/session-options.ts";
import type { Resource, Skill } from "./skill.ts";
import type { SkillTool } from "./skill-tool.ts";

/** For whom a skill is opened. */
export interface OpenOptions {
  /** Default `model`, which is given least. */
  readonly audience?: Audience;
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
  /** Looks at the files again; gives the same library when nothing changed. */
  reload(): Promise<SkillLibrary>;
  /** Reloads when files change and hands over the new library; stops when closed. */
  watch(listener: (library: SkillLibrary) => void): { close(): void };
  /** Opens a skill for somebody: its text, files and digests. The only way to content; every check is asked before it leaves. */
  open(skill: string | Skill, options?: OpenOptions): OpenSkill;
  /** A skill's text as it is on disk now. */
  read(name: string, options?: OpenOptions): Promise<SkillText>;
  /** A skill's other files: names and sizes. */
  resources(name: string, options?: OpenOptions): Promise<Outcome<readonly Resource[]>>;
  /** The digest over a skill's whole directory, from its bytes. */
  digest(name: string): Promise<string>;
  /** The AGENTS.md files that hold for the working directory, outermost first. */
  contextFiles(): Promise<Outcome<readonly ContextFile[]>>;
  /**
   * The skills that a message calls for, with reasons and final decisions: what the first turn of a new session in this
   * mode loads and suggests. It loads nothing itself, and waits for embedders unless `timeoutMs` says how long.
   */
  match(message: string, options?: MatchOptions): Promise<MatchAnswer>;
  /** Skills that a message cannot tell apart, and phrases for which another skill would come. */
  overlaps(options?: OverlapSearch): Promise<OverlapReport>;
  /** Every skill tool of the profile, for hosts that must name their tools before there is a session. */
  tools(): Promise<readonly ToolDefinition[]>;
  /**
   * What a user gets who invokes a skill by name: its body with the arguments filled in, and what is still to ask for.
   * Counts as a load: it is reported by a `skill.loaded` event.
   */
  render(name: string, options: RenderOptions): Promise<SkillRendering>;
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
  const serving = openServing(engine, { admit: options.admit ?? [] });
  const matching = once(() => openMatching(engine));
  const sessions = once(async () => {
    const { openSessions } = await import("./session/open-sessions.ts");
    return openSessions({ engine, library, serving, matching, tools: await collectTools(engine, serving) });
  });
  const open: Runtime["open"] = (skill, { audience = "model" } = {}) =>
    serving.open(typeof skill === "string" ? findSkill(library.current(), skill) : skill, audience);

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
    reload: () => library.reload(),
    watch: (listener) => library.watch(listener),
    open,
    read: async (name, openOptions) => open(name, openOptions).text(),
    resources: async (name, openOptions) => open(name, openOptions).files(),
    digest: async (name) => open(name).digest(),
    contextFiles: async () => findContextFiles(engine.ports.files, engine.ports.environment),
    match: async (message, matchOptions) => {
      checkMatchOptions(matchOptions);
      return matchMessage(message, { library: library.current(), engine, matching }, matchOptions);
    },
    overlaps: async (overlapOptions) => {
      checkOverlapOptions(overlapOptions);
      return overlapsOf({ library: library.current(), engine, matching }, overlapOptions);
    },
    tools: async () => (await sessions()).tools(),
    render: async (name, renderOptions) => (await sessions()).render(name, renderOptions),
    session: async (sessionOptions = {}) => (await sessions()).open(sessionOptions),
    close: () => library.close(),
  };
}

/** The profile, the ports with every source mounted, and one place through which events leave. */
function openEngine(given: Ports, config: KeptConfig): Engine {
  const { ports, roots } = mountSources(given, config.options());
  const { onEvent } = config.options();
  let seq = 0;
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
    emit: (event, scope) => {
      seq += 1;
      try {
        onEvent?.({ seq, at: ports.environment.now(), ...scope, event });
      } catch {
        // A listener's mistake must never stop the engine.
      }
    },
  };
}

/** The tools of a conversation, contributed room by room; the profile decides which of them are offered, and under which names. */
async function collectTools(engine: Engine, serving: Serving): Promise<readonly SkillTool[]> {
  const { readingTools } = await import("./session/tools/reading-tools.ts");
  const { checkTools } = await import("./session/tools/check-tools.ts");
  return [...readingTools, ...checkTools(engine, serving)];
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

/** What a message is matched with. */
interface MatchParts {
  readonly library: SkillLibrary;
  readonly engine: Engine;
  readonly matching: () => Promise<Matching>;
}

/** A turn without a conversation: nothing is active, and every skill takes part. */
async function matchMessage(
  given: string,
  { library, engine, matching }: MatchParts,
  { mode, ...query }: MatchOptions = {},
): Promise<MatchAnswer> {
  const message = messageText(given);
  const { matchTurn, modeFor } = await import("./session/turn/match-turn.ts");
  const skills = library.list();
  return matchTurn(
    { ...query, message, isCandidate: (name) => isSeen(library.entry(name)) },
    {
      skills,
      find: (name) => library.get(name),
      commands: engine.options.commands ?? true,
      root: engine.ports.environment.cwd,
      weigh: async (asked) => (await matching()).matcher.match(skills, asked),
    },
    { ...engine.profile.matching, mode: modeFor(engine, mode) },
  );
}

async function overlapsOf(
  { library, engine, matching }: MatchParts,
  options: OverlapSearch = {},
): Promise<OverlapReport> {
  const { findOverlaps } = await import("./evaluation/find-overlaps.ts");
  const { matchTurn } = await import("./session/turn/match-turn.ts");
  const { embedder, trial } = await matching();
  const seen = library.list().filter(({ name }) => isSeen(library.entry(name)));
  const open = (skills: readonly Skill[]) => {
    const tried = trial();
    const context = {
      skills,
      find: (name: string) => library.get(name),
      commands: false,
      root: engine.ports.environment.cwd,
      weigh: (asked: MatchQuery) => tried.match(skills, asked),
    };
    return (message: string, query: Omit<MatchQuery, "message">) =>
      matchTurn({ ...query, message }, context, engine.profile.matching);
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
