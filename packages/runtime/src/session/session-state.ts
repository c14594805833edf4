import type { JsonValue } from "../basics/copy-json.ts";
import type { CatalogSummary } from "../conversation.ts";
import { KnowhowError } from "../errors.ts";
import type { LoadReason } from "../events.ts";
import { isMatchingMode, type MatchingMode } from "../profile.ts";
import type { RunWait } from "../run.ts";
import type { ScopeEnds, SessionOptions } from "./session-options.ts";

/** A body that was loaded in this conversation. */
export interface Activation {
  readonly name: string;
  /** Version of the loaded body. */
  readonly version: string;
  readonly tokens: number;
  readonly reason: LoadReason;
  /** Number of the turn in which it was loaded. */
  readonly turn: number;
  readonly args?: string;
  /** True if a message or a file matched it, and neither the user nor the model requested it by name. */
  readonly guess?: boolean;
  /** True if the model got another text than the body, so that a load still returns the body. */
  readonly partial?: boolean;
  /** True if the host dropped the body from its history. */
  readonly evicted?: boolean;
}

/** What a skill declared about tools when it was loaded. */
export interface DeclaredTools {
  readonly skill: string;
  readonly allowed: readonly string[];
  readonly disallowed?: readonly string[];
  /** True for a skill of a server, which restricts tools even if it declares none. */
  readonly remote?: boolean;
}

/** A run of a workflow that waits for an answer. */
export interface WaitingRun {
  readonly skill: string;
  /** Id of the run. */
  readonly run: string;
  /** `model`: the model of the conversation has to answer. */
  readonly kind: RunWait["kind"];
  /** Path of the step that waits. */
  readonly step: string;
  readonly prompt: string;
  /** What an approval covers besides the question, without secrets: the arguments of a tool, or `with` of the step. */
  readonly arguments?: JsonValue;
  /** Continues the run with an answer to exactly this question. */
  readonly token: string;
  /** True if the answer must be JSON. */
  readonly json: boolean;
}

/** A text of the session between the messages of the host. */
export interface InsertedText {
  readonly text: string;
  /** The number of the host's messages before it. */
  readonly after: number;
  /** True if it tells which skills were added, removed or changed. */
  readonly announces?: boolean;
}

/** Permissions and limits set by the host, kept so that a restored session is never less restricted. */
export interface RememberedLimits {
  readonly toolScope?: "advisory" | "pre-approve" | "restrict";
  readonly toolAliases?: Readonly<Record<string, readonly string[]>>;
  readonly scopeEnds?: ScopeEnds;
  /** Null means no limit, because JSON has no `Infinity`. */
  readonly maxActivations?: number | null;
  /** The same. */
  readonly maxTokens?: number | null;
  readonly matching?: MatchingMode;
}

/** The stable part of a prompt, and the statistics of its catalog. */
export interface Baseline {
  readonly text: string;
  readonly catalog: CatalogSummary;
}

/** The complete state of a conversation, as JSON. */
export interface SessionState {
  readonly format: "knowhow-session-1";
  readonly id: string;
  readonly library: string;
  readonly turn: number;
  readonly activations: readonly Activation[];
  /** Usage that counts towards the limits; preloaded bodies and repeated loads do not count. */
  readonly spent: { readonly activations: number; readonly tokens: number };
  readonly preloaded: readonly string[];
  /** The SKILL.md of loaded skills, by name, if the policy serves them as they were. */
  readonly bodies?: Readonly<Record<string, string>>;
  /** Digests of the files of every skill, by name, if the policy serves them as they were. */
  readonly frozen?: Readonly<Record<string, string>>;
  /** Names of released skills. Default none. */
  readonly released?: readonly string[];
  /** What loaded skills, and a parent's skills, declared about tools. */
  readonly rights: {
    readonly ceiling: readonly DeclaredTools[];
    readonly declared: readonly DeclaredTools[];
    /** Of loaded skills that do not restrict tools any more. Default none. */
    readonly ended?: readonly DeclaredTools[];
  };
  readonly limits: RememberedLimits;
  readonly pins: readonly string[];
  /** Names or globs of the available skills. Default all. */
  readonly allow?: readonly string[];
  /** Tool rules granted by the user; only matching calls are allowed without asking. Default no restriction. */
  readonly grants?: readonly string[];
  /** Names in the host's options that match no skill and were already reported. Default none. */
  readonly unmatched?: readonly string[];
  /** Undefined before the first turn, and between a compaction and the next turn. */
  readonly baseline?: Baseline;
  /** The text of the context files; undefined before it was read. */
  readonly context?: string;
  /** Where text from outside in this conversation was from. Default nowhere. */
  readonly outside?: readonly string[];
  /** The texts that the host's own history does not contain. Default none. */
  readonly inserted?: {
    /** One key for each of the host's messages before the last model call, made from its role and content. */
    readonly messages: readonly string[];
    readonly texts: readonly InsertedText[];
    /** How many texts the framework stores itself. Default none. */
    readonly stored?: number;
  };
  /** Descriptions that were last announced to the model, by name. */
  readonly announced: Readonly<Record<string, string>>;
  /** Runs of workflows that wait for an answer. Default none. */
  readonly runs?: readonly WaitingRun[];
  /** The newest run of each skill's workflow that succeeded in this conversation. Default none. */
  readonly ran?: readonly { readonly skill: string; readonly run: string }[];
  /** The user message that was processed last, so that it is not processed twice. */
  readonly lastMessage: string;
}

/** Validates the JSON of a session. */
export function readSessionState(value: unknown): SessionState {
  if (isSessionState(value)) return value;
  throw new KnowhowError("session.state-invalid", "this is not a serialized session", {
    hint: "pass the value returned by session.toJSON()",
  });
}

function isSessionState(value: unknown): value is SessionState {
  if (!isRecord(value) || value.format !== "knowhow-session-1") return false;
  const { activations, preloaded, pins, rights, limits, spent, announced } = value;
  const { released = [], grants = [], allow = [], unmatched = [], outside = [] } = value;
  const { bodies = {}, frozen = {} } = value;
  return (
    typeof value.library === "string" &&
    typeof (value.id ?? "") === "string" &&
    typeof value.lastMessage === "string" &&
    isCount(value.turn) &&
    [preloaded, released, pins, grants, allow, unmatched, outside].every(areTexts) &&
    Array.isArray(activations) &&
    activations.every(isActivation) &&
    isRecord(spent) &&
    isCount(spent.activations) &&
    isCount(spent.tokens) &&
    isRecord(rights) &&
    [rights.ceiling, rights.declared, rights.ended ?? []].every(
      (rows) => Array.isArray(rows) && rows.every(isDeclaration),
    ) &&
    (value.runs === undefined || (Array.isArray(value.runs) && value.runs.every(isWaitingRun))) &&
    areLimits(limits) &&
    (value.ran === undefined || (Array.isArray(value.ran) && value.ran.every(isRan))) &&
    [bodies, frozen, announced].every(areNamedTexts) &&
    typeof (value.context ?? "") === "string" &&
    areInserted(value.inserted) &&
    isBaseline(value.baseline)
  );
}

/** Unknown values of `toolScope` and `scopeEnds` are accepted, because they restrict. */
function areLimits(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { toolAliases = {}, maxActivations, maxTokens, matching } = value;
  return (
    isRecord(toolAliases) &&
    Object.values(toolAliases).every(areTexts) &&
    isCount(maxActivations ?? 0) &&
    isCount(maxTokens ?? 0) &&
    (matching === undefined || isMatchingMode(matching))
  );
}

function isActivation(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const texts = [value.name, value.version, value.reason].every((text) => typeof text === "string");
  return texts && isCount(value.tokens) && isCount(value.turn);
}

function areInserted(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isRecord(value)) return false;
  const { messages, texts, stored = 0 } = value;
  if (!Array.isArray(messages) || !Array.isArray(texts) || !isCount(stored)) return false;
  return areTexts(messages) && texts.every((text) => isInserted(text, messages.length));
}

/** A place behind the last message would never be reached. */
function isInserted(value: unknown, messages: number): boolean {
  if (!isRecord(value) || typeof value.text !== "string") return false;
  const { after, announces = false } = value;
  return (
    Number.isInteger(after) && isCount(after) && Number(after) <= messages && typeof announces === "boolean"
  );
}

function isRan(value: unknown): boolean {
  return isRecord(value) && typeof value.skill === "string" && typeof value.run === "string";
}

function isWaitingRun(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { skill, run, kind, step, prompt, token } = value;
  return [skill, run, kind, step, prompt, token].every((text) => typeof text === "string");
}

function isDeclaration(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.skill === "string" &&
    areTexts(value.allowed) &&
    areTexts(value.disallowed ?? []) &&
    typeof (value.remote ?? false) === "boolean"
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function areNamedTexts(value: unknown): boolean {
  return isRecord(value) && areTexts(Object.values(value));
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isBaseline(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== "object" || value === null) return false;
  return typeof Reflect.get(value, "text") === "string" && typeof Reflect.get(value, "catalog") === "object";
}

/** Options of the earlier host, which apply unless the new host overrides them. */
export function rememberedOptions({
  allow,
  pins,
  grants,
  limits,
  rights,
  frozen,
}: SessionState): SessionOptions {
  const { maxActivations, maxTokens, ...rest } = limits;
  const { ceiling } = rights;
  return {
    ...rest,
    ...(maxActivations === undefined ? {} : { maxActivations: maxActivations ?? Number.POSITIVE_INFINITY }),
    ...(maxTokens === undefined ? {} : { maxTokens: maxTokens ?? Number.POSITIVE_INFINITY }),
    ceiling,
    pins,
    ...(grants === undefined ? {} : { grants }),
    ...(allow === undefined ? {} : { skills: allow }),
    ...(frozen === undefined ? {} : { bodies: "frozen" }),
  };
}

/** The limits that must also apply after a restore. */
export function limitsOf({
  toolScope,
  toolAliases,
  scopeEnds,
  maxActivations,
  maxTokens,
  matching,
}: SessionOptions): RememberedLimits {
  return {
    ...(toolScope === undefined ? {} : { toolScope }),
    ...(toolAliases === undefined ? {} : { toolAliases }),
    ...(scopeEnds === undefined ? {} : { scopeEnds }),
    ...(maxActivations === undefined ? {} : { maxActivations }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(matching === undefined ? {} : { matching }),
  };
}
