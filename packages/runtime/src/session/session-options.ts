import type { SkillMatcher } from "../conversation.ts";
import type { CatalogFormat } from "../injection/catalog/render-catalog.ts";
import type { MatchingMode } from "../profile.ts";
import type { DeclaredTools } from "./session-state.ts";

/** What a host decides for one conversation. */
export interface SessionOptions {
  /** The model's context window in tokens; the catalogue gets 2 % of it. */
  readonly contextWindow?: number;
  /** Tokens for the catalogue, whatever the window. */
  readonly catalogBudget?: number;
  readonly catalogFormat?: CatalogFormat;
  /** True: each skill's path is shown, for models that read files themselves. */
  readonly location?: boolean;
  /** False when the host offers neither the skill tools nor a way to read files: then nothing is listed. */
  readonly canRead?: boolean;
  /** Names or globs that take part; all when absent. */
  readonly skills?: readonly string[];
  /** Names shown in full before anything else gets room. */
  readonly pins?: readonly string[];
  /** Names whose bodies stand in the prompt from the start. */
  readonly preload?: readonly string[];
  /** Preload pinned skills until the stable prefix has this many tokens: the host's smallest cacheable size. */
  readonly padTo?: number;
  readonly toolScope?: "advisory" | "pre-approve" | "restrict";
  /** What the host calls the tools that skills know by other names: `{ Bash: ["bash", "run_command"] }`. */
  readonly toolAliases?: Readonly<Record<string, readonly string[]>>;
  /** What stays forbidden whatever is loaded: what the skills of a parent declare. Forks set it. */
  readonly ceiling?: readonly DeclaredTools[];
  /** Tool rules that the person granted for this conversation; nothing else may be called. Absent: everything that skills allow. */
  readonly grants?: readonly string[];
  readonly maxActivations?: number;
  readonly maxTokens?: number;
  /** True: each turn goes on with the newest library, without waiting for `adopt()`. */
  readonly follow?: boolean;
  /** What evidence in a message may do; the profile's own when absent. */
  readonly matching?: MatchingMode;
  /** Finds skills for a message instead of the matcher. */
  readonly matcher?: SkillMatcher;
  /** The JSON of an earlier session to go on with. */
  readonly restore?: unknown;
}

/** 2 % of the window, at least 1,500 and at most 10,000 tokens. */
export function catalogBudget(options: Pick<SessionOptions, "contextWindow" | "catalogBudget">): number {
  if (options.catalogBudget !== undefined) return Math.max(0, Math.floor(options.catalogBudget));
  const window = options.contextWindow ?? 200_000;
  return Math.min(10_000, Math.max(1_500, Math.floor(window * 0.02)));
}
