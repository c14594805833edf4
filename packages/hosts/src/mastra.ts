import type { Message } from "@knowhow/runtime";
import { type AiSdkTool, skillTools as aiSdkTools } from "./ai-sdk.ts";
import type { SkillSession } from "./skill-session.ts";
import { isRecord, textOf } from "./text-of.ts";
import { createThread } from "./thread.ts";
import { stablePrompt, visibleTools } from "./visible-tools.ts";

export { guardExecute as guardTools } from "./guard.ts";

interface MastraMessage {
  readonly role: string;
  readonly content: unknown;
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
  processLLMRequest<M extends { readonly role: string }>(request: {
    readonly prompt: readonly M[];
  }): { prompt: (M | UserText)[] };
}

/** A text of the session, and the number of messages before it. */
interface InsertedText {
  readonly text: string;
  readonly after: number;
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
  const thread = createThread(session);
  const skill = new Set(session.allTools().map(({ name }) => name));
  let said: readonly InsertedText[] = [];
  let unsaid: readonly string[] = [];
  return {
    id: "knowhow",
    providesSkillDiscovery: "on-demand",
    processInputStep: async ({ messages, systemMessages, tools = {} }) => {
      const hostTools = Object.keys(tools).filter((name) => !skill.has(name));
      // Mastra merges the assistant's messages into one growing message, so only the user's can be counted.
      const asked = messages.filter(({ role }) => role === "user");
      const { turn, fresh, rewritten } = await thread.next({ messages: asked, read, tools: hostTools });
      if (rewritten) said = [];
      unsaid = rewritten ? fresh : [...unsaid, ...fresh];
      const stable = stablePrompt(turn);
      const prompt: SystemMessage[] = stable === "" ? [] : [{ role: "system", content: stable }];
      return {
        systemMessages: [...systemMessages, ...prompt],
        activeTools: visibleTools(turn, hostTools),
      };
    },
    processLLMRequest: ({ prompt }) => {
      const system = prompt.filter(({ role }) => role === "system");
      const talk = prompt.filter(({ role }) => role !== "system");
      said = [...said, ...unsaid.map((text) => ({ text, after: talk.length }))];
      unsaid = [];
      return { prompt: [...system, ...weave(talk, said)] };
    },
  };
}

/**
 * Inserts every text at its position, but never between a call and its result, even if another processor cut the
 * prompt.
 */
function weave<M extends { readonly role: string }>(
  talk: readonly M[],
  said: readonly InsertedText[],
): (M | UserText)[] {
  const placeOf = ({ after }: InsertedText) => {
    let place = Math.min(after, talk.length);
    while (talk[place]?.role === "tool") place += 1;
    return place;
  };
  const behind = (count: number) =>
    said.filter((each) => placeOf(each) === count).map(({ text }) => write(text));
  return [...behind(0), ...talk.flatMap((message, index) => [message, ...behind(index + 1)])];
}

function write(text: string): UserText {
  return { role: "user", content: [{ type: "text", text }] };
}

/** Mastra nests the parts of its messages one level deeper. */
function read({ content }: MastraMessage): Message {
  return { role: "user", content: isRecord(content) ? textOf(content.parts) : textOf(content) };
}
