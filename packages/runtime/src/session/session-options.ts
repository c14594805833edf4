import type { Approver } from "../approver.ts";
import type { SkillMatcher } from "../conversation.ts";
import type { CatalogFormat } from "../injection/catalog/render-catalog.ts";
import type { DiscoveryPolicy, MatchingMode } from "../profile.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { DeclaredTools } from "./session-state.ts";

/** What a host decides for one conversation. */
export interface SessionOptions {
  /** Names the conversation in events and the audit log (default: a random UUID, or the restored one). */
  readonly id?: string;
  /** The model's context window in tokens (default 200,000); the catalogue gets 2 % of it, what a turn injects 4 %. */
  readonly contextWindow?: number;
  /** Tokens for the catalogue, whatever the window. */
  readonly catalogBudget?: number;
  /** Tokens that one turn may inject beyond what the user asked for by name, whatever the window. */
  readonly injectBudget?: number;
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
  /** Tool rules that the user granted for this conversation; every other call is asked about or, under `restrict`, denied. */
  readonly grants?: readonly string[];
  /** Asks the user where a call needs a yes; default the runtime's. */
  readonly approver?: Approver;
  readonly maxActivations?: number;
  readonly maxTokens?: number;
  /** Which text of a body is served after an edit; default the profile's `discovery.bodies`, in a fork `frozen`. */
  readonly bodies?: DiscoveryPolicy["bodies"];
  /** True: each turn goes on with the newest library, without waiting for `adopt()`. */
  readonly follow?: boolean;
  /** What the words of a message may do; default the profile's `matching.mode`. */
  readonly matching?: MatchingMode;
  /** Finds skills for a message instead of all that is built in. */
  readonly matcher?: SkillMatcher;
  /** The skills of the conversation: a library that was restored from a snapshot; default the newest. */
  readonly library?: SkillLibrary;
  /** False: opens the conversation on the library as it was last loaded, without looking at the files again. */
  readonly reload?: boolean;
  /** The JSON of an earlier session to go on with. */
  readonly restore?: unknown;
}

const DEFAULT_WINDOW = 200_000;

/** 2 % of the window, at least 1,500 and at most 10,000 tokens. */
export function catalogBudget(options: Pick<SessionOptions, "contextWindow" | "catalogBudget">): number {
  if (options.catalogBudget !== undefined) return Math.max(0, Math.floor(options.catalogBudget));
  const window = options.contextWindow ?? DEFAULT_WINDOW;
  return Math.min(10_000, Math.max(1_500, Math.floor(window * 0.02)));
}

/** 4 % of the window, at least 1,000 and at most 16,000 tokens. */
export function injectBudget(options: Pick<SessionOptions, "contextWindow" | "injectBudget">): number {
  if (options.injectBudget !== undefined) return Math.max(0, Math.floor(options.injectBudget));
  const window = options.contextWindow ?? DEFAULT_WINDOW;
  return Math.min(16_000, Math.max(1_000, Math.floor(window * 0.04)));
}
