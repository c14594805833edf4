import type { JsonValue } from "./basics/copy-json.ts";
import type { KnowhowEvent, LoadReason } from "./events.ts";
import type { Awaitable } from "./ports.ts";
import type { MatchingMode } from "./profile.ts";
import type { ActionExecutionResult } from "./run.ts";
import type { Skill } from "./skill.ts";
import type { SideEffects } from "./skill-tool.ts";

/** One message of the host's conversation, reduced to what skills need. */
export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
}

/** What the host knows before it calls the model. */
export interface TurnInput {
  readonly messages?: readonly Message[];
  /** Paths of files that are open, mentioned or recently changed. */
  readonly files?: readonly string[];
  /** Names of the host's own tools. */
  readonly availableTools?: readonly string[];
  /** Cancels the workflow that the turn runs; the turn itself goes on. */
  readonly signal?: AbortSignal;
  /** Called for every event of the workflow that the turn runs, for example to show its progress. Must not throw. */
  readonly onEvent?: (event: KnowhowEvent) => void;
}

/** Text for the model. Append it to the history as a user message, and keep it there for all later model calls. */
export interface Injection {
  /**
   * `skill`: the body of a skill. `suggestion`: descriptions of skills that match this message. `digest`: a short
   * reminder of an active skill's instructions. `notice`: something that the model or the user should know.
   */
  readonly kind: "skill" | "suggestion" | "digest" | "notice";
  readonly skill?: string;
  readonly text: string;
  readonly tokens: number;
  readonly reason: string;
}

/** A tool as the model sees it. The schema is plain JSON Schema. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly sideEffects: SideEffects;
  readonly category: "skills";
}

/** The result of a tool call. Errors are results too, because the model has to read them. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  /**
   * Set while the work waits for an answer or a point in time. `call` with `resume` continues it, also in another
   * process.
   */
  readonly pending?: { readonly waitsFor: "approval" | "input" | "time"; readonly resume: string };
}

/** Everything a host needs for one model call. */
export interface Turn {
  /** The stable part of the prompt. Its bytes do not change until the conversation is compacted. */
  readonly baseline: string;
  /**
   * The text of the AGENTS.md files that apply to the working directory, most general first; empty if there are none or
   * the session does not provide them. Append it to the host's own instructions, before `baseline`; it changes no more
   * often.
   */
  readonly context: string;
  /**
   * Skills that were added, removed or changed since the last turn; given once. Append it to the history as a user
   * message, before `inject`, and keep it there.
   */
  readonly delta?: string;
  /**
   * Texts that are new in this turn, each given once. Append them to the history as user messages, in order, and keep
   * them there.
   */
  readonly inject: readonly Injection[];
  /** The workflow that the message asks for, if any. */
  readonly run?: TurnRun;
  /** The skill tools that can be called now. */
  readonly tools: readonly ToolDefinition[];
  /** The host's tools that may be called now; undefined if they are not restricted. */
  readonly activeTools?: readonly string[];
  /** Changes if and only if `baseline`, `context` or `tools` change, so that a host can monitor its prompt cache. */
  readonly fingerprint: string;
  readonly report: TurnReport;
}

/** A workflow that a message asks for, by name or by a trigger phrase. */
export interface TurnRun {
  readonly skill: string;
  /** Inputs from the arguments and the variables of the trigger, as far as they are known. */
  readonly inputs: Readonly<Record<string, JsonValue>>;
  /** What is missing or wrong with the inputs. The workflow cannot be started before that is fixed. */
  readonly problems: readonly InputProblem[];
  /** `offered`: the model is told how to start it. `started`: the session ran it, without a model call. */
  readonly state: "offered" | "started";
  /** Of a run that was started. */
  readonly result?: ActionExecutionResult;
}

/** An input of a workflow that is missing or wrong. */
export interface InputProblem {
  readonly input: string;
  readonly message: string;
}

export interface TurnReport {
  readonly catalog: CatalogSummary;
  readonly matches: readonly SkillMatch[];
  readonly active: readonly string[];
  /** Skills that wait for a trust decision, and are not shown to the model. */
  readonly pending: readonly string[];
  /** Skills that were refused, and are not shown to the model. */
  readonly refused: readonly string[];
  /** True if a newer library is available; `session.adopt()` switches to it. */
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

/** The cost of one skill in the catalog, in tokens, and how it is listed. */
export interface CatalogCost {
  readonly name: string;
  readonly form: CatalogForm;
  readonly tokens: number;
}

/** How the catalog lists a skill. */
export type CatalogForm = "full" | "shortened" | "name-only" | "omitted";

/** A skill that matches a message, with the reasons and the decision. */
export interface SkillMatch {
  readonly name: string;
  /** `load`: the body is added to the conversation. `suggest`: the full description is added. */
  readonly decision: "load" | "suggest";
  readonly score: number;
  readonly reasons: readonly string[];
  /** What caused it: the user named the skill, the skill always applies, or the message gave evidence for it. */
  readonly loadReason: LoadReason;
  /** The arguments that the user wrote after the name. */
  readonly args?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** True if the message contains one of the skill's trigger phrases. */
  readonly triggered?: boolean;
  /**
   * True if a trigger phrase with its variables is the whole message, apart from greetings, and only this skill has it.
   * A workflow starts by itself only then, or if the user named it.
   */
  readonly covers?: boolean;
  /** True if the skill has steps: it is run, and its body is not loaded. */
  readonly workflow?: boolean;
}

/** A skill's rank for a message, whether or not it is worth mentioning. */
export interface RankedSkill {
  readonly name: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** The result of matching a message. */
export interface MatchAnswer {
  /** Skills to load or to suggest, best first; empty if the message matches none. */
  readonly matches: readonly SkillMatch[];
  /** The nearest skills in order, as many as were requested, regardless of their score. */
  readonly ranking: readonly RankedSkill[];
  /**
   * Why the nearest skill was or was not suggested or loaded by its evidence; undefined if nothing was weighed. A name
   * and a trigger phrase decide whatever the chances are.
   */
  readonly judgement?: MatchJudgement;
  /** Notes for the user, for example that an embedder did not answer. */
  readonly notes: readonly string[];
  /** The matching mode that decided: the requested one, or a lower one that the configuration allows. Of `runtime.match`. */
  readonly mode?: MatchingMode;
}

/** What a skill must reach to be suggested and loaded by its evidence. */
export interface MatchThresholds {
  /** The chance from which skills are suggested, between 0 and 1. */
  readonly suggest: number;
  /** The `loadChance` from which skills are loaded, between 0 and 1, if the lead of the nearest is clear. */
  readonly load: number;
  /** The lead of its score over the next skill from which the nearest is loaded. */
  readonly lead: number;
}

/** The evidence for the nearest skill, and what it must reach. */
export interface MatchJudgement {
  /** The probability, between 0 and 1, that the message calls for the nearest skill or one close to it. */
  readonly chance: number;
  /**
   * The probability that it calls for exactly what the nearest skill does, and not for another task with the same
   * subject. In mode `eager`, which also loads skills that are close, the same as `chance`.
   */
  readonly loadChance: number;
  /** How far its score is above that of the next skill. */
  readonly lead: number;
  readonly thresholds: MatchThresholds;
}

/** A message to match, with its context. */
export interface MatchQuery {
  /** The user's newest message. */
  readonly message: string;
  /** The conversation so far. A short message is interpreted together with earlier requests. */
  readonly messages?: readonly Message[];
  /** Paths of files that are open, mentioned or recently changed. */
  readonly files?: readonly string[];
  /** Names of skills that were used earlier in the conversation. */
  readonly recent?: readonly string[];
  /** What the words of the message may cause. Default the profile's `matching.mode`. */
  readonly mode?: MatchingMode;
  /** Returns true for a skill that the words of the message may match. Default every skill. */
  readonly isCandidate?: (name: string) => boolean;
  /** Maximum number of suggestions; loaded skills do not count. Default the profile's `matching.top`. */
  readonly suggestions?: number;
  /**
   * What a skill must reach to be suggested and loaded. Lower thresholds find more, and match more by mistake. Default
   * calibrated for the size of the library.
   */
  readonly thresholds?: Partial<MatchThresholds>;
  /** Number of nearest skills to return in `ranking`, regardless of their score. Default 0. */
  readonly ranking?: number;
  /** Maximum time in milliseconds to wait for embedders that are still reading new skills. Default no limit. */
  readonly timeoutMs?: number;
  /** Cancels the match, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Options for matching a message outside a conversation. */
export type MatchOptions = Omit<MatchQuery, "message" | "isCandidate">;

/** The input of a host's own matcher, once per turn. */
export interface MatchRequest extends Required<Pick<MatchQuery, "message" | "messages" | "files">> {
  /** Skills that are available in this conversation. */
  readonly skills: readonly Skill[];
  /** Names of the skills whose bodies are in the conversation. */
  readonly active: readonly string[];
}

/** A host's own matcher. It is called every turn, so skills can change in the middle of a conversation. */
export interface SkillMatcher {
  /** The skills that may be matched now. */
  list(): Awaitable<readonly Skill[]>;
  /** The skills that match the message, best first. */
  match(request: MatchRequest): Awaitable<readonly SkillMatch[]>;
  /** Text to inject for a match; undefined for the default text. */
  enrich?(match: SkillMatch, skill: Skill): Awaitable<string | undefined>;
}
