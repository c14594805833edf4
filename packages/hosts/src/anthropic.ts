import type { Message, ToolDefinition, ToolResult } from "@knowhow/runtime";
import type { ToolRegistry } from "@knowhow/runtime/workflows";
import { checkOptions } from "./check-options.ts";
import { type AskOptions, runPermitted } from "./guard.ts";
import { hostRegistry, type RunToolsOptions, type SessionOf } from "./run-tools.ts";
import { readSkillFile } from "./skill-files.ts";
import type { ReadingSession } from "./skill-session.ts";
import { isRecord, resultText, textOf } from "./text-of.ts";
import { createThread, type RunOptions } from "./thread.ts";
import { stablePrompt, visibleTools } from "./visible-tools.ts";

/** A tool of the Messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: InputSchema;
}

/** A tool with its implementation. */
export interface RunnableTool extends AnthropicTool {
  run(input: unknown, context?: RunContext): string | Promise<string>;
}

interface InputSchema {
  type: "object";
  [key: string]: unknown;
}

interface RunContext {
  readonly toolUse?: { readonly id: string };
  readonly signal?: AbortSignal | null | undefined;
}

interface TextBlock {
  type: "text";
  text: string;
  cache_control?: { type: "ephemeral" };
}

interface ToolResultBlock {
  type: "tool_result";
  tool_use_id: string;
  content: string;
  is_error: boolean;
}

interface UserMessage<Block> {
  role: "user";
  content: Block[];
}

interface AnthropicMessage {
  readonly role: "user" | "assistant" | "system";
  readonly content: unknown;
}

/** The two halves of a loop over `client.messages.create`. */
export interface AnthropicLoop {
  /** `system`, `messages` and `tools` of the next request. The host keeps the history. */
  request<M extends AnthropicMessage>(messages: readonly M[]): Promise<AnthropicRequest<M>>;
  /** The message that answers the tool calls in a reply; undefined if there are none. */
  answer(content: readonly object[], signal?: AbortSignal): Promise<UserMessage<ToolResultBlock> | undefined>;
  /**
   * Every tool, for `client.beta.messages.toolRunner`. The runner always shows all of them; a call out of scope is
   * refused.
   */
  runnable(): (RunnableTool & { parse(content: unknown): unknown })[];
}

export interface AnthropicRequest<M> {
  system: TextBlock[];
  messages: (M | UserMessage<TextBlock>)[];
  tools: AnthropicTool[];
}

/**
 * Connects a session to a loop over the Messages API. The host's instructions and the text of the session are cached as two blocks.
 */
export function anthropicLoop(
  session: ReadingSession,
  options: AskOptions &
    RunOptions & { readonly system?: string; readonly tools?: readonly RunnableTool[] } = {},
): AnthropicLoop {
  checkOptions("anthropicLoop", options, {
    ask: "a function",
    onRun: "a function",
    system: "a string",
    tools: "a list",
  });
  const thread = createThread(session, options);
  const { system = "", tools = [], ask } = options;
  const names = tools.map(({ name }) => name);
  const run = async (name: string, input: unknown, context: RunContext): Promise<ToolResult> => {
    const tool = tools.find((candidate) => candidate.name === name);
    const signal = context.signal ?? undefined;
    if (tool === undefined) return session.call(name, input, { toolUseId: context.toolUse?.id, signal });
    const file = readSkillFile(session, name, input);
    if (file !== undefined) return { ...(await file), metadata: {} };
    return runPermitted<ToolResult>(
      session.authorize({ name, input }, { ask, signal }),
      async (permitted) => ({ text: await tool.run(permitted, context), isError: false, metadata: {} }),
      (reason) => ({ text: reason, isError: true, metadata: {} }),
    );
  };
  return {
    request: async (messages) => {
      const { turn, weave } = await thread.next({ messages, read, tools: names });
      const shown = new Set(visibleTools(turn, names));
      return {
        system: [system, stablePrompt(turn)].filter((text) => text !== "").map(cached),
        messages: weave(write),
        tools: [...tools.map(toDefinition), ...turn.tools.map(fromDefinition)].filter(({ name }) =>
          shown.has(name),
        ),
      };
    },
    answer: async (content, signal) => {
      const blocks = await Promise.all(
        content.flatMap((block) => {
          if (!isRecord(block) || block.type !== "tool_use") return [];
          const [id, name] = [String(block.id), String(block.name)];
          return [
            run(name, block.input, { toolUse: { id }, signal })
              .catch((error: unknown) => {
                signal?.throwIfAborted();
                return { text: error instanceof Error ? error.message : String(error), isError: true };
              })
              .then(({ text, isError }) => toolResult(id, text, isError)),
          ];
        }),
      );
      return blocks.length === 0 ? undefined : { role: "user", content: blocks };
    },
    runnable: () =>
      [...tools.map(toDefinition), ...session.allTools().map(fromDefinition)].map((tool) => ({
        ...tool,
        parse: (content) => content,
        run: async (input, context = {}) => {
          const { text, isError } = await run(tool.name, input, context);
          if (isError) throw new Error(text);
          return text;
        },
      })),
  };
}

/** The host's own tools for the steps of workflows: `session({ tools: runTools(() => session, tools) })`. */
export function runTools(
  session: SessionOf,
  tools: readonly RunnableTool[],
  options: RunToolsOptions = {},
): ToolRegistry {
  const host = tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    schema: tool.input_schema,
    call: (input: unknown, { signal, id }: { readonly signal: AbortSignal; readonly id: string }) =>
      tool.run(input, { toolUse: { id }, signal }),
  }));
  return hostRegistry(session, host, options);
}

function read({ role, content }: AnthropicMessage): Message {
  return isToolResult(content)
    ? { role: "tool", content: resultText(content) }
    : { role, content: textOf(content) };
}

function write(text: string): UserMessage<TextBlock> {
  return { role: "user", content: [{ type: "text", text }] };
}

function cached(text: string): TextBlock {
  return { type: "text", text, cache_control: { type: "ephemeral" } };
}

function toDefinition({ name, description, input_schema }: RunnableTool): AnthropicTool {
  return { name, description, input_schema };
}

function fromDefinition({ name, description, inputSchema }: ToolDefinition): AnthropicTool {
  return { name, description, input_schema: { ...inputSchema, type: "object" } };
}

function toolResult(id: string, content: string, isError: boolean): ToolResultBlock {
  return { type: "tool_result", tool_use_id: id, content, is_error: isError };
}

function isToolResult(content: unknown): boolean {
  return Array.isArray(content) && content.some((block) => isRecord(block) && block.type === "tool_result");
}
