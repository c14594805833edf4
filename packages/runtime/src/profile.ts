import type { DiagnosticCode, Severity } from "./codes.ts";
import type { Environment } from "./ports.ts";
import type { Level } from "./skill.ts";

/** What a provider's skills need before a model sees them: nothing, a yes, or somebody who reads them. Other values mean `review`. */
export type TrustDefault = "trusted" | "ask" | "review";

/**
 * A place where a client keeps skills. `at` may contain `{home}`, `{cwd}`, `{project}` (the repository's root),
 * `{up}` (every directory from the working directory to the repository's root, nearest first), `{config}` (the
 * platform's configuration folder), `{VARIABLE}` (skipped when unset) and `*` for one path segment.
 */
export interface RootPattern {
  readonly at: string;
  /** Only on these systems; on all when absent. */
  readonly os?: readonly Environment["platform"][];
  /** Not when this environment variable is set. */
  readonly unless?: string;
}

/** One row of the provider table: a client, a level, and where its skills lie. */
export interface Provider {
  readonly id: string;
  readonly level: Level;
  /** Higher wins where the policy looks at priority. */
  readonly priority: number;
  readonly roots: readonly RootPattern[];
  /** How many levels below a root a skill's directory may lie; 1 means directly below. */
  readonly depth: number;
  /** Fields without which a skill of this provider is skipped. */
  readonly requires: readonly ("name" | "description")[];
  readonly trust: TrustDefault;
  /**
   * Label of the server that offers these skills. Their names begin with it (`label:name`), none of them ever stands
   * before a skill of this machine, and nothing of them is read before somebody asks for it.
   */
  readonly remote?: string;
}

/** How strictly a SKILL.md is read. */
export interface FormatPolicy {
  /** Accepted file names, preferred first. */
  readonly fileNames: readonly string[];
  /** True: a diagnostic of severity error refuses the skill. */
  readonly strict: boolean;
  /** True: a file without usable frontmatter takes its name from the directory and its description from the body. */
  readonly infer: boolean;
  /** Severities that differ from the code's own. */
  readonly severities: Readonly<Partial<Record<DiagnosticCode, Severity | "off">>>;
}

/** How far a walk goes before it stops and says so. */
export interface WalkLimits {
  /** Directories without a SKILL.md that are entered per root; skill directories are not counted. */
  readonly directories: number;
  /** Entries looked at per directory. */
  readonly entries: number;
  /** Largest SKILL.md that is read, in bytes. */
  readonly skillBytes: number;
  /** Files listed per skill. */
  readonly resources: number;
  /** Bytes of all files of a skill together. */
  readonly resourceBytes: number;
}

export interface DiscoveryPolicy {
  readonly providers: readonly Provider[];
  /** How directories named by the caller are treated. */
  readonly custom: Omit<Provider, "roots">;
  readonly limits: WalkLimits;
  /** `discovery`: a skill's other files are listed when it is found. `demand`: when somebody asks. */
  readonly resources: "discovery" | "demand";
  /**
   * Which text of a body a session serves after an edit: `frozen`, the one from when the session was opened; `cached`, the
   * one from the first load; `on-load`, the one that is on disk.
   */
  readonly bodies: "frozen" | "cached" | "on-load";
}

/** The keys by which one of several skills of a name wins, most important first. */
export type ResolutionKey = "level" | "priority" | "first" | "last";

export interface ResolutionPolicy {
  readonly order: readonly ResolutionKey[];
  /** Levels, strongest first; levels in one group are equal. */
  readonly levels: readonly (readonly Level[])[];
  /** How loud it is said that a skill of one level replaces another level's. */
  readonly acrossLevels: "info" | "warning";
  /** True: a skill whose declared `tools` the host does not offer is ineligible. */
  readonly toolsRequired: boolean;
}

/** What the model is told at the start, where seeds differ. */
export interface CatalogPolicy {
  readonly heading: string;
  /** How to use the list, in one line; it names the tools of this profile. */
  readonly instructions: string;
  readonly format: "lines" | "xml" | "json";
  /** Whether each skill's path is shown, for models that read files themselves. */
  readonly location: boolean;
  /** The host's tool without which the list is useless and left out. */
  readonly needsTool?: string;
  /** What a level is called towards the model and in events. */
  readonly levelNames: Readonly<Record<Level, string>>;
}

/** A skill tool under the name that a model knows it by. */
export interface ToolNaming {
  /** Which tool of the conversation it is: `search`, `load`, `read`, `list`, `validate`, `lint`. */
  readonly operation: string;
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly description: string;
  /** How its arguments are called where a seed has its own words: `{ name: "skill_name" }`. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** The arguments that are offered, each with what its schema adds to the tool's own: `{ name: { maxLength: 64 } }`. Default all. */
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Arguments without which a call is refused; default the tool's own. */
  readonly required?: readonly string[];
}

/**
 * What evidence in a message may do. `explicit`: nothing; only names, files in play and what always applies count.
 * `suggest`: likely skills are described once more. `auto`: and what is clearly meant is loaded. `eager`: the best
 * matches are loaded at once, as guidance.
 */
export type MatchingMode = (typeof MATCHING_MODES)[number];

/** The modes, from the one that does the least. */
export const MATCHING_MODES = ["explicit", "suggest", "auto", "eager"] as const;

/** True for the name of a mode. */
export function isMatchingMode(value: unknown): value is MatchingMode {
  return MATCHING_MODES.some((mode) => mode === value);
}

/** A mode, at most the lowest of some limits. */
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

export interface MatchingPolicy {
  readonly mode: MatchingMode;
  /** `fused`: all evidence together. `keywords`: a trigger phrase, else the overlap of words, as AIOS has it. */
  readonly evidence: "fused" | "keywords";
  /** Skills that one message may bring in. */
  readonly top: number;
}

export interface ActivationPolicy {
  /** Bodies that the user and the model may load in one session; `Infinity` for no limit. */
  readonly maxActivations: number;
  /** Tokens that these bodies, their sections and files may cost together; `Infinity` for no limit. */
  readonly maxTokens: number;
  /** What a second load of an unchanged body gives: one line that points to the first (`pointer`), or the body (`text`). */
  readonly repeat: "pointer" | "text";
  /** What a load of a name that no skill has answers: the name (`plain`), or also the nearest one that exists (`suggest`). */
  readonly unknownName: "plain" | "suggest";
  /**
   * `structured`: an element with directory and files. `heading`: the body below `# Skill: name (source: …)`.
   * `message`: the body, then `Skill: <path>` and `User: <arguments>`.
   */
  readonly wrapper: "structured" | "heading" | "message";
  /** Above this many tokens the outline is given instead of the body; sections are read one by one. */
  readonly outlineAbove: number;
  /** Files named in a wrapper. */
  readonly maxListedFiles: number;
  /** `$1` or `$0` is the first argument. */
  readonly firstArgument: 0 | 1;
  /** `by-ending`: what a file's ending stands for. `markdown-or-plain`: `text/markdown` for `.md`, else `text/plain`. */
  readonly contentTypes: "by-ending" | "markdown-or-plain";
}

/** A named bundle of policy values: a disagreement between systems is a value here, never a fork in the code. */
export interface Profile {
  readonly name: string;
  readonly summary: string;
  readonly format: FormatPolicy;
  readonly discovery: DiscoveryPolicy;
  readonly resolution: ResolutionPolicy;
  readonly catalog: CatalogPolicy;
  readonly tools: readonly ToolNaming[];
  readonly matching: MatchingPolicy;
  readonly activation: ActivationPolicy;
  /** The rule set that `validate` uses unless told otherwise. */
  readonly rules: string;
}
