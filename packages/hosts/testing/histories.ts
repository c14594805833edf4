import type { Session } from "@knowhow/runtime";
import { prepareStep } from "../src/ai-sdk.ts";
import { anthropicLoop } from "../src/anthropic.ts";
import { skillsMiddleware } from "../src/langchain.ts";
import { skillsProcessor } from "../src/mastra.ts";
import { callModelInputFilter } from "../src/openai.ts";
import { plainLoop } from "../src/plain.ts";

/** A message of a host's history; a call is a message of the model without text. */
export interface HistoryMessage {
  readonly role: "user" | "assistant" | "call" | "tool";
  readonly text: string;
}

/** Passes the whole history to an adapter before a model call, and gives the texts that the model gets. */
type Send = (history: readonly HistoryMessage[]) => Promise<readonly string[]>;

/** Every adapter with a host that keeps its history in the format of the framework. */
export const HISTORIES: Readonly<Record<string, (session: Session) => Send>> = {
  plain: (session) => {
    const loop = plainLoop(session);
    return async (history) => {
      const { messages } = await loop.request(
        history.map(({ role, text }) => ({
          role: role === "call" ? ("assistant" as const) : role,
          content: text,
        })),
      );
      return messages.map(({ content }) => content);
    };
  },
  "ai-sdk": (session) => {
    const step = prepareStep(session);
    const write = ({ role, text }: HistoryMessage) => {
      if (role === "call")
        return { role: "assistant" as const, content: [{ type: "tool-call", toolCallId: "1", input: {} }] };
      if (role !== "tool") return { role, content: text };
      return {
        role,
        content: [{ type: "tool-result", toolCallId: "1", output: { type: "text", value: text } }],
      };
    };
    return async (history) => stringsIn((await step({ messages: history.map(write) })).messages);
  },
  openai: (session) => {
    const filter = callModelInputFilter(session);
    const write = ({ role, text }: HistoryMessage) => {
      if (role === "call") return { type: "function_call", callId: "1", name: "skill_load", arguments: "{}" };
      if (role === "tool")
        return { type: "function_call_result", callId: "1", output: { type: "text", text } };
      const type = role === "user" ? "input_text" : "output_text";
      return { type: "message", role, content: [{ type, text }] };
    };
    return async (history) => {
      const input: object[] = history.map(write);
      return stringsIn((await filter({ modelData: { input } })).input);
    };
  },
  anthropic: (session) => {
    const loop = anthropicLoop(session);
    const write = ({ role, text }: HistoryMessage) => {
      if (role === "call")
        return { role: "assistant" as const, content: [{ type: "tool_use", id: "1", input: {} }] };
      if (role !== "tool") return { role, content: text };
      return { role: "user" as const, content: [{ type: "tool_result", tool_use_id: "1", content: text }] };
    };
    return async (history) => stringsIn((await loop.request(history.map(write))).messages);
  },
  langchain: (session) => {
    const { beforeModel } = skillsMiddleware(session);
    const ours: { readonly after: number; readonly message: object }[] = [];
    const type = { user: "human", assistant: "ai", call: "ai", tool: "tool" } as const;
    return async (history) => {
      const state = history.map(({ role, text }) => ({ type: type[role], content: text }));
      // LangGraph keeps the messages of the middleware in its state, and a host that rewrites it drops them.
      const kept = ours.filter(({ after }) => after <= history.length);
      const messages = [...state, ...kept.map(({ message }) => message)];
      const update = await beforeModel({ messages });
      const added = update.messages.map(({ content, id }) => ({ type: "human", content, id }));
      ours.push(...added.map((message) => ({ after: history.length, message })));
      return stringsIn([...messages, ...added]);
    };
  },
  mastra: (session) => {
    const processor = skillsProcessor(session);
    const write = ({ role, text }: HistoryMessage) => {
      if (role === "call") return { role: "assistant", content: [{ type: "tool-call", input: {} }] };
      if (role !== "tool") return { role, content: [{ type: "text", text }] };
      return { role, content: [{ type: "tool-result", output: { type: "text", value: text } }] };
    };
    return async (history) => {
      const messages = history.map(({ role, text }) => ({
        role,
        content: { parts: [{ type: "text", text }] },
      }));
      await processor.processInputStep({ messages, systemMessages: [] });
      return stringsIn((await processor.processLLMRequest({ prompt: history.map(write) })).prompt);
    };
  },
};

/** All strings in the content of messages. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (typeof value !== "object" || value === null) return [];
  return ["content", "text", "output", "value"].flatMap((key) => stringsIn(Reflect.get(value, key)));
}
