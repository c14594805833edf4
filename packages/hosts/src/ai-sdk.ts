import type { Message, ToolDefinition, ToolResult } from "@knowhow/runtime";
import type { ToolRegistry } from "@knowhow/runtime/workflows";
import { checkOptions } from "./check-options.ts";
import { lastOf } from "./guard.ts";
import { hostRegistry, type RunToolsOptions, type SessionOf } from "./run-tools.ts";
import type { SkillSession } from "./skill-session.ts";
import { resultText, textOf } from "./text-of.ts";
import { createThread, type RunOptions } from "./thread.ts";
import { joinPrompt, stablePrompt, visibleTools } from "./visible-tools.ts";

export { guardExecute as guardTools } from "./guard.ts";

/** Standard Schema with JSON Schema. It accepts everything, because the session reports invalid arguments itself. */
export interface ArgumentSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "knowhow";
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: Readonly<Record<"input" | "output", () => Record<string, unknown>>>;
  };
}

/** A tool of AI SDK 6 and 7. */
export interface AiSdkTool {
  description: string;
  inputSchema: ArgumentSchema;
  execute(input: unknown, options: ExecuteOptions): Promise<ToolResult>;
  toModelOutput(options: { output: ToolResult }): { type: "text" | "error-text"; value: string };
}

interface ExecuteOptions {
  readonly toolCallId?: string | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

interface AiSdkMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: unknown;
}

interface UserText {
  role: "user";
  content: string;
}

/** Every skill tool by name, for the `tools` of a call; `prepareStep` shows those that can be called. */
export function skillTools(session: SkillSession): Record<string, AiSdkTool> {
  return Object.fromEntries(
    session.allTools().map((definition) => [definition.name, makeTool(session, definition)]),
  );
}

/** The host's own tools for the steps of workflows: `session({ tools: runTools(() => session, tools) })`. */
export function runTools(
  session: SessionOf,
  tools: Readonly<Record<string, object>>,
  options: RunToolsOptions = {},
): ToolRegistry {
  const host = Object.entries(tools).flatMap(([name, tool]) => {
    const execute: unknown = Reflect.get(tool, "execute");
    if (typeof execute !== "function") return [];
    const call = (input: unknown, { signal, id }: { readonly signal: AbortSignal; readonly id: string }) =>
      lastOf(Reflect.apply(execute, tool, [input, { toolCallId: id, messages: [], abortSignal: signal }]));
    const [description, schema] = [Reflect.get(tool, "description"), Reflect.get(tool, "inputSchema")];
    return [{ name, description, schema, call }];
  });
  return hostRegistry(session, host, options);
}

/** Creates the `prepareStep` of one conversation. */
export function prepareStep<T extends object = Record<string, unknown>>(
  session: SkillSession,
  options: RunOptions & {
    /** The host's own instructions. They replace those of the call itself. */
    readonly instructions?: string;
    /** The tools of the call, including the skill tools. */
    readonly tools?: T;
  } = {},
): <M extends AiSdkMessage>(step: { messages: M[] }) => Promise<PreparedStep<M, keyof T & string>> {
  checkOptions("prepareStep", options, {
    instructions: "a string",
    onRun: "a function",
    tools: "an object",
  });
  const thread = createThread(session, options);
  const skill = new Set(session.allTools().map(({ name }) => name));
  const { tools } = options;
  const hostTools = Object.keys(tools ?? {}).filter((name) => !skill.has(name));
  const isTool = (name: string): name is keyof T & string =>
    tools === undefined || Object.hasOwn(tools, name);
  return async ({ messages }) => {
    const { turn, weave } = await thread.next({ messages, read, tools: hostTools });
    const prompt = joinPrompt(options.instructions, stablePrompt(turn));
    return {
      instructions: prompt,
      system: prompt,
      messages: weave(write),
      activeTools: visibleTools(turn, hostTools).filter(isTool),
    };
  };
}

/** AI SDK 7 reads `instructions`, version 6 reads `system`. */
export interface PreparedStep<M, Name extends string = string> {
  instructions: string;
  system: string;
  messages: (M | UserText)[];
  activeTools: Name[];
}

function makeTool(session: SkillSession, { name, description, inputSchema }: ToolDefinition): AiSdkTool {
  const schema = () => ({ ...inputSchema });
  return {
    description,
    inputSchema: {
      "~standard": {
        version: 1,
        vendor: "knowhow",
        validate: (value) => ({ value }),
        jsonSchema: { input: schema, output: schema },
      },
    },
    execute: (input, { toolCallId, abortSignal }) =>
      session.call(name, input, { toolUseId: toolCallId, signal: abortSignal }),
    toModelOutput: ({ output: { isError, text } }) => ({
      type: isError ? "error-text" : "text",
      value: text,
    }),
  };
}

function read({ role, content }: AiSdkMessage): Message {
  return { role, content: role === "tool" ? resultText(content) : textOf(content) };
}

function write(content: string): UserText {
  return { role: "user", content };
}
