import type { Message } from "@knowhow/runtime";
import { type AiSdkTool, skillTools as aiSdkTools } from "./ai-sdk.ts";
import { createInsertedTexts } from "./inserted-texts.ts";
import type { SkillSession } from "./skill-session.ts";
import { isRecord, resultText, textOf } from "./text-of.ts";
import { newTexts } from "./thread.ts";
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

/** Creates the input processor of one conversation. */
export function skillsProcessor(session: SkillSession): SkillsProcessor {
  const texts = createInsertedTexts(session);
  const skill = new Set(session.allTools().map(({ name }) => name));
  let unsaid: readonly string[] = [];
  return {
    id: "knowhow",
    providesSkillDiscovery: "on-demand",
    processInputStep: async ({ messages, systemMessages, tools = {} }) => {
      const hostTools = Object.keys(tools).filter((name) => !skill.has(name));
      const asked = messages.filter(({ role }) => role === "user").map(readStored);
      const turn = await session.turn({ messages: asked, availableTools: hostTools });
      unsaid = [...unsaid, ...newTexts(turn)];
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
      const again = await texts.update({ messages: talk.map(readPrompt) });
      texts.add([...again.map(({ text }) => text), ...unsaid]);
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
