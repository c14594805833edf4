import type { Message } from "@knowhow/runtime";
import { type AiSdkTool, skillTools as aiSdkTools } from "./ai-sdk.ts";
import type { SkillSession } from "./skill-session.ts";
import { isRecord, textOf } from "./text-of.ts";
import { createThread } from "./thread.ts";
import { visibleTools } from "./visible-tools.ts";

export { guardExecute as guardTools } from "./guard.ts";

interface MastraMessage {
  readonly role: string;
  readonly content: unknown;
}

/** A tool as AI SDK has them, whose result is the text itself. */
export interface MastraTool extends Pick<AiSdkTool, "description" | "inputSchema"> {
  id: string;
  execute(...args: Parameters<AiSdkTool["execute"]>): Promise<string>;
}

interface SystemMessage {
  role: "system";
  content: string;
}

/** What Mastra hands over before each model call. */
interface InputStep<S> {
  readonly messages: readonly MastraMessage[];
  readonly messageList: { add(message: { role: "user"; content: string }, source: "input"): unknown };
  readonly systemMessages: readonly S[];
  readonly tools?: Readonly<Record<string, unknown>>;
  /** Ends the assistant's message, so that what is added now stays behind it. */
  readonly rotateResponseMessageId?: () => string;
}

/** An input processor of Mastra. */
export interface SkillsProcessor {
  readonly id: "knowhow";
  /** Mastra then does not add a list of skills of its own. */
  readonly providesSkillDiscovery: "on-demand";
  processInputStep<S>(
    step: InputStep<S>,
  ): Promise<{ systemMessages: (S | SystemMessage)[]; activeTools: string[] }>;
}

/** Every skill tool by name, for the `tools` of an agent; the processor shows those that can succeed. */
export function skillTools(session: SkillSession): Record<string, MastraTool> {
  const tools = Object.entries(aiSdkTools(session)).map(([name, { description, inputSchema, execute }]) => {
    const run: MastraTool["execute"] = async (input, options) => (await execute(input, options)).text;
    return [name, { id: name, description, inputSchema, execute: run }] as const;
  });
  return Object.fromEntries(tools);
}

/** Makes the input processor of one conversation. */
export function skillsProcessor(session: SkillSession): SkillsProcessor {
  const thread = createThread(session);
  const skill = new Set(session.allTools().map(({ name }) => name));
  return {
    id: "knowhow",
    providesSkillDiscovery: "on-demand",
    processInputStep: async ({ tools = {}, ...step }) => {
      const hostTools = Object.keys(tools).filter((name) => !skill.has(name));
      // Mastra merges what the assistant says into one growing message, so only the person's can be counted.
      const asked = step.messages.filter(({ role }) => role === "user");
      const { turn, fresh } = await thread.next({ messages: asked, read, tools: hostTools });
      if (fresh.length > 0) step.rotateResponseMessageId?.();
      for (const content of fresh) step.messageList.add({ role: "user", content }, "input");
      const baseline: SystemMessage[] =
        turn.baseline === "" ? [] : [{ role: "system", content: turn.baseline }];
      return {
        systemMessages: [...step.systemMessages, ...baseline],
        activeTools: visibleTools(turn, hostTools),
      };
    },
  };
}

/** Mastra's own messages keep their parts one level deeper. */
function read({ content }: MastraMessage): Message {
  return { role: "user", content: isRecord(content) ? textOf(content.parts) : textOf(content) };
}
