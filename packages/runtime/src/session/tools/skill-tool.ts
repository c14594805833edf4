import type { ToolResult } from "../../conversation.ts";
import { oneLine } from "../../injection/escape-text.ts";
import type { ToolNaming, ToolOperation } from "../../profile.ts";
import type { ResourceReading } from "../../serving/read-resource.ts";
import type { Skill } from "../../skill.ts";
import type { ResourceRequest } from "../serve-resource.ts";
import type { SessionEngine } from "../session-engine.ts";

/** The session as its tools see it. */
export interface ToolContext {
  readonly engine: SessionEngine;
  /** The skills that the model may load, sorted by name. */
  readonly loadable: () => readonly Skill[];
  /** A skill by name for the model; undefined when it may not see it. */
  readonly find: (name: string) => Skill | undefined;
  /** A skill's body as this conversation serves it. */
  readonly body: (skill: Skill) => Promise<string>;
  /** A file of a skill for the model. */
  readonly read: (skill: Skill, request: ResourceRequest) => Promise<ResourceReading>;
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
}

/** Arguments after they were checked against the schema. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** One operation: its schema, when it can succeed, and what it does. */
export interface SkillTool {
  readonly operation: ToolOperation;
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  readonly canSucceed: (context: ToolContext) => boolean;
  readonly run: (args: ToolArguments, context: ToolContext, call: CallContext) => Promise<ToolResult>;
}

/** The JSON Schema of a tool under the names of a profile. */
export function inputSchemaOf(tool: SkillTool, naming: ToolNaming): Readonly<Record<string, unknown>> {
  const named = (key: string) => naming.arguments?.[key] ?? key;
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(tool.properties).map(([key, schema]) => [named(key), schema]),
    ),
    ...(tool.required.length === 0 ? {} : { required: tool.required.map(named) }),
    additionalProperties: false,
  };
}

/** A result that worked. */
export function success(text: string, metadata: ToolResult["metadata"] = {}): ToolResult {
  return { text, isError: false, metadata };
}

/** A result that tells the model what to do next. */
export function failure(text: string, metadata: ToolResult["metadata"] = {}): ToolResult {
  return { text, isError: true, metadata };
}

/** Words for a name that no skill has; what a model wrote is shown on one line and not too long. */
export function unknownSkill(name: string): string {
  return `no skill registered with name '${oneLine(name).slice(0, 80)}'`;
}

/** A string argument; the schema was checked before. */
export function textOf(args: ToolArguments, key: string): string {
  const value = args[key];
  return typeof value === "string" ? value : "";
}
