import type { Approver } from "../approver.ts";
import type { SkillMatcher } from "../conversation.ts";
import type { CatalogFormat } from "../injection/catalog/render-catalog.ts";
import type { AuthoringMode, DiscoveryPolicy, MatchingMode, RunsMode } from "../profile.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { ToolRegistry } from "../run.ts";
import type { ScriptGrant } from "../script.ts";
import type { DeclaredTools } from "./session-state.ts";

/** When a skill stops restricting tools, if the host does not release it. */
export type ScopeEnds = "never" | "next-user-skill" | "turn";

/** Options of a conversation. All are optional. */
export interface SessionOptions {
  /** Id of the conversation in events and the audit log. Default a random UUID, or the id of the restored session. */
  readonly id?: string;
  /**
   * The model's context window in tokens; the catalog gets 2 % of it, and the injections of a turn 4 %. Default
   * 200,000.
   */
  readonly contextWindow?: number;
  /** Maximum number of tokens for the catalog, regardless of the context window. */
  readonly catalogBudget?: number;
  /**
   * Maximum number of tokens that one turn may inject, besides skills that the user named. Default 4 % of the context
   * window.
   */
  readonly injectBudget?: number;
  /**
   * True: `turn().context` has the text of the AGENTS.md files that apply to the working directory. Default the profile's
   * `discovery.contextFiles`.
   */
  readonly contextFiles?: boolean;
  /** Maximum number of tokens for these texts. Default 4 % of the context window. */
  readonly contextBudget?: number;
  /** Format of the catalog. Default the profile's `catalog.format`. */
  readonly catalogFormat?: CatalogFormat;
  /**
   * Whether to show each skill's path, for models that read files themselves. `only`: in addition, the tools that find
   * and read skills are not offered. Default the profile's `catalog.location`.
   */
  readonly location?: boolean | "only";
  /**
   * False if the host offers neither the skill tools nor a way to read files; no skills are listed then. Default true.
   */
  readonly canRead?: boolean;
  /** Names or globs of the skills that are available. Default all. */
  readonly skills?: readonly string[];
  /** Names of skills that are listed in full before the others get space. */
  readonly pins?: readonly string[];
  /** How often each skill was used, by name. In a library whose names do not all fit, used skills are listed first. */
  readonly uses?: Readonly<Record<string, number>>;
  /** Names of skills whose bodies are part of the prompt from the start. */
  readonly preload?: readonly string[];
  /** Preload pinned skills until the stable prefix has this many tokens, the smallest size that the host can cache. */
  readonly padTo?: number;
  /** What the tool declarations of active skills mean for the host's tools. Default `advisory`. */
  readonly toolScope?: "advisory" | "pre-approve" | "restrict";
  /**
   * When a skill stops restricting tools: never, when the user starts another skill, or with the user's next message.
   * `release` ends it at any time. Default `next-user-skill`.
   */
  readonly scopeEnds?: ScopeEnds;
  /**
   * `scoped`: turns list only tools that may be called. `constant`: they always list all of them, so that the
   * provider's prompt cache stays valid, and calls are denied when they are made. Default `scoped`.
   */
  readonly toolList?: "scoped" | "constant";
  /** Names of the host's tools that are not commonly known, by the names that skills use: `{ Bash: ["box_run"] }`. */
  readonly toolAliases?: Readonly<Record<string, readonly string[]>>;
  /** Declarations of a parent's skills, which always restrict this session. Set by `fork`. */
  readonly ceiling?: readonly DeclaredTools[];
  /**
   * Tool rules that the user granted for this conversation. All other calls need approval or, under `restrict`, are
   * denied.
   */
  readonly grants?: readonly string[];
  /** Asks the user if a call needs approval. Default the runtime's approver. */
  readonly approver?: Approver;
  /** What happens when a message asks for a skill with steps. Default the profile's `runs`. */
  readonly runs?: RunsMode;
  /**
   * Lets the model run scripts of skills, with this directory and these limits. Each run asks the user. Default not at
   * all.
   */
  readonly scripts?: ScriptGrant;
  /** The tools that the steps of workflows can call. Default those of the runtime. */
  readonly tools?: ToolRegistry;
  /**
   * Whether the model may propose new and changed skills, with the tools of the profile's `authoring`. The user reviews
   * them; nothing changes before. Default the profile's `authoring.mode`.
   */
  readonly authoring?: AuthoringMode;
  /** Maximum number of bodies to load. Default the profile's `activation.maxActivations`. */
  readonly maxActivations?: number;
  /** Maximum number of tokens of all loaded bodies together. Default the profile's `activation.maxTokens`. */
  readonly maxTokens?: number;
  /** Which text of a body is served after an edit. Default the profile's `discovery.bodies`; `frozen` in a fork. */
  readonly bodies?: DiscoveryPolicy["bodies"];
  /** True: every turn uses the newest library, without waiting for `adopt()`. Default false. */
  readonly follow?: boolean;
  /** What the words of a message may cause. Default the profile's `matching.mode`. */
  readonly matching?: MatchingMode;
  /** Replaces the built-in matching. */
  readonly matcher?: SkillMatcher;
  /** The library of the conversation, for example one restored from a snapshot. Default the current one. */
  readonly library?: SkillLibrary;
  /** False: uses the library as it was last loaded, without checking the files for changes. */
  readonly reload?: boolean;
  /** The JSON of an earlier session to continue. */
  readonly restore?: unknown;
}

const DEFAULT_WINDOW = 200_000;

/** The catalog's budget in tokens: 2 % of the context window, at least 1,500 and at most 10,000. */
export function catalogBudget(options: Pick<SessionOptions, "contextWindow" | "catalogBudget">): number {
  if (options.catalogBudget !== undefined) return Math.max(0, Math.floor(options.catalogBudget));
  const window = options.contextWindow ?? DEFAULT_WINDOW;
  return Math.min(10_000, Math.max(1_500, Math.floor(window * 0.02)));
}

/** The budget of a turn's injections in tokens: 4 % of the context window, at least 1,000 and at most 16,000. */
export function injectBudget(options: Pick<SessionOptions, "contextWindow" | "injectBudget">): number {
  if (options.injectBudget !== undefined) return Math.max(0, Math.floor(options.injectBudget));
  const window = options.contextWindow ?? DEFAULT_WINDOW;
  return Math.min(16_000, Math.max(1_000, Math.floor(window * 0.04)));
}

/** The budget of context files in tokens: 4 % of the context window, at least 1,000 and at most 8,000. */
export function contextBudget(options: Pick<SessionOptions, "contextWindow" | "contextBudget">): number {
  if (options.contextBudget !== undefined) return Math.max(0, Math.floor(options.contextBudget));
  const window = options.contextWindow ?? DEFAULT_WINDOW;
  return Math.min(8_000, Math.max(1_000, Math.floor(window * 0.04)));
}
