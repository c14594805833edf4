import type { Approver } from "./approver.ts";
import type { ConfigFile, EmbedderChoice, ServerConfig } from "./config-file.ts";
import type { Diagnostic } from "./diagnostics.ts";
import type { EventListener } from "./events.ts";
import type { Admit } from "./gate.ts";
import type { Awaitable, Embedder, FileSystem } from "./ports.ts";
import type { MatchingMode, Profile, Provider } from "./profile.ts";
import type { Override } from "./skill.ts";
import type { DecideTrust, SourceTrust } from "./trust.ts";

/** A directory the caller names. */
export interface CustomRoot extends Partial<Omit<Provider, "roots">> {
  readonly path: string;
  /** Real path of the repository whose `knowhow.json` names it; such a root adds nothing that the user turned off. */
  readonly within?: string;
}

/** A skill that lies in memory: the text of its SKILL.md and of its other files. */
export interface InlineSkill {
  readonly name: string;
  readonly text: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** A place of skills that is no folder, such as a server. */
export interface SkillSource {
  /** Where its files stand, under a scheme of their own (`mcp:/label`), and how they are treated. */
  readonly root: CustomRoot;
  readonly files: FileSystem;
  /** Looks at the place again, before every load, and says what is wrong with it. */
  refresh?(): Awaitable<readonly Diagnostic[]>;
  /** Decides about its skills, instead of kept decisions and the host's `trust`. */
  readonly trust?: SourceTrust;
  /** Calls back whenever the place says that it changed, until closed; closing again has no effect. */
  watch?(onChange: () => void): { close(): void };
}

/** Globs on names and what they decide, in the order in which they are asked. */
export type OverrideRows = readonly (readonly [glob: string, override: Override])[];

/** What a configuration file takes away. It holds whatever the host's other options say. */
export interface Narrowing {
  /** False: no skill is looked for. */
  readonly enabled?: boolean;
  /** False: skills cannot be started as commands. */
  readonly commands?: boolean;
  /** False: a file without frontmatter is not used. */
  readonly infer?: boolean;
  /** Providers that are turned off; `true` has no effect. */
  readonly providers?: Readonly<Record<string, boolean>>;
  /** Globs on names; when there are any, a name must match one of them, too. */
  readonly include?: readonly string[];
  /** Globs on names that are left out. */
  readonly ignore?: readonly string[];
  /** The first that matches counts, where it allows less than the host's own. */
  readonly overrides?: OverrideRows;
  /** What evidence in a message may do at most. */
  readonly matching?: MatchingMode;
}

/** A directory outside the roots into which links may lead. */
export interface LinkTarget {
  readonly path: string;
  /** Real path of the repository that named it: the directory counts only while it really lies in there. */
  readonly within?: string;
}

/** An embedder, and how much nearness in its eyes counts beside words that are equal. */
export interface WeighedEmbedder {
  readonly embedder: Embedder;
  readonly weight: number;
}

/** Embedders, the light one first. */
export type Embedders = readonly (Embedder | WeighedEmbedder)[];

/** Opens the embedder that the configuration chooses; undefined when it says nothing. */
export type OpenEmbedders = (choice: EmbedderChoice | undefined) => Awaitable<Embedders>;

/** Turns the MCP servers of the configuration, by label, into sources. */
export type OpenServers = (
  servers: Readonly<Record<string, ServerConfig>>,
) => Awaitable<readonly SkillSource[]>;

/** What a host decides; everything has a default. */
export interface RuntimeOptions {
  /** A profile or its name; `agentskills` when absent. */
  readonly profile?: Profile | string;
  /** The master switch: false finds nothing. */
  readonly enabled?: boolean;
  /** False when skills may not be started as commands (`/skill:name`). */
  readonly commands?: boolean;
  /** Directories of skills beside those of the providers. */
  readonly roots?: readonly (string | CustomRoot)[];
  /** Skills that lie in memory. */
  readonly skills?: readonly InlineSkill[];
  /** Places of skills that are no folders. */
  readonly sources?: readonly SkillSource[];
  /** Switches: `{ "claude": false }`, `{ "codex:user": false }`; `false` alone leaves only the caller's own roots. */
  readonly providers?: Readonly<Record<string, boolean>> | false;
  /** Globs on names; when there are any, only what they match is kept. */
  readonly include?: readonly string[];
  /** Globs on names that are left out. */
  readonly ignore?: readonly string[];
  /** Per name or glob: on, name-only, user-only or off; the first that matches counts. Rows keep any order. */
  readonly overrides?: Readonly<Record<string, Override>> | OverrideRows;
  /** What configuration files take away, in any number of layers. */
  readonly narrowing?: readonly Narrowing[];
  /** Directories outside the roots into which links may lead. */
  readonly links?: readonly (string | LinkTarget)[];
  /** Names of the tools the host offers, for skills that need one. */
  readonly tools?: readonly string[];
  /** Values for skills that require one (`requires.config`). */
  readonly skillConfig?: Readonly<Record<string, unknown>>;
  /** True: a file without frontmatter is used too, named after its directory. */
  readonly infer?: boolean;
  /** List a skill's other files when it is found, or only when somebody asks. */
  readonly resources?: "discovery" | "demand";
  /** What evidence in a message may do; the profile's mode by default. */
  readonly matching?: MatchingMode;
  /**
   * Embedders that compare messages and skills in meaning; words alone by default. A function opens the one that the
   * configuration chooses, when the first message is matched.
   */
  readonly embedders?: Embedders | OpenEmbedders;
  /** Chooses the embedder instead of the configuration, written as in a `knowhow.json`: `static`, `onnx:DIR`, … */
  readonly embedder?: string;
  /**
   * Where settings come from: the `knowhow.json` files, an object of the same shape, or nowhere. Default `false`, and
   * `"files"` for `createRuntime` of `@knowhow/runtime/node`.
   */
  readonly config?: "files" | ConfigFile | false;
  /** Connects the MCP servers that the configuration names. */
  readonly servers?: OpenServers;
  /** Decides about skills that their provider does not trust, where no decision is kept; without it they stay pending. */
  readonly trust?: DecideTrust;
  /** Asks the user where something needs a yes; without one it is refused. */
  readonly approver?: Approver;
  /** Checks of the host that run, in order, before content of a skill is handed over; the first refusal counts. */
  readonly admit?: readonly Admit[];
  readonly onEvent?: EventListener;
}
