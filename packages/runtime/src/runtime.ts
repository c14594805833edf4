import { auditCheck } from "./assembly/audit-gate.ts";
import { collectTools } from "./assembly/collect-tools.ts";
import { keepProposals } from "./assembly/keep-proposals.ts";
import { keepRuns } from "./assembly/keep-runs.ts";
import { keepScripts } from "./assembly/keep-scripts.ts";
import {
  keepMatching,
  matchMessage,
  type OverlapSearch,
  type OverreachSearch,
  overlapsOf,
  overreachOf,
} from "./assembly/match-library.ts";
import { openEngine } from "./assembly/open-engine.ts";
import { scanCheck } from "./assembly/scan-gate.ts";
import { trustCheck, trustOf } from "./assembly/trust-gate.ts";
import type { RuntimeProposals } from "./authoring/open-proposals.ts";
import { once } from "./basics/once.ts";
import { nearestWord } from "./basics/words.ts";
import {
  checkCatalogChoice,
  checkMatchOptions,
  checkOpenOptions,
  checkOverlapOptions,
  checkOverreachOptions,
  checkPorts,
  checkRender,
  checkRuntimeOptions,
  checkSearchOptions,
} from "./config/check-runtime-options.ts";
import { keepConfig } from "./config/keep-config.ts";
import type { CatalogSummary, MatchAnswer, MatchOptions, ToolDefinition } from "./conversation.ts";
import type { Outcome } from "./diagnostics.ts";
import { type ContextFile, findContextFiles } from "./discovery/agents-md.ts";
import { KnowhowError } from "./errors.ts";
import type { OverlapReport } from "./evaluation/find-overlaps.ts";
import type { Overreach } from "./evaluation/find-overreach.ts";
import type { Audience } from "./gate.ts";
import type {
  Decision,
  LibrarySnapshot,
  SearchOptions,
  SearchPage,
  SkillText,
  UnseenInRoot,
} from "./library.ts";
import { keepLibrary } from "./loading/keep-library.ts";
import type { RuntimeOptions } from "./options.ts";
import type { Ports } from "./ports.ts";
import type { Profile } from "./profile.ts";
import type { SkillLibrary } from "./resolution/skill-library.ts";
import type { RuntimeRuns } from "./runs/open-runs.ts";
import type { RuntimeScripts } from "./scripts/open-scripts.ts";
import { secretAdmit } from "./security/secret-admit.ts";
import type { RuntimeTrust } from "./security/trust/open-trust.ts";
import { openServing } from "./serving/open-serving.ts";
import type { OpenSkill } from "./serving/open-skill.ts";
import { commandPolicy, listCommands, type SkillCommand } from "./session/commands.ts";
import type { CatalogChoice } from "./session/prompt/catalog-of.ts";
import type { RenderOptions, SkillRendering } from "./session/render-skill.ts";
import type { Session } from "./session/session.ts";
import type { SessionOptions } from "./session/session-options.ts";
import type { Resource, Skill } from "./skill.ts";
import type { RunDefinition } from "./workflow.ts";

export type { OverlapSearch, OverreachSearch } from "./assembly/match-library.ts";

/** Options for opening a skill. */
export interface OpenOptions {
  /** Who receives the content. Default `model`, the most restricted audience. */
  readonly audience?: Audience;
}

/** The engine: a library of skills that can be searched, reloaded and watched. */
export interface Runtime {
  /** The profile, with the matching mode that the configuration allows. */
  readonly profile: Profile;
  /** The `knowhow.json` files that were read, the user's own first. */
  readonly configFiles: readonly string[];
  /** The most recently loaded library. */
  readonly library: SkillLibrary;
  /** Reads changed files again. Returns the same library if nothing changed. */
  reload(): Promise<SkillLibrary>;
  /** Reloads when files change and calls the listener with the new library, until closed. */
  watch(listener: (library: SkillLibrary) => void): { close(): void };
  /**
   * Opens a skill to read its text, files and digests. This is the only way to content, and every check runs before it
   * is returned.
   */
  open(skill: string | Skill, options?: OpenOptions): OpenSkill;
  /** The current text of a skill. */
  read(name: string, options?: OpenOptions): Promise<SkillText>;
  /** Names and sizes of a skill's other files. */
  resources(name: string, options?: OpenOptions): Promise<Outcome<readonly Resource[]>>;
  /** SHA-256 digest of a skill's whole directory. */
  digest(name: string): Promise<string>;
  /** Skills that wait for a trust decision, and the decisions about them. */
  readonly trust: RuntimeTrust;
  /** The AGENTS.md files that apply to the working directory, outermost first. */
  contextFiles(): Promise<Outcome<readonly ContextFile[]>>;
  /**
   * Finds the skills that match a message, with reasons and decisions: what the first turn of a new session would load
   * and suggest. Loads nothing, and waits for embedders without limit unless `timeoutMs` is set.
   */
  match(message: string, options?: MatchOptions): Promise<MatchAnswer>;
  /**
   * Searches the skills, best first, as the profile ranks them: by words and meaning with an exact name first, unless
   * it says otherwise. An empty query lists all skills by name.
   */
  search(query: string, options?: SearchOptions): Promise<SearchPage>;
  /**
   * Finds skills that a message cannot tell apart, and phrases that match another skill than the one that declares
   * them.
   */
  overlaps(options?: OverlapSearch): Promise<OverlapReport>;
  /** Finds skills whose descriptions match what other skills are for, as findings of a scan. */
  overreach(options?: OverreachSearch): Promise<readonly Overreach[]>;
  /** Every decision about a name, from the file to the catalog of a new session with these options. */
  why(name: string, options?: CatalogChoice): Promise<readonly Decision[]>;
  /** How the catalog of a new session with these options lists the skills. */
  catalog(options?: CatalogChoice): Promise<CatalogSummary>;
  /** Every SKILL.md below the roots that is not used, and why: too deep, hidden, inside of a skill, or misspelt. */
  unseen(): Promise<readonly UnseenInRoot[]>;
  /** The commands that a host may register: one for each skill that the user may invoke. */
  commands(): readonly SkillCommand[];
  /** Every skill tool of the profile, for hosts that must declare their tools before a session exists. */
  tools(): Promise<readonly ToolDefinition[]>;
  /**
   * Renders a skill that the user invoked by name: the body with its arguments filled in, and the arguments that are
   * missing. Counts as a load: it emits `skill.loaded`.
   */
  render(name: string, options: RenderOptions): Promise<SkillRendering>;
  /**
   * Everything that a run of a skill executes: its workflow and templates, and every skill that it calls, with digests.
   * The value is undefined if there are errors.
   */
  define(name: string, options?: OpenOptions): Promise<Outcome<RunDefinition | undefined>>;
  /** Runs skills with steps, and continues, lists and cancels such runs. */
  readonly runs: RuntimeRuns;
  /** Changes of skills that agents propose, and the user's decisions about them. */
  readonly proposals: RuntimeProposals;
  /** Runs the scripts of skills, in a sandbox. */
  readonly scripts: RuntimeScripts;
  /** Starts a conversation on the current library. */
  session(options?: SessionOptions): Promise<Session>;
  /**
   * The current library with the bodies of its skills, as JSON for `SkillLibrary.fromSnapshot` and `session({ library
   * })`.
   */
  snapshot(): Promise<LibrarySnapshot>;
  /** Stops all watchers. */
  close(): void;
}

/**
 * Creates a runtime. The ports are its only access to the outside world, and parts that not every host needs are
 * imported on first use.
 */
export async function createRuntime(ports: Ports, options: RuntimeOptions = {}): Promise<Runtime> {
  checkPorts(ports);
  const config = await keepConfig(ports, checkRuntimeOptions("createRuntime", options));
  const engine = openEngine(ports, config);
  const library = await keepLibrary(engine);
  const { audit } = ports;
  const checks = [
    trustCheck(engine, library),
    secretAdmit,
    scanCheck(engine, library),
    ...(options.admit ?? []),
  ];
  const serving = openServing(engine, {
    admit: audit === undefined ? checks : [...checks, auditCheck(audit)],
  });
  const unknown = (name: string) => unknownSkill(name, library.current());
  const find = (name: string) => findSkill(library.current(), name) ?? unknown(name);
  const matching = keepMatching(engine);
  const scripts = keepScripts(engine, {
    open: (name) => serving.open(find(name), "model", { purpose: "script" }),
  });
  const { runs, define } = keepRuns(engine, { library, serving, scripts, find });
  const trust = trustOf(engine, { library, serving, audit, unknownSkill: unknown });
  const proposals = keepProposals(engine, { library, matching: matching.asPossible, runs, trust });
  const sessions = once(async () => {
    const { openSessions } = await import("./session/open-sessions.ts");
    return openSessions({
      engine,
      library,
      serving,
      matching: matching.asPossible,
      runs,
      tools: await collectTools(engine, { serving, proposals }),
    });
  });
  const open: Runtime["open"] = (skill, openOptions = {}) => {
    checkOpenOptions("open", openOptions);
    const { audience = "model" } = openOptions;
    return serving.open(typeof skill === "string" ? find(skill) : skill, audience);
  };

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
    trust,
    contextFiles: async () => findContextFiles(engine.ports.files, engine.ports.environment),
    match: async (message, matchOptions) => {
      checkMatchOptions(matchOptions);
      return matchMessage(
        message,
        { library: library.current(), engine, matching: matching.asConfigured, serving },
        matchOptions,
      );
    },
    search: async (query, searchOptions = {}) => {
      checkSearchOptions(query, searchOptions);
      const { searchLibrary } = await import("./indexing/search-library.ts");
      return searchLibrary(query, searchOptions, {
        skills: library.current().list(),
        ranking: engine.profile.search,
        matching: matching.asConfigured,
      });
    },
    overlaps: async (overlapOptions) => {
      checkOverlapOptions(overlapOptions);
      return overlapsOf(
        { library: library.current(), engine, matching: matching.asConfigured },
        overlapOptions,
      );
    },
    overreach: async (overreachOptions) => {
      checkOverreachOptions(overreachOptions);
      return overreachOf(
        { library: library.current(), engine, matching: matching.asConfigured },
        overreachOptions,
      );
    },
    why: async (name, choice = {}) => {
      checkCatalogChoice("why", choice);
      const { explainName } = await import("./assembly/explain-library.ts");
      return explainName(name, library.current(), engine, choice);
    },
    catalog: async (choice = {}) => {
      checkCatalogChoice("catalog", choice);
      const { catalogOf } = await import("./session/prompt/catalog-of.ts");
      return catalogOf(library.current(), engine, choice);
    },
    unseen: async () => {
      const { findUnseen } = await import("./assembly/explain-library.ts");
      return findUnseen(library.current(), engine);
    },
    commands: () => listCommands(library.current().list(), commandPolicy(engine)),
    tools: async () => (await sessions()).tools(),
    render: async (name, renderOptions) => {
      checkRender(name, renderOptions);
      return (await sessions()).render(name, renderOptions);
    },
    define: async (name, openOptions = {}) => {
      checkOpenOptions("define", openOptions);
      return define(name, openOptions.audience ?? "model");
    },
    runs,
    proposals,
    scripts: { plan: scripts.plan, run: scripts.run, status: scripts.status },
    session: async (sessionOptions = {}) => (await sessions()).open(sessionOptions),
    snapshot: async () => {
      const { snapshotLibrary } = await import("./assembly/snapshot-library.ts");
      return snapshotLibrary(library.current(), serving);
    },
    close: () => library.close(),
  };
}

/** The usable skill of a name, or else the first entry of that name. */
function findSkill(library: SkillLibrary, name: string): Skill | undefined {
  return library.get(name) ?? library.entry(name)?.skill;
}

function unknownSkill(name: string, library: SkillLibrary): never {
  const near = nearestWord(
    name,
    library.entries().map((entry) => entry.skill.name),
  );
  throw new KnowhowError("runtime.unknown-skill", `no skill named "${name}"`, {
    hint: near === undefined ? "`knowhow list` shows every skill" : `did you mean "${near}"?`,
  });
}
