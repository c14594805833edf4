import { askLibrary, type LibraryQuestions } from "./assembly/ask-library.ts";
import { auditCheck } from "./assembly/audit-gate.ts";
import { checkListener, checkOpenOptions, checkSkillName } from "./assembly/check-runtime-calls.ts";
import { keepProposals } from "./assembly/keep-proposals.ts";
import { keepRuns } from "./assembly/keep-runs.ts";
import { keepScripts } from "./assembly/keep-scripts.ts";
import { type Conversations, keepSessions } from "./assembly/keep-sessions.ts";
import { keepMatching } from "./assembly/match-library.ts";
import { openEngine } from "./assembly/open-engine.ts";
import { type OpenOptions, openSkills, type SkillReading } from "./assembly/open-skills.ts";
import { scanCheck } from "./assembly/scan-gate.ts";
import { trustCheck, trustOf } from "./assembly/trust-gate.ts";
import type { RuntimeProposals } from "./authoring/open-proposals.ts";
import { checkRuntimeOptions } from "./config/check-runtime-options.ts";
import { keepConfig } from "./config/keep-config.ts";
import { checkPorts } from "./config/port-kinds.ts";
import type { ToolDefinition } from "./conversation.ts";
import type { Outcome } from "./diagnostics.ts";
import { type ContextFile, findContextFiles } from "./discovery/agents-md.ts";
import type { LibrarySnapshot } from "./library.ts";
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
import { commandPolicy, listCommands, type SkillCommand } from "./session/commands.ts";
import type { RunDefinition } from "./workflow.ts";

export type { OverlapSearch, OverreachSearch } from "./assembly/match-library.ts";
export type { OpenOptions } from "./assembly/open-skills.ts";

/** The engine: a library of skills that is reloaded and watched, questions about it, and everything that uses it. */
export interface Runtime extends SkillReading, LibraryQuestions, Conversations {
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
  /** Skills that wait for a trust decision, and the decisions about them. */
  readonly trust: RuntimeTrust;
  /** The AGENTS.md files that apply to the working directory, outermost first. */
  contextFiles(): Promise<Outcome<readonly ContextFile[]>>;
  /** The commands that a host may register: one for each skill that the user may invoke. */
  commands(): readonly SkillCommand[];
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
  /**
   * The current library with the bodies of its skills, as JSON for `SkillLibrary.fromSnapshot` and `session({ library
   * })`.
   */
  snapshot(): Promise<LibrarySnapshot>;
  /** Stops all watchers. */
  close(): void;
}

/** A runtime whose library is still being loaded. */
export interface OpeningRuntime {
  readonly profile: Profile;
  /** Every skill tool of the profile; they do not depend on the library. */
  tools(): Promise<readonly ToolDefinition[]>;
  /** The runtime, when its library is loaded. */
  readonly ready: Promise<Runtime>;
}

/**
 * Creates a runtime. The ports are its only access to the outside world, and parts that not every host needs are
 * imported on first use.
 */
export async function createRuntime(ports: Ports, options: RuntimeOptions = {}): Promise<Runtime> {
  return (await openRuntime(ports, options)).ready;
}

/** Creates a runtime for a host that has something to say before the library is loaded, such as an MCP server. */
export async function openRuntime(ports: Ports, options: RuntimeOptions = {}): Promise<OpeningRuntime> {
  checkPorts(ports);
  // The host's options and knowhow.json; then everything that all parts share: profile, ports, trust ledger, events.
  const config = await keepConfig(ports, checkRuntimeOptions("createRuntime", options));
  const engine = openEngine(ports, config);

  // Files become a library: discovery, format and resolution, again at every reload.
  const library = keepLibrary(engine);

  // The gate: content of a skill leaves the engine only through these checks, in this order.
  const checks = [
    trustCheck(engine, library),
    secretAdmit,
    scanCheck(engine, library),
    ...(options.admit ?? []),
    ...(ports.audit === undefined ? [] : [auditCheck(ports.audit, ports)]),
  ];
  const serving = openServing(engine, { admit: checks });
  const { find, unknown, ...skills } = openSkills(library, serving);
  const trust = trustOf(engine, { library, serving, audit: ports.audit, unknownSkill: unknown });

  // Messages find skills.
  const matching = keepMatching(engine);
  const questions = askLibrary(engine, { library, serving, matching });

  // Skills act: their scripts, their workflows, and what agents write.
  const scripts = keepScripts(engine, {
    open: (name) => serving.open(find(name), "model", { purpose: "script" }),
  });
  const { runs, define, inSession } = keepRuns(engine, { library, serving, scripts, find });
  const proposals = keepProposals(engine, { library, matching: matching.asPossible, runs, trust });

  // A conversation uses all of it.
  const sessions = keepSessions(engine, {
    library,
    serving,
    matching: matching.asPossible,
    runs,
    ...inSession,
    proposals,
  });

  const runtime: Runtime = {
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
    watch: (listener) => {
      checkListener(listener);
      return library.watch(listener);
    },
    ...skills,
    trust,
    contextFiles: async () => findContextFiles(engine.ports.files, engine.ports.environment),
    ...questions,
    commands: () => listCommands(library.current().list(), commandPolicy(engine)),
    ...sessions,
    define: async (name, openOptions = {}) => {
      checkSkillName("define", name);
      checkOpenOptions("define", openOptions);
      return define(name, openOptions.audience ?? "model");
    },
    runs,
    proposals,
    scripts: { list: scripts.list, plan: scripts.plan, run: scripts.run, status: scripts.status },
    snapshot: async () => {
      const { snapshotLibrary } = await import("./assembly/snapshot-library.ts");
      return snapshotLibrary(library.current(), serving);
    },
    close: () => library.close(),
  };
  return { profile: engine.profile, tools: sessions.tools, ready: library.ready.then(() => runtime) };
}
