import type { ToolResult } from "./conversation.ts";
import type { KnowhowEvent } from "./events.ts";
import type { ReadRequest, ResourceReading } from "./library.ts";
import type { Ports } from "./ports.ts";
import type { Profile } from "./profile.ts";
import type { Skill } from "./skill.ts";

/** What a tool can change: nothing, files or settings, or anything that a program can. */
export type SideEffects = "read" | "write" | "execute";

/** The conversation as its tools see it. */
export interface ToolContext {
  readonly profile: Profile;
  readonly ports: Ports;
  readonly emit: (event: KnowhowEvent) => void;
  /** The skills that the model may load, sorted by name. */
  readonly loadable: () => readonly Skill[];
  /** A skill by name for the model; undefined when it may not see it. */
  readonly find: (name: string) => Skill | undefined;
  /** A skill's body as this conversation serves it. */
  readonly body: (skill: Skill) => Promise<string>;
  /** A file of a skill for the model; it counts against the limits of the conversation. */
  readonly read: (skill: Skill, request: ReadRequest, call: CallContext) => Promise<ResourceReading>;
  /** Counts tokens of a skill that the model is about to get against the limits; says why it may not have them. */
  readonly spend: (skill: Skill, tokens: number, call: CallContext) => string | undefined;
  /** False when skills are switched off, so that there is nothing to find. */
  readonly isConfigured: boolean;
  /** Names of the skills whose bodies the model has. */
  readonly active: () => readonly string[];
  /** Loads a skill for the model, or says why not. */
  readonly activate: (name: string, call: CallContext) => Promise<ToolResult>;
}

/** What a host knows about one call. */
export interface CallContext {
  readonly toolUseId?: string | undefined;
  /**
   * True: loads a skill as if nothing was loaded before, in full and within the limits by itself; for hosts that do not
   * learn when a conversation ends, such as an MCP server.
   */
  readonly again?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** The token of a pending result: the call continues that work instead of starting over. */
  readonly resume?: string | undefined;
}

/** Arguments that were checked against the tool's schema. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** A tool of the conversation. A profile gives it the name that models know; rooms contribute tools, `runtime.ts` collects them. */
export interface SkillTool {
  /** What it does, by the word that profiles use: `load`, `search`. */
  readonly operation: string;
  readonly sideEffects: SideEffects;
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  readonly canSucceed: (context: ToolContext) => boolean;
  readonly run: (args: ToolArguments, context: ToolContext, call: CallContext) => Promise<ToolResult>;
}

/** Metis: what every tool answers where a session has no skills at all because they are switched off. */
export const NOT_CONFIGURED = "skills are not configured for this session";

/** The schema of a skill's name; names of servers' skills begin with the server's, so they can be longer than 64. */
export const SKILL_NAME = { type: "string", minLength: 1, maxLength: 512 } as const;

/** A result that worked. */
export function success(text: string, metadata: ToolResult["metadata"] = {}): ToolResult {
  return { text, isError: false, metadata };
}

/** A result that tells the model what to do next. */
export function failure(text: string, metadata: ToolResult["metadata"] = {}): ToolResult {
  return { text, isError: true, metadata };
}

/** A string argument; the schema was checked before. */
export function textOf(args: ToolArguments, key: string): string {
  const value = args[key];
  return typeof value === "string" ? value : "";
}
