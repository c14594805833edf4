import type { DiagnosticCode, Severity } from "./codes.ts";
import type { Environment } from "./ports.ts";
import type { Level, SkillFields } from "./skill.ts";

/**
 * What a provider's skills need before a model sees them: nothing, approval, or a review of their content. Unknown
 * values mean `review`.
 */
export type TrustDefault = "trusted" | "ask" | "review";

/**
 * A location where a client keeps skills. `at` may contain `{home}`, `{cwd}`, `{project}` (the repository's root),
 * `{up}` (every directory from the working directory to the repository's root, nearest first), `{config}` (the
 * platform's configuration folder), `{VARIABLE}` (skipped if unset) and `*` for one path segment.
 */
export interface RootPattern {
  readonly at: string;
  /** Platforms on which it applies. Default all. */
  readonly os?: readonly Environment["platform"][];
  /** Skipped if this environment variable is set. */
  readonly unless?: string;
}

/** One row of the provider table: a client, a level, and the locations of its skills. */
export interface Provider {
  readonly id: string;
  readonly level: Level;
  /** The higher value wins if the policy compares priorities. */
  readonly priority: number;
  readonly roots: readonly RootPattern[];
  /** Maximum depth of a skill's directory below a root; 1 means directly below. */
  readonly depth: number;
  /**
   * True: hidden directories below a root are entered, but not those inside of them, nor `.git` and the folders of
   * clients. Default false.
   */
  readonly hidden?: boolean;
  /** Fields that a skill of this provider must have; otherwise it is skipped. */
  readonly requires: readonly ("name" | "description")[];
  readonly trust: TrustDefault;
  /**
   * Label of the server that offers these skills. It prefixes their names (`label:name`). They never take precedence
   * over a local skill, and their files are read only on demand.
   */
  readonly remote?: string;
}

/** How strictly a SKILL.md is parsed. */
export interface FormatPolicy {
  /** Accepted file names, preferred first. */
  readonly fileNames: readonly string[];
  /** True: a diagnostic of severity error rejects the skill. */
  readonly strict: boolean;
  /** True: a file without usable frontmatter takes its name from the directory and its description from the body. */
  readonly infer: boolean;
  /** Severities that override those of the codes, also of codes about finding files. */
  readonly severities: Readonly<Partial<Record<DiagnosticCode, Severity | "off">>>;
}

/** Limits of a directory walk. When one is exceeded, the walk stops and reports it. */
export interface WalkLimits {
  /** Maximum number of directories without a SKILL.md to enter per root; skill directories do not count. */
  readonly directories: number;
  /** Maximum number of entries to read per directory. */
  readonly entries: number;
  /** Maximum size of a SKILL.md, in bytes. */
  readonly skillBytes: number;
  /** Maximum number of files to list per skill. */
  readonly resources: number;
  /** Maximum size of all files of a skill together, in bytes. */
  readonly resourceBytes: number;
}

export interface DiscoveryPolicy {
  readonly providers: readonly Provider[];
  /**
   * Sources (`provider:level`) that have a switch of their own. All other providers are on while any of these is.
   * Default every row of `providers`.
   */
  readonly switches?: readonly string[];
  /** Policy for directories that the caller names. */
  readonly custom: Omit<Provider, "roots">;
  readonly limits: WalkLimits;
  /** `discovery`: a skill's other files are listed when it is found. `demand`: they are listed on request. */
  readonly resources: "discovery" | "demand";
  /**
   * Which text of a body a session serves after an edit: `frozen`, the one from when the session was opened; `cached`,
   * the one from the first load; `on-load`, the one on disk.
   */
  readonly bodies: "frozen" | "cached" | "on-load";
  /** Whether a session provides the text of the AGENTS.md files that apply. */
  readonly contextFiles: boolean;
}

/** Criteria that decide which of several skills of one name wins. */
export type ResolutionKey = "level" | "priority" | "first" | "last";

export interface ResolutionPolicy {
  /** The criteria, most important first. */
  readonly order: readonly ResolutionKey[];
  /** Levels, strongest first; levels in one group are equal. */
  readonly levels: readonly (readonly Level[])[];
  /**
   * `before`: a skill that a filter excludes leaves its name to the next one. `after`: the best skill of the providers has
   * the name even if a filter excludes it, and only the caller's own directories can still provide one.
   */
  readonly filters: "before" | "after";
  /** Whether a skill that replaces an identical copy of itself is reported. */
  readonly copies: "silent" | "reported";
  /** Severity of the diagnostic for a skill that replaces one of another level. */
  readonly acrossLevels: "info" | "warning";
  /** True: a skill is ineligible if the host does not offer all of its declared `tools`. */
  readonly toolsRequired: boolean;
}

/** How skills are listed in the prompt. */
export interface CatalogPolicy {
  readonly heading: string;
  /** One line that explains how to use the list and names the tools of this profile. */
  readonly instructions: string;
  /** The same line while paths are shown, for models that read files themselves. */
  readonly fileInstructions: string;
  readonly format: "lines" | "xml" | "json";
  /** Whether to show each skill's path, for models that read files themselves. */
  readonly location: boolean;
  /** A tool of the host that the list depends on; without it the list is omitted. */
  readonly needsTool?: string;
  /** The name of each level for the model and in events. */
  readonly levelNames: Readonly<Record<Level, string>>;
}

/** A skill tool and the name under which models know it. */
export interface ToolNaming {
  /**
   * The operation of the tool: `search`, `load`, `read`, `list`, `run`, `validate` or `lint`; for authoring, `view`,
   * `manage` or `create`.
   */
  readonly operation: string;
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly description: string;
  /** Renamed arguments: `{ name: "skill_name" }`. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** The arguments to offer, with additions to the tool's own schema: `{ name: { maxLength: 64 } }`. Default all. */
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Required arguments. Default the tool's own. */
  readonly required?: readonly string[];
  /** True: models never see it under this name; an MCP server offers it as a tool of a mounted skill: `pdf.run`. */
  readonly mountedOnly?: boolean;
}

/**
 * What the words of a message may cause. `explicit`: nothing; only names, files and skills that always apply count.
 * `suggest`: likely skills are described again. `auto`: in addition, clear matches are loaded. `eager`: the best
 * matches are loaded immediately, as guidance.
 */
export type MatchingMode = (typeof MATCHING_MODES)[number];

/** All matching modes, in ascending order of what they allow. */
export const MATCHING_MODES = ["explicit", "suggest", "auto", "eager"] as const;

export function isMatchingMode(value: unknown): value is MatchingMode {
  return MATCHING_MODES.some((mode) => mode === value);
}

/** The given mode, or the lowest of the limits if that is lower. */
export function lowestMode(
  mode: MatchingMode,
  limits: readonly { readonly matching?: MatchingMode }[] = [],
): MatchingMode {
  const rank = (of: MatchingMode) => MATCHING_MODES.indexOf(of);
  return limits.reduce(
    (lowest, { matching = lowest }) => (rank(matching) < rank(lowest) ? matching : lowest),
    mode,
  );
}

/** How a message names a skill: at its start (`/name`, `/skill:name`), or anywhere outside code (`$name`). */
export type CommandSpelling = (typeof COMMAND_SPELLINGS)[number];

/** All spellings of a command. */
export const COMMAND_SPELLINGS = ["/name", "/skill:name", "$name"] as const;

/** How the user invokes a skill in a message. */
export interface CommandPolicy {
  /** The accepted spellings, first the one that hosts register. Empty: a message cannot invoke a skill. */
  readonly spellings: readonly CommandSpelling[];
  /** True: a name must be written exactly. False: its case may differ. */
  readonly exact: boolean;
}

/** The policy while commands are turned off: everything is text. */
export const NO_COMMANDS: CommandPolicy = { spellings: [], exact: true };

export interface MatchingPolicy {
  readonly mode: MatchingMode;
  /** Maximum number of skills that one message may bring in. */
  readonly top: number;
  /** True: `alwaysApply` and `globs` load a skill without being asked. False: they are only shown. */
  readonly automatic: boolean;
}

/**
 * How a search ranks skills. `relevance`: by words and meaning, with the index of the matcher, an exact name first.
 * `substring`: as in Metis, 2 if the name contains the query and 1 if the description does.
 */
export type SearchRanking = (typeof SEARCH_RANKINGS)[number];

/** All rankings of a search. */
export const SEARCH_RANKINGS = ["relevance", "substring"] as const;

/**
 * What happens when a message asks for a skill with steps. `off`: skills with steps are treated like all others. `offer`:
 * the model is told how to start it. `start`: the session runs it at once, without a model call.
 */
export type RunsMode = (typeof RUNS_MODES)[number];

/** All modes, the most restricted first. */
export const RUNS_MODES = ["off", "offer", "start"] as const;

/** Whether the model of a conversation may propose new and changed skills, which the user reviews. */
export type AuthoringMode = (typeof AUTHORING_MODES)[number];

/** All modes, the most restricted first. */
export const AUTHORING_MODES = ["off", "propose"] as const;

/** How models propose skills. Nothing that they propose takes effect before the user has reviewed it. */
export interface AuthoringPolicy {
  readonly mode: AuthoringMode;
  /** The tools of a conversation that may propose skills. */
  readonly tools: readonly ToolNaming[];
}

/** The given mode of runs, or the lowest of the limits if that is lower. */
export function lowestRuns(mode: RunsMode, limits: readonly { readonly runs?: RunsMode }[] = []): RunsMode {
  const rank = (of: RunsMode) => RUNS_MODES.indexOf(of);
  return limits.reduce((lowest, { runs = lowest }) => (rank(runs) < rank(lowest) ? runs : lowest), mode);
}

/** The given mode of authoring, or `off` if one of the limits says so. */
export function lowestAuthoring(
  mode: AuthoringMode,
  limits: readonly { readonly authoring?: AuthoringMode }[] = [],
): AuthoringMode {
  return limits.some(({ authoring }) => authoring === "off") ? "off" : mode;
}

export interface ActivationPolicy {
  /** Maximum number of bodies that the user and the model may load in one session; `Infinity` for no limit. */
  readonly maxActivations: number;
  /** Maximum number of tokens of these bodies, their sections and files together; `Infinity` for no limit. */
  readonly maxTokens: number;
  /**
   * The result of loading an unchanged body again: one line that refers to the first load (`pointer`), or the body
   * (`text`).
   */
  readonly repeat: "pointer" | "text";
  /** The error for an unknown name: only the name (`plain`), or also the nearest existing one (`suggest`). */
  readonly unknownName: "plain" | "suggest";
  /**
   * `structured`: an XML element with directory and files. `heading`: the body below `# Skill: name (source: …)`.
   * `message`: the body, then `Skill: <path>` and `User: <arguments>`.
   */
  readonly wrapper: "structured" | "heading" | "message";
  /** Bodies with more tokens than this are given as an outline, whose sections are read one by one. */
  readonly outlineAbove: number;
  /** Maximum number of files to name in a wrapper. */
  readonly maxListedFiles: number;
  /** Number of the first argument: `$1` or `$0`. */
  readonly firstArgument: 0 | 1;
  /**
   * `by-ending`: derived from the file extension. `markdown-or-plain`: `text/markdown` for `.md`, otherwise
   * `text/plain`.
   */
  readonly contentTypes: "by-ending" | "markdown-or-plain";
}

/** What an MCP server makes of a connection. */
export type McpConnection = (typeof MCP_CONNECTIONS)[number];

/** All kinds of connections. */
export const MCP_CONNECTIONS = ["shared", "session"] as const;

/** How an MCP server serves the skills. */
export interface McpPolicy {
  /**
   * `shared`: the client leads any number of conversations over it, so every load returns the text as it is now, without
   * limits. `session`: it is one conversation with the rules of the profile: limits, pointers, preloaded and frozen
   * bodies, and the skills that there were at its start.
   */
  readonly connection: McpConnection;
  /** True: loading a skill adds its own tools (`pdf.read`) to those of the connection. */
  readonly mount: boolean;
}

/** A named bundle of policy values. Differences between systems are values here, never branches in the code. */
export interface Profile {
  readonly name: string;
  readonly format: FormatPolicy;
  /**
   * The fields beyond the standard's six that are read. All other keys are kept in `extensions` and `metadata`, and have
   * no effect.
   */
  readonly fields: "all" | readonly (keyof SkillFields)[];
  readonly discovery: DiscoveryPolicy;
  readonly resolution: ResolutionPolicy;
  readonly catalog: CatalogPolicy;
  readonly tools: readonly ToolNaming[];
  /** Which of them a turn lists: those that can succeed now (`usable`), or all, also if there is no skill. */
  readonly toolsOffered: "usable" | "all";
  readonly commands: CommandPolicy;
  readonly matching: MatchingPolicy;
  readonly search: SearchRanking;
  readonly activation: ActivationPolicy;
  /** What a message that asks for a workflow causes. */
  readonly runs: RunsMode;
  readonly authoring: AuthoringPolicy;
  readonly mcp: McpPolicy;
  /** The default rule set of `validate`. */
  readonly rules: string;
}
