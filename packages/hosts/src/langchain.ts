import type { Approver, Message, Session, SessionState, Turn } from "@knowhow/runtime";
import type { ToolRegistry } from "@knowhow/runtime/workflows";
import { checkOptions } from "./check-options.ts";
import { type AskOptions, runPermitted } from "./guard.ts";
import { hostRegistry, type RunToolsOptions, type SessionOf } from "./run-tools.ts";
import { readSkillFile } from "./skill-files.ts";
import type { ReadingSession, SkillSession } from "./skill-session.ts";
import { isRecord, resultText, textOf } from "./text-of.ts";
import { createThread, type RunOptions } from "./thread.ts";
import { joinPrompt, stablePrompt, visibleTools } from "./visible-tools.ts";

/** A tool for LangChain's tool node: marked as a runnable, with the schema of a structured tool. */
export interface LangchainTool {
  lc_runnable: true;
  name: string;
  description: string;
  schema: Readonly<Record<string, unknown>>;
  invoke(call: unknown, config?: { readonly signal?: AbortSignal | undefined }): Promise<string>;
  [key: string]: unknown;
}

interface AgentState {
  readonly messages: readonly object[];
}

interface ModelRequest {
  readonly messages: readonly object[];
  readonly systemPrompt: string;
  readonly tools: readonly object[];
}

interface ToolRequest {
  readonly toolCall: { readonly name: string; readonly args: unknown };
  readonly runtime?: { readonly signal?: AbortSignal | undefined };
}

/** The update of the agent's state before a model call. */
interface StateUpdate {
  messages: { role: "user"; content: string; id: string }[];
  /** The session's state, for `knowhow.session({ restore })` when a checkpoint is resumed. */
  knowhow: SessionState;
}

/** A middleware for `createAgent` of LangChain. */
export interface SkillsMiddleware<Schema> {
  name: "knowhow";
  stateSchema?: Schema;
  tools: LangchainTool[];
  beforeModel(state: AgentState): Promise<StateUpdate>;
  wrapModelCall<R extends ModelRequest, A>(
    request: R,
    handler: (request: R & Changes<R>) => A | Promise<A>,
  ): Promise<A>;
  wrapToolCall<R extends ToolRequest, A>(
    request: R,
    handler: (request: R & { tool?: LangchainTool }) => A | Promise<A>,
  ): A | Promise<A>;
}

type Changes<R extends ModelRequest> = Pick<R, "tools"> & { systemPrompt: string };

/** Marks our messages in the state, so that they are not mistaken for the user's, even after a restart. */
const OURS = "knowhow:";

/**
 * Creates the middleware of one conversation: tools, prompt, scope and announcements. With a state schema that has a
 * field `knowhow`, the session is stored in the agent's state and in its checkpoints.
 */
export function skillsMiddleware<Schema = undefined>(
  session: ReadingSession & Pick<Session, "toJSON">,
  options: AskOptions &
    RunOptions & { readonly tools?: readonly object[]; readonly stateSchema?: Schema } = {},
): SkillsMiddleware<Schema> {
  checkOptions("skillsMiddleware", options, {
    ask: "a function",
    onRun: "a function",
    tools: "a list",
    stateSchema: "anything",
  });
  const thread = createThread(session, options);
  const tools = skillTools(session);
  const hostTools = (options.tools ?? []).map(nameOf);
  let turn: Turn | undefined;
  let state: readonly Message[] = [];
  return {
    name: "knowhow",
    ...(options.stateSchema === undefined ? {} : { stateSchema: options.stateSchema }),
    tools,
    beforeModel: async ({ messages }) => {
      const theirs = messages.filter((message) => !isOurs(message));
      const stored = messages.filter(isOurs).map((message) => read(message).content);
      const step = await thread.next({ messages: theirs, read, tools: hostTools, stored });
      turn = step.turn;
      state = messages.map(read);
      const knowhow = session.toJSON();
      const id = (index: number) => `${OURS}${knowhow.turn}:${index}`;
      const fresh = step.fresh.map((content, index) => ({ role: "user" as const, content, id: id(index) }));
      return { messages: fresh, knowhow };
    },
    wrapModelCall: async (request, handler) => {
      if (turn === undefined) return handler(request);
      const shown = new Set(
        visibleTools(
          turn,
          request.tools.map(nameOf).filter((name) => !isSkill(name, tools)),
        ),
      );
      await noticeEdits(session, request.messages.map(read), state);
      return handler({
        ...request,
        systemPrompt: joinPrompt(request.systemPrompt, stablePrompt(turn)),
        tools: request.tools.filter((tool) => shown.has(nameOf(tool))),
      });
    },
    wrapToolCall: (request, handler) => {
      const { toolCall, runtime } = request;
      const { name, args: input } = toolCall;
      if (isSkill(name, tools)) return handler(request);
      const file = readSkillFile(session, name, input);
      if (file !== undefined)
        return file.then(({ text }) => handler({ ...request, tool: answeringTool(name, text) }));
      const { ask, pause } = pausable(options.ask);
      return runPermitted(
        session.authorize({ name, input }, { ask, signal: runtime?.signal }),
        (args) => handler(args === input ? request : { ...request, toolCall: { ...toolCall, args } }),
        (reason) => {
          pause();
          return handler({ ...request, tool: answeringTool(name, reason) });
        },
      );
    },
  };
}

/** The host's own tools for the steps of workflows: `session({ tools: runTools(() => session, tools) })`. */
export function runTools(
  session: SessionOf,
  tools: readonly object[],
  options: RunToolsOptions = {},
): ToolRegistry {
  const host = tools.flatMap((tool) => {
    const invoke: unknown = Reflect.get(tool, "invoke");
    if (typeof invoke !== "function") return [];
    const call = (input: unknown, { signal }: { readonly signal: AbortSignal }): unknown =>
      Reflect.apply(invoke, tool, [input, { signal }]);
    const [description, schema] = [Reflect.get(tool, "description"), Reflect.get(tool, "schema")];
    return [{ name: nameOf(tool), description, schema, call }];
  });
  return hostRegistry(session, host, options);
}

/**
 * A middleware before this one may have edited the messages of this call, for example cleared old tool results. What is
 * not in them counts as dropped; it is not added here, because it would be cut out of every call again.
 */
async function noticeEdits(
  session: SkillSession,
  messages: readonly Message[],
  state: readonly Message[],
): Promise<void> {
  const isEdited = state.some(
    ({ role, content }, index) => messages[index]?.role !== role || messages[index].content !== content,
  );
  if (isEdited) await session.recover(messages, { keepTokens: 0 });
}

/** Every skill tool; the middleware shows those that can be called. */
function skillTools(session: SkillSession): LangchainTool[] {
  return session.allTools().map(({ name, description, inputSchema }) => ({
    lc_runnable: true,
    name,
    description,
    schema: inputSchema,
    invoke: async (call, config) => {
      const { args, id } = isRecord(call) ? call : {};
      const toolUseId = typeof id === "string" ? id : undefined;
      return (await session.call(name, args, { toolUseId, signal: config?.signal })).text;
    },
  }));
}

/**
 * LangGraph's `interrupt` pauses a run by throwing. Such an error is not an answer: it is rethrown after the call was
 * refused, and when the run is resumed the same question is asked again and answered.
 */
function pausable(ask: Approver | undefined): { readonly ask: Approver | undefined; pause(): void } {
  let paused: { readonly by: unknown } | undefined;
  return {
    ask:
      ask &&
      (async (...question) => {
        try {
          return await ask(...question);
        } catch (error) {
          if (!isRecord(error) || error.is_bubble_up !== true) throw error;
          paused = { by: error };
          return { answer: "later" };
        }
      }),
    pause: () => {
      if (paused !== undefined) throw paused.by;
    },
  };
}

/** A replacement for a tool that only returns a text: a file of a skill, or the reason why the tool may not run. */
function answeringTool(name: string, text: string): LangchainTool {
  return { lc_runnable: true, name, description: "", schema: {}, invoke: async () => text };
}

function isSkill(name: string, tools: readonly LangchainTool[]): boolean {
  return tools.some((tool) => tool.name === name);
}

function isOurs(message: object): boolean {
  const id: unknown = Reflect.get(message, "id");
  return typeof id === "string" && id.startsWith(OURS);
}

function nameOf(tool: object): string {
  const name: unknown = Reflect.get(tool, "name");
  return typeof name === "string" ? name : "";
}

function read(message: object): Message {
  const type: unknown = Reflect.get(message, "type");
  const content: unknown = Reflect.get(message, "content");
  if (type === "tool") return { role: "tool", content: resultText(content) };
  if (type === "human") return { role: "user", content: textOf(content) };
  return { role: type === "system" ? "system" : "assistant", content: textOf(content) };
}
