import type { LoadReason } from "./events.ts";
import type { Awaitable } from "./ports.ts";
import type { MatchingMode } from "./profile.ts";
import type { Skill } from "./skill.ts";
import type { SideEffects } from "./skill-tool.ts";

/** One message of the host's conversation, as far as skills care. */
export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
}

/** What a host knows before it calls the model. */
export interface TurnInput {
  readonly messages?: readonly Message[];
  /** Files in play: open, mentioned or just changed. */
  readonly files?: readonly string[];
  /** Names of the host's own tools. */
  readonly availableTools?: readonly string[];
}

/** A text for the model: append it to the history as a user message, and keep it there for all later model calls. */
export interface Injection {
  /** `skill`: a body. `suggestion`: descriptions that this message calls for. `digest`: what an active skill demands, in short. `notice`: something the model or person should know. */
  readonly kind: "skill" | "suggestion" | "digest" | "notice";
  readonly skill?: string;
  readonly text: string;
  readonly tokens: number;
  readonly reason: string;
}

/** A tool as a model sees it; the schema is plain JSON Schema. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly sideEffects: SideEffects;
  readonly category: "skills";
}

/** What a tool call gave. An error is a result too: the model must read it. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Present while the work waits for an answer or a time; `call` with `resume` continues it, also in another process. */
  readonly pending?: { readonly waitsFor: "approval" | "input" | "time"; readonly resume: string };
}

/** Everything a host needs for one model call. */
export interface Turn {
  /** The stable part of the prompt: the same bytes until the conversation is compacted. */
  readonly baseline: string;
  /**
   * Which skills were added, removed or changed since the model was last told; given once. Append it to the history as a
   * user message, before `inject`, and keep it there.
   */
  readonly delta?: string;
  /** Texts that are new in this turn, each given once: append them to the history as user messages, in order, and keep them there. */
  readonly inject: readonly Injection[];
  /** The skill tools that can succeed now. */
  readonly tools: readonly ToolDefinition[];
  /** The host's tools that may be called now; absent when nothing restricts them. */
  readonly activeTools?: readonly string[];
  /** Changes exactly when baseline or tools change, so a host can watch its prompt cache. */
  readonly fingerprint: string;
  readonly report: TurnReport;
}

export interface TurnReport {
  readonly catalog: CatalogSummary;
  readonly matches: readonly SkillMatch[];
  readonly active: readonly string[];
  /** Skills that wait for a trust decision, and are not shown to the model. */
  readonly pending: readonly string[];
  /** Skills that were refused, and are not shown to the model. */
  readonly refused: readonly string[];
  /** True when a newer library waits; `session.adopt()` takes it. */
  readonly newerLibrary: boolean;
  readonly notes: readonly string[];
}

export interface CatalogSummary {
  readonly total: number;
  readonly full: number;
  readonly shortened: number;
  readonly nameOnly: number;
  /** Names that are neither listed nor mentioned, because the budget is used up. */
  readonly omitted: readonly string[];
  /** What each listed skill costs, sorted by name. */
  readonly costs: readonly CatalogCost[];
  readonly tokens: number;
  readonly budget: number;
}

/** The cost of one skill in the catalogue, in tokens, and how it is shown. */
export interface CatalogCost {
  readonly name: string;
  readonly form: CatalogForm;
  readonly tokens: number;
}

/** How the catalogue shows a skill. */
export type CatalogForm = "full" | "shortened" | "name-only" | "omitted";

/** Why a skill belongs to this message, and what is done about it. */
export interface SkillMatch {
  readonly name: string;
  /** `load`: its body comes into the conversation. `suggest`: its full description does. */
  readonly decision: "load" | "suggest";
  readonly score: number;
  readonly reasons: readonly string[];
  /** Who asked for it: a person by name, the skill itself (`always`), or evidence. */
  readonly loadReason: LoadReason;
  /** What the person wrote behind the name. */
  readonly args?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** A skill's place in the order for a message, whether or not it is worth mentioning. */
export interface RankedSkill {
  readonly name: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** What a message calls for. */
export interface MatchAnswer {
  /** Skills to load or to suggest, best first; empty when the message calls for none. */
  readonly matches: readonly SkillMatch[];
  /** The nearest skills in order, as many as were asked for, without any judgement. */
  readonly ranking: readonly RankedSkill[];
  /** What a person should know, such as an embedder that did not answer. */
  readonly notes: readonly string[];
}

/** A question to the matcher: a message, and what is known beside it. */
export interface MatchQuery {
  /** The user's newest message. */
  readonly message: string;
  /** The conversation so far; a short message leans on earlier requests. */
  readonly messages?: readonly Message[];
  /** Files in play: open, mentioned or just changed. */
  readonly files?: readonly string[];
  /** Names of skills that were used earlier in the conversation. */
  readonly recent?: readonly string[];
  /** True for a skill that the words of the message may bring in; default every skill. */
  readonly isCandidate?: (name: string) => boolean;
  /** Maximum number of suggestions; default the profile's `matching.top`. Loads are not counted. */
  readonly suggestions?: number;
  /** Number of nearest skills to return in `ranking`, whatever they are worth; default 0. */
  readonly ranking?: number;
  /** Milliseconds to wait for embedders that are still reading new skills; default no limit. */
  readonly timeoutMs?: number;
  /** Cancels the question: the answer then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** How a message is matched outside of a conversation. */
export interface MatchOptions extends Omit<MatchQuery, "message" | "isCandidate"> {
  /** What the words of the message may do; default the profile's `matching.mode`. */
  readonly mode?: MatchingMode;
}

/** What a host's matcher is asked on each turn. */
export interface MatchRequest extends Required<Pick<MatchQuery, "message" | "messages" | "files">> {
  /** Skills that take part in this conversation. */
  readonly skills: readonly Skill[];
  /** Names of skills whose bodies the model has. */
  readonly active: readonly string[];
}

/** Called every turn, so skills can change in the middle of a conversation. */
export interface SkillMatcher {
  /** The skills that may be matched now. */
  list(): Awaitable<readonly Skill[]>;
  /** Skills for the message, best first. */
  match(request: MatchRequest): Awaitable<readonly SkillMatch[]>;
  /** A text to inject for a match instead of the usual one; undefined for the usual one. */
  enrich?(match: SkillMatch, skill: Skill): Awaitable<string | undefined>;
}
