import type { JsonValue } from "./basics/copy-json.ts";
import type { ToolResult } from "./conversation.ts";
import type { KnowhowEvent } from "./events.ts";
import type { ReadRequest, ResourceReading, SearchOptions, SearchPage } from "./library.ts";
import type { Ports } from "./ports.ts";
import type { AuthoringMode, Profile } from "./profile.ts";
import type { Skill } from "./skill.ts";

/** What a tool can change: nothing, files and settings, or anything that a program can change. */
export type SideEffects = "read" | "write" | "execute";

/** What a tool can do within its conversation. */
export interface ToolContext {
  readonly profile: Profile;
  readonly ports: Ports;
  readonly emit: (event: KnowhowEvent) => void;
  /** Puts text from outside between lines that it cannot imitate. */
  readonly fence: (text: string, source: string) => string;
  /** The skills that the model may load, sorted by name. */
  readonly loadable: () => readonly Skill[];
  /** Searches the skills that the model may load. */
  readonly search: (query: string, options: SearchOptions) => Promise<SearchPage>;
  /** Finds a skill that the model may see. */
  readonly find: (name: string) => Skill | undefined;
  /** The body of a skill as this conversation serves it. */
  readonly body: (skill: Skill) => Promise<string>;
  /** Reads a file of a skill for the model; it counts towards the limits of the conversation. */
  readonly read: (skill: Skill, request: ReadRequest, call: CallContext) => Promise<ResourceReading>;
  /** Counts tokens of a skill towards the limits; returns the reason if they exceed them. */
  readonly spend: (skill: Skill, tokens: number, call: CallContext) => Promise<string | undefined>;
  /** False if skills are turned off, so that there are none to find. */
  readonly isConfigured: boolean;
  /** Names of the skills whose bodies are in the conversation. */
  readonly active: () => readonly string[];
  /** True if a skill that the model may start is known to have a workflow. */
  readonly canRun: () => boolean;
  /** Runs the workflow of a skill, or continues it with the model's answer. */
  readonly run: (
    skill: Skill,
    request: { readonly inputs: unknown; readonly answer?: string | undefined },
    call: CallContext,
  ) => Promise<ToolResult>;
  /** True if the host lets the model run scripts. */
  readonly canRunScripts: boolean;
  /** Runs a script of a skill, after asking the user. */
  readonly runScript: (
    skill: Skill,
    request: { readonly script: string; readonly args: readonly string[] },
    call: CallContext,
  ) => Promise<ToolResult>;
  /** Why the model cannot use the skill of this name. */
  readonly refuse: (name: string) => string;
  /** Id of the conversation. */
  readonly session: string;
  /** Whether the model may propose skills. */
  readonly authoring: AuthoringMode;
  /** Id of the newest run of a skill's workflow that succeeded in this conversation. */
  readonly succeededRun: (skill: string) => string | undefined;
  /** Where text from outside that may shape what the model writes was from; empty if there was none. */
  readonly outside: () => readonly string[];
  /** Loads a skill for the model, or returns the reason why not. */
  readonly activate: (name: string, call: CallContext) => Promise<ToolResult>;
}

/** What the host knows about a tool call. */
export interface CallContext {
  readonly toolUseId?: string | undefined;
  /**
   * True: loads a skill in full even if it was loaded before, and applies the limits to this load alone. For hosts that
   * cannot know when a conversation ends, such as an MCP server.
   */
  readonly again?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Token of a pending result. The call continues that work instead of starting over. */
  readonly resume?: string | undefined;
  /** With `resume`: the user's answer. Never pass a text of the model here. */
  readonly answer?: JsonValue | undefined;
  /** Called for every event of a workflow that the call runs, for example to show its progress. */
  readonly onEvent?: ((event: KnowhowEvent) => void) | undefined;
}

/** Arguments that were validated against the tool's schema. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/**
 * A tool of the conversation. Profiles define the name that models see; `runtime.ts` collects the tools of all rooms.
 */
export interface SkillTool {
  /** The operation, as profiles name it: `load`, `search`. */
  readonly operation: string;
  readonly sideEffects: SideEffects;
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  readonly canSucceed: (context: ToolContext) => boolean;
  readonly run: (args: ToolArguments, context: ToolContext, call: CallContext) => Promise<ToolResult>;
}

/** Metis: the answer of every tool in a session without skills because they are turned off. */
export const NOT_CONFIGURED = "skills are not configured for this session";

/** The schema of a skill's name. Names of a server's skills start with its label, so they can be longer than 64. */
export const SKILL_NAME = { type: "string", minLength: 1, maxLength: 512 } as const;

/** A successful result. */
export function success(text: string, metadata: ToolResult["metadata"] = {}): ToolResult {
  return { text, isError: false, metadata };
}

/** A failed result whose text tells the model what to do next. */
export function failure(text: string, metadata: ToolResult["metadata"] = {}): ToolResult {
  return { text, isError: true, metadata };
}

/** A string argument. The schema was checked before. */
export function textOf(args: ToolArguments, key: string): string {
  const value = args[key];
  return typeof value === "string" ? value : "";
}
