import type { Message, Turn } from "@knowhow/runtime";
import type { ToolRegistry } from "@knowhow/runtime/workflows";
import { type AiSdkTool, skillTools as aiSdkTools } from "./ai-sdk.ts";
import { checkOptions } from "./check-options.ts";
import { hostRegistry, type RunToolsOptions, type SessionOf } from "./run-tools.ts";
import type { SkillSession } from "./skill-session.ts";
import { isRecord, resultText, textOf } from "./text-of.ts";
import type { RunOptions } from "./thread.ts";
import { stablePrompt, visibleTools } from "./visible-tools.ts";

export { guardExecute as guardTools } from "./guard.ts";

interface MastraMessage {
  readonly role: string;
  readonly content: unknown;
}

/** A message of the prompt, as a model gets it. */
interface PromptMessage {
  readonly role: string;
  readonly content?: unknown;
}

/** A tool in the shape of the AI SDK, whose result is a string. */
export interface MastraTool extends Pick<AiSdkTool, "description" | "inputSchema"> {
  id: string;
  execute(...args: Parameters<AiSdkTool["execute"]>): Promise<string>;
}

interface SystemMessage {
  role: "system";
  content: string;
}

interface UserText {
  role: "user";
  content: { type: "text"; text: string }[];
}

/** The input of a step before each model call. */
interface InputStep<S> {
  readonly messages: readonly MastraMessage[];
  readonly systemMessages: readonly S[];
  readonly tools?: Readonly<Record<string, unknown>>;
}

/** An input processor of Mastra. */
export interface SkillsProcessor {
  readonly id: "knowhow";
  /** Prevents Mastra from adding its own list of skills. */
  readonly providesSkillDiscovery: "on-demand";
  processInputStep<S>(
    step: InputStep<S>,
  ): Promise<{ systemMessages: (S | SystemMessage)[]; activeTools: string[] }>;
  /** Adds the session's texts to the prompt, without changing the messages that Mastra stores. */
  processLLMRequest<M extends PromptMessage>(request: {
    readonly prompt: readonly M[];
  }): Promise<{ prompt: (M | UserText)[] }>;
}

/** Every skill tool by name, for the `tools` of an agent; the processor shows those that can be called. */
export function skillTools(session: SkillSession): Record<string, MastraTool> {
  const tools = Object.entries(aiSdkTools(session)).map(([name, { description, inputSchema, execute }]) => {
    const run: MastraTool["execute"] = async (input, options) => (await execute(input, options)).text;
    return [name, { id: name, description, inputSchema, execute: run }] as const;
  });
  return Object.fromEntries(tools);
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
    const call = async (input: unknown, { signal }: { readonly signal: AbortSignal }) => {
      const output: unknown = await Reflect.apply(execute, tool, [input, { abortSignal: signal }]);
      // Mastra returns what is wrong with the input instead of throwing it.
      if (isRecord(output) && output.error === true) throw new Error(String(output.message));
      return output;
    };
    const [description, schema] = [Reflect.get(tool, "description"), Reflect.get(tool, "inputSchema")];
    return [{ name, description, schema, call }];
  });
  return hostRegistry(session, host, options);
}

/** Creates the input processor of one conversation. */
export function skillsProcessor(session: SkillSession, options: RunOptions = {}): SkillsProcessor {
  checkOptions("skillsProcessor", options, { onRun: "a function" });
  const { texts } = session;
  const skill = new Set(session.allTools().map(({ name }) => name));
  let unsaid: readonly Turn[] = [];
  return {
    id: "knowhow",
    providesSkillDiscovery: "on-demand",
    processInputStep: async ({ messages, systemMessages, tools = {} }) => {
      const hostTools = Object.keys(tools).filter((name) => !skill.has(name));
      const asked = messages.filter(({ role }) => role === "user").map(readStored);
      const turn = await session.turn({ messages: asked, availableTools: hostTools });
      if (turn.run !== undefined) options.onRun?.(turn.run);
      unsaid = [...unsaid, turn];
      const stable = stablePrompt(turn);
      const prompt: SystemMessage[] = stable === "" ? [] : [{ role: "system", content: stable }];
      return {
        systemMessages: [...systemMessages, ...prompt],
        activeTools: visibleTools(turn, hostTools),
      };
    },
    // Mastra merges stored messages of the assistant into one that grows. Only the prompt has one per step, with the
    // results of its tools, as all processors left it.
    processLLMRequest: async ({ prompt }) => {
      const system = prompt.filter(({ role }) => role === "system");
      const talk = prompt.filter(({ role }) => role !== "system");
      await texts.update(talk.map(readPrompt));
      for (const turn of unsaid) texts.add(turn);
      unsaid = [];
      return { prompt: [...system, ...texts.weave(talk, write)] };
    },
  };
}

function write(text: string): UserText {
  return { role: "user", content: [{ type: "text", text }] };
}

/** A stored message of the user. Mastra nests its parts one level deeper. */
function readStored({ content }: MastraMessage): Message {
  return { role: "user", content: isRecord(content) ? textOf(content.parts) : textOf(content) };
}

function readPrompt({ role, content }: PromptMessage): Message {
  if (role === "tool") return { role, content: resultText(content) };
  return { role: role === "user" ? role : "assistant", content: textOf(content) };
}
