import type { Approver } from "./approver.ts";
import type { Diagnostic } from "./diagnostics.ts";
import type { EventListener } from "./events.ts";
import type { Admit } from "./gate.ts";
import type { Awaitable, Embedder, FileSystem } from "./ports.ts";
import type { Profile, Provider } from "./profile.ts";
import type { Override, Skill } from "./skill.ts";

/** A directory the caller names. */
export interface CustomRoot extends Partial<Omit<Provider, "roots">> {
  readonly path: string;
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
  /** Decides about its skills instead of the host's `trust`. */
  readonly trust?: TrustDecision;
  /** Calls back whenever the place says that it changed, until closed. */
  watch?(onChange: () => void): { close(): void };
}

/** What a trust decision is about; the digest is computed only when it is asked for. */
export interface TrustQuestion {
  readonly skill: Skill;
  digest(): Promise<string>;
}

/** Says whether a skill may reach the model. Asked for levels that are not trusted by themselves. */
export type TrustDecision = (question: TrustQuestion) => Awaitable<boolean>;

/** Globs on names and what they decide, in the order in which they are asked. */
export type OverrideRows = readonly (readonly [glob: string, override: Override])[];

/** What a repository adds to the word of the host and the person: it can take away, never give. */
export interface Narrowing {
  /** Globs on names; when there are any, a name must match one of them, too. */
  readonly include?: readonly string[];
  /** The first that matches counts, where it allows less than the host's own. */
  readonly overrides?: OverrideRows;
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
  /** What a repository says about names; it can only narrow `include` and `overrides`. */
  readonly narrowing?: Narrowing;
  /** Directories outside the roots into which links may lead. */
  readonly links?: readonly (string | LinkTarget)[];
  /** Names of the tools the host offers, for skills that need one. */
  readonly tools?: readonly string[];
  /** The host's settings, for skills that need one. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** True: a file without frontmatter is used too, named after its directory. */
  readonly infer?: boolean;
  /** List a skill's other files when it is found, or only when somebody asks. */
  readonly resources?: "discovery" | "demand";
  /** Compare messages and skills in meaning, too; each of them adds its evidence. Words alone when absent. */
  readonly embedders?: readonly (Embedder | WeighedEmbedder)[];
  readonly trust?: TrustDecision;
  /** Asks the user where something needs a yes; without one it is refused. */
  readonly approver?: Approver;
  /** Checks of the host that run, in order, before content of a skill is handed over; the first refusal counts. */
  readonly admit?: readonly Admit[];
  readonly onEvent?: EventListener;
}
