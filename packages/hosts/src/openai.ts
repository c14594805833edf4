import type { Message } from "@knowhow/runtime";
import type { ToolRegistry } from "@knowhow/runtime/workflows";
import { checkOptions } from "./check-options.ts";
import { type AskOptions, type Method, runPermitted, wrapMethods } from "./guard.ts";
import { hostRegistry, type RunToolsOptions, type SessionOf } from "./run-tools.ts";
import { readSkillFile } from "./skill-files.ts";
import type { ReadingSession, SkillSession } from "./skill-session.ts";
import { isRecord, resultText, textOf } from "./text-of.ts";
import { createThread, type RunOptions } from "./thread.ts";
import { joinPrompt, stablePrompt } from "./visible-tools.ts";

/** A function tool of @openai/agents. */
export interface OpenAiTool {
  type: "function";
  name: string;
  description: string;
  parameters: JsonObjectSchema;
  strict: false;
  invoke(runContext: unknown, input: string, details?: CallDetails): Promise<string>;
  needsApproval(): Promise<boolean>;
  isEnabled(): Promise<boolean>;
}

interface JsonObjectSchema {
  type: "object";
  properties: Record<string, Record<string, unknown>>;
  required: string[];
  additionalProperties: boolean;
}

interface CallDetails {
  readonly toolCall?: { readonly callId: string };
  readonly signal?: AbortSignal;
}

interface UserText {
  type: "message";
  role: "user";
  content: string;
}

/** Every skill tool, for the `tools` of an agent; each is enabled while it can be called. */
export function skillTools(session: SkillSession): OpenAiTool[] {
  return session.allTools().map(({ name, description, inputSchema }) => ({
    type: "function",
    name,
    description,
    parameters: objectSchema(inputSchema),
    strict: false,
    invoke: async (_context, input, details) => {
      const context = { toolUseId: details?.toolCall?.callId, signal: details?.signal };
      return (await session.call(name, parse(input), context)).text;
    },
    needsApproval: async () => false,
    isEnabled: async () => session.tools().some((tool) => tool.name === name),
  }));
}

/**
 * Wraps the host's own function tools. They are disabled while the active skills do not list them; a call that is
 * denied or not approved returns the reason as its result.
 */
export function guardTools<T extends object>(
  session: ReadingSession,
  tools: readonly T[],
  options: AskOptions = {},
): T[] {
  checkOptions("guardTools", options, { ask: "a function" });
  const names = tools.map(nameOf);
  return tools.map((tool) => {
    const name = nameOf(tool);
    return wrapMethods(tool, {
      isEnabled:
        (method): Method =>
        async (...args) =>
          (session.activeTools(names)?.includes(name) ?? true) && method(...args),
      invoke:
        (method): Method =>
        async (context, input, ...rest) => {
          const given = parse(input);
          const file = readSkillFile(session, name, given);
          if (file !== undefined) return (await file).text;
          const authority = { ask: options.ask, signal: signalOf(rest[0]) };
          return runPermitted(
            session.authorize({ name, input: given }, authority),
            (permitted) => method(context, permitted === given ? input : JSON.stringify(permitted), ...rest),
            (reason) => reason,
          );
        },
    });
  });
}

/**
 * The host's own function tools for the steps of workflows: `session({ tools: runTools(() => session, tools) })`. A tool
 * whose `errorFunction` is not null returns its errors as text, so its step succeeds with that text.
 */
export function runTools(
  session: SessionOf,
  tools: readonly object[],
  options: RunToolsOptions & {
    /** The run context that the tools get. Default an empty one. */
    readonly context?: unknown;
  } = {},
): ToolRegistry {
  const { context = {}, ...rest } = options;
  const host = tools.flatMap((tool) => {
    const invoke: unknown = Reflect.get(tool, "invoke");
    if (typeof invoke !== "function") return [];
    const call = (input: unknown, { signal }: { readonly signal: AbortSignal }): unknown =>
      Reflect.apply(invoke, tool, [context, JSON.stringify(input), { signal }]);
    const [description, schema] = [Reflect.get(tool, "description"), Reflect.get(tool, "parameters")];
    return [{ name: nameOf(tool), description, schema, call }];
  });
  return hostRegistry(session, host, rest);
}

/** Creates the `callModelInputFilter` of one conversation. */
export function callModelInputFilter(
  session: SkillSession,
  options: RunOptions & { readonly tools?: readonly object[] } = {},
): <I>(call: { modelData: { input: I[]; instructions?: string } }) => Promise<{
  input: (I | UserText)[];
  instructions: string;
}> {
  checkOptions("callModelInputFilter", options, { onRun: "a function", tools: "a list" });
  const thread = createThread(session, options);
  const skill = new Set(session.allTools().map(({ name }) => name));
  const hostTools = (options.tools ?? []).map(nameOf).filter((name) => !skill.has(name));
  return async ({ modelData: { input, instructions } }) => {
    const { turn, weave } = await thread.next({ messages: input, read, tools: hostTools });
    return { input: weave(write), instructions: joinPrompt(instructions, stablePrompt(turn)) };
  };
}

function read(item: unknown): Message {
  if (!isRecord(item)) return { role: "assistant", content: "" };
  const { role, content, output } = item;
  if (role === "user" || role === "system") return { role, content: textOf(content) };
  if (output !== undefined) return { role: "tool", content: resultText(output) };
  return { role: "assistant", content: textOf(content) };
}

function write(content: string): UserText {
  return { type: "message", role: "user", content };
}

function nameOf(tool: object): string {
  const name: unknown = Reflect.get(tool, "name");
  return typeof name === "string" ? name : "";
}

function signalOf(details: unknown): AbortSignal | undefined {
  const signal = isRecord(details) ? details.signal : undefined;
  return signal instanceof AbortSignal ? signal : undefined;
}

/** The model's arguments. Invalid JSON is passed on unchanged, and the session reports the problem. */
function parse(input: unknown): unknown {
  if (typeof input !== "string") return input;
  try {
    return JSON.parse(input === "" ? "{}" : input);
  } catch {
    return input;
  }
}

function objectSchema(schema: Readonly<Record<string, unknown>>): JsonObjectSchema {
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return {
    type: "object",
    properties: Object.fromEntries(
      properties.flatMap(([key, value]) => (isRecord(value) ? [[key, { ...value }]] : [])),
    ),
    required: required.filter((key) => typeof key === "string"),
    additionalProperties: false,
  };
}
