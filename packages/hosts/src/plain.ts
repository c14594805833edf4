import type { Message, ToolDefinition, ToolResult } from "@knowhow/runtime";
import type { ToolRegistry } from "@knowhow/runtime/workflows";
import { checkOptions } from "./check-options.ts";
import { type AskOptions, runPermitted } from "./guard.ts";
import { hostRegistry, type RunToolsOptions, type SessionOf } from "./run-tools.ts";
import { readSkillFile } from "./skill-files.ts";
import type { ReadingSession } from "./skill-session.ts";
import { createThread, type RunOptions } from "./thread.ts";
import { joinPrompt, stablePrompt, visibleTools } from "./visible-tools.ts";

/** A tool of the host: its definition and its implementation. */
export interface PlainTool extends Pick<ToolDefinition, "description" | "inputSchema"> {
  run(input: unknown, context: { readonly signal?: AbortSignal | undefined }): Promise<string>;
}

/** A tool call of the model. */
export interface PlainCall {
  readonly id?: string;
  readonly name: string;
  readonly input: unknown;
}

/** Everything for one model call. */
export interface PlainRequest<M> {
  readonly system: string;
  readonly messages: M[];
  readonly tools: readonly Pick<ToolDefinition, "name" | "description" | "inputSchema">[];
}

/** The two halves of a loop: what to send, and how to answer a call. */
export interface PlainLoop {
  /** Call it before every model call, with the whole history. The host keeps the history. */
  request<M extends Message>(messages: readonly M[]): Promise<PlainRequest<M | Message>>;
  /**
   * Answers a call of a skill tool, or of a host tool within the scope of the active skills. Never throws because of
   * what a model wrote.
   */
  answer(call: PlainCall, signal?: AbortSignal): Promise<ToolResult>;
}

/** Connects a session to a loop of your own. */
export function plainLoop(
  session: ReadingSession,
  options: AskOptions &
    RunOptions & {
      readonly system?: string;
      readonly tools?: Readonly<Record<string, PlainTool>>;
    } = {},
): PlainLoop {
  checkOptions("plainLoop", options, {
    ask: "a function",
    onRun: "a function",
    system: "a string",
    tools: "an object",
  });
  const thread = createThread(session, options);
  const { system, tools = {}, ask } = options;
  const names = Object.keys(tools);
  return {
    request: async (messages) => {
      const { turn, weave } = await thread.next({ messages, read: (message) => message, tools: names });
      const own = names.map((name) => ({ name, ...describe(tools[name]) }));
      const shown = new Set(visibleTools(turn, names));
      return {
        system: joinPrompt(system, stablePrompt(turn)),
        messages: weave((content): Message => ({ role: "user", content })),
        tools: [...own, ...turn.tools].filter(({ name }) => shown.has(name)),
      };
    },
    answer: async ({ id, name, input }, signal) => {
      const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
      if (tool === undefined) return session.call(name, input, { toolUseId: id, signal });
      try {
        const file = readSkillFile(session, name, input);
        if (file !== undefined) return { ...(await file), metadata: {} };
        return await runPermitted<ToolResult>(
          session.authorize({ name, input }, { ask, signal }),
          async (permitted) => ({
            text: await tool.run(permitted, { signal }),
            isError: false,
            metadata: {},
          }),
          (reason) => ({ text: reason, isError: true, metadata: {} }),
        );
      } catch (error) {
        signal?.throwIfAborted();
        return { text: error instanceof Error ? error.message : String(error), isError: true, metadata: {} };
      }
    },
  };
}

/** The host's own tools for the steps of workflows: `session({ tools: runTools(() => session, tools) })`. */
export function runTools(
  session: SessionOf,
  tools: Readonly<Record<string, PlainTool>>,
  options: RunToolsOptions = {},
): ToolRegistry {
  const host = Object.entries(tools).map(([name, tool]) => ({
    name,
    description: tool.description,
    schema: tool.inputSchema,
    call: (input: unknown, { signal }: { readonly signal: AbortSignal }) => tool.run(input, { signal }),
  }));
  return hostRegistry(session, host, options);
}

function describe(tool: PlainTool | undefined): Pick<ToolDefinition, "description" | "inputSchema"> {
  return { description: tool?.description ?? "", inputSchema: tool?.inputSchema ?? {} };
}
