import type { Approver } from "./approver.ts";
import type { ConfigFile, EmbedderChoice, ServerConfig } from "./config-file.ts";
import type { Diagnostic } from "./diagnostics.ts";
import type { EventListener } from "./events.ts";
import type { Admit } from "./gate.ts";
import type { Awaitable, Embedder, FileSystem } from "./ports.ts";
import type { AuthoringMode, MatchingMode, Profile, Provider, RunsMode } from "./profile.ts";
import type { WorkflowSettings } from "./run.ts";
import type { ScanSettings } from "./scan.ts";
import type { FindVariable } from "./script.ts";
import type { Override } from "./skill.ts";
import type { DecideTrust, Rehearsal, SourceTrust } from "./trust.ts";

/** A directory of skills that the caller names; every other field defaults to the profile's `discovery.custom`. */
export interface CustomRoot extends Partial<Omit<Provider, "roots">> {
  readonly path: string;
  /** Real path of the repository whose `knowhow.json` names it. Such a root adds nothing that the user turned off. */
  readonly within?: string;
}

/** A skill in memory: the text of its SKILL.md and its other files. */
export interface InlineSkill {
  readonly name: string;
  readonly text: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** A source of skills that is not a directory, for example a server. */
export interface SkillSource {
  /** Where its files are mounted, under a scheme of its own (`mcp:/label`), and the policy for them. */
  readonly root: CustomRoot;
  readonly files: FileSystem;
  /** Updates the source before every load, and returns the problems found. */
  refresh?(): Awaitable<readonly Diagnostic[]>;
  /** Decides whether its skills are trusted, instead of recorded decisions and the host's `trust`. */
  readonly trust?: SourceTrust;
  /** Calls back whenever the place says that it changed, until closed; closing again has no effect. */
  watch?(onChange: () => void): { close(): void };
}

/** Globs on names with their overrides; the first match applies. */
export type OverrideRows = readonly (readonly [glob: string, override: Override])[];

/** Restrictions from a configuration file. They apply whatever the host's other options say. */
export interface Narrowing {
  /** False: no skills are loaded. */
  readonly enabled?: boolean;
  /** False: skills cannot be invoked as commands. */
  readonly commands?: boolean;
  /** False: files without frontmatter are skipped. */
  readonly infer?: boolean;
  /** Providers to turn off; `true` has no effect. */
  readonly providers?: Readonly<Record<string, boolean>>;
  /** Globs on names. If there are any, a name must also match one of these. */
  readonly include?: readonly string[];
  /** Globs on names to exclude. */
  readonly ignore?: readonly string[];
  /** The first match applies, if it allows less than the host's own override. */
  readonly overrides?: OverrideRows;
  /** The highest matching mode that is allowed. */
  readonly matching?: MatchingMode;
  /** The most that a message that asks for a workflow may cause. */
  readonly runs?: RunsMode;
  /** `off`: the model may not propose skills. */
  readonly authoring?: AuthoringMode;
  /** Cells of the policy for scans; each applies if it is stricter. */
  readonly scan?: ScanSettings;
}

/** A directory outside the roots that links may point to. */
export interface LinkTarget {
  readonly path: string;
  /** Real path of the repository that names it. The directory is used only while it is inside that repository. */
  readonly within?: string;
}

/** An embedder and the weight of its similarity relative to matching words. */
export interface WeightedEmbedder {
  readonly embedder: Embedder;
  readonly weight: number;
}

/** Embedders, fastest first. */
export type Embedders = readonly (Embedder | WeightedEmbedder)[];

/** Opens the embedder that the configuration selects; `choice` is undefined if it selects none. */
export type OpenEmbedders = (choice: EmbedderChoice | undefined) => Awaitable<Embedders>;

/** Opens the configured MCP servers, by label, as sources of skills. */
export type OpenServers = (
  servers: Readonly<Record<string, ServerConfig>>,
) => Awaitable<readonly SkillSource[]>;

/** What models may propose in all conversations together. */
export interface AuthoringLimits {
  /** Whether the model of a session that does not say otherwise may propose skills. Default the profile's. */
  readonly mode?: AuthoringMode;
  /** Maximum number of proposals and revisions in 24 hours. Default 20. */
  readonly perDay?: number;
}

/** Options of a runtime. All are optional. */
export interface RuntimeOptions {
  /** A profile or its name. Default `agentskills`. */
  readonly profile?: Profile | string;
  /** Main switch; false loads no skills. Default true. */
  readonly enabled?: boolean;
  /**
   * Whether the user can invoke skills in a message, in the spellings of the profile (`/name`, `/skill:name`, `$name`).
   * Default true.
   */
  readonly commands?: boolean;
  /** Directories of skills in addition to those of the providers. */
  readonly roots?: readonly (string | CustomRoot)[];
  /** Skills in memory. */
  readonly skills?: readonly InlineSkill[];
  /** Sources of skills that are not directories. */
  readonly sources?: readonly SkillSource[];
  /**
   * Turns providers off: `{ "claude": false }`, `{ "codex:user": false }`. `false` leaves only the caller's own roots.
   */
  readonly providers?: Readonly<Record<string, boolean>> | false;
  /** Globs on names. If there are any, only skills that match one of them are kept. */
  readonly include?: readonly string[];
  /** Globs on names to exclude. */
  readonly ignore?: readonly string[];
  /**
   * Overrides by name or glob: `on`, `name-only`, `user-only` or `off`. The first match applies; use rows if the order
   * matters.
   */
  readonly overrides?: Readonly<Record<string, Override>> | OverrideRows;
  /** Restrictions from configuration files, one entry per file. */
  readonly narrowing?: readonly Narrowing[];
  /** Directories outside the roots that links may point to. */
  readonly links?: readonly (string | LinkTarget)[];
  /** Names of the tools that the host offers, for skills that require one. */
  readonly tools?: readonly string[];
  /** Values for skills that require configuration (`requires.config`). */
  readonly skillConfig?: Readonly<Record<string, unknown>>;
  /** True: a file without frontmatter is also used, named after its directory. Default the profile's `format.infer`. */
  readonly infer?: boolean;
  /**
   * Whether a skill's other files are listed when it is discovered, or on demand. Default the profile's
   * `discovery.resources`.
   */
  readonly resources?: "discovery" | "demand";
  /** What the words of a message may cause. Default the profile's `matching.mode`. */
  readonly matching?: MatchingMode;
  /**
   * Embedders that compare messages and skills by meaning. Default none: only words are compared. A function is called
   * when the first message is matched, and opens the embedder that the configuration selects.
   */
  readonly embedders?: Embedders | OpenEmbedders;
  /**
   * Selects the embedder instead of the configuration, with the same syntax as in `knowhow.json`: `static`, `onnx:DIR`,
   * …
   */
  readonly embedder?: string;
  /**
   * Where settings come from: the `knowhow.json` files, an object of the same shape, or nowhere. Default `false`;
   * `"files"` for `createRuntime` of `@knowhow/runtime/node`.
   */
  readonly config?: "files" | ConfigFile | false;
  /** Connects the MCP servers of the configuration. */
  readonly servers?: OpenServers;
  /**
   * Decides about skills that their provider does not trust and that have no recorded decision. Without it they stay
   * pending.
   */
  readonly trust?: DecideTrust;
  /**
   * For tools that try skills while they are written: no run and no script can be started. Skills whose earlier content was
   * trusted count as trusted (`changed`), or all that wait for a decision (`pending`); never give what such a runtime returns
   * to a model. Default off.
   */
  readonly rehearsal?: Rehearsal;
  /**
   * What happens to the content of trusted skills, by who vouches for them and what the scan found: cells of the table in
   * docs/guide/trust.md. Where `knowhow.json` is stricter, that applies.
   */
  readonly scan?: ScanSettings;
  /** Asks the user for approval. Without it everything that needs approval is refused. */
  readonly approver?: Approver;
  /** Tools, model and limits of skills with steps. */
  readonly workflows?: WorkflowSettings;
  /** Limits of what models may propose. */
  readonly authoring?: AuthoringLimits;
  /**
   * Finds the variables that a skill declares for its scripts, such as keys of services. They reach that script alone.
   * Default the environment variables of the process and, with `createRuntime` of `@knowhow/runtime/node`, the secrets
   * that the user stored.
   */
  readonly variable?: FindVariable;
  /** The host's checks. They run in order before content of a skill is returned; the first refusal applies. */
  readonly admit?: readonly Admit[];
  /** Called for every event. An error that it throws is ignored. */
  readonly onEvent?: EventListener;
}
